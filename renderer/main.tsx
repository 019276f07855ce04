import type { Bridge } from '../electron/core/contract/contract.ts';
import { createWebBridge } from './web-bridge.ts';

// First: whatever a component says holds over it.
import './style/tokens.css';
import './style/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <App bridge={findBridge()} />
  </StrictMode>,
);

declare global {
  interface Window {
    /** Offered by the preload script; absent in a browser. */
    readonly intray?: Bridge;
  }
}

/**
 * The bridge to the host: from the preload script on the desktop, over HTTP in a browser; undefined for a page opened as
 * a file, which has neither. The only module that touches `window.intray`.
 */
function findBridge(): Bridge | undefined {
  return window.intray ?? (/^https?:$/.test(window.location.protocol) ? createWebBridge() : undefined);
}
