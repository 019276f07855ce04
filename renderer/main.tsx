import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { findBridge } from './bridge.ts';
import { Page } from './page.tsx';
import './style.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <Page bridge={findBridge()} />
  </StrictMode>,
);
