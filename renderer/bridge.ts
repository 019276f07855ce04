import type { Bridge } from '../electron/core/contract/contract.ts';
import { createWebBridge } from './web-bridge.ts';

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
export function findBridge(): Bridge | undefined {
  return window.intray ?? (/^https?:$/.test(window.location.protocol) ? createWebBridge() : undefined);
}
