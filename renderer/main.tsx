// First: whatever a component says holds over it.
import './style/tokens.css';
import './style/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { findBridge } from './bridge.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <App bridge={findBridge()} />
  </StrictMode>,
);
