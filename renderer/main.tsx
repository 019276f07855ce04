import type { Bridge } from '../electron/core/contract/contract.ts';
import { createWebBridge } from './web-bridge.ts';

import './style/tokens.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <App bridge={window.intray ?? createWebBridge()} />
  </StrictMode>,
);

declare global {
  interface Window {
    /** Offered by the preload script; absent in a browser. */
    readonly intray?: Bridge;
  }
}
