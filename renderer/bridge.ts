import type { Bridge } from '../electron/core/contract/bridge.ts';
import { createWebBridge } from './web-bridge.ts';

declare global {
  interface Window {
    /** Offered by the preload script; absent in a browser. */
    readonly intray?: Bridge;
  }
}

/**
 * The window's way to its host: the preload script's on the desktop, HTTP in a browser; undefined for a page that was
 * opened as a file, without either. The only module that touches `window.intray`.
 */
export function findBridge(): Bridge | undefined {
  return window.intray ?? (window.location.protocol === 'http:' ? createWebBridge() : undefined);
}
