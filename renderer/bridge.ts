import type { Bridge } from '../electron/core/contract/bridge.ts';

declare global {
  interface Window {
    /** Offered by the preload script; absent in a browser without a host. */
    readonly intray?: Bridge;
  }
}

/** The window's way to its host, or undefined where there is none. The only module that touches `window.intray`. */
export function findBridge(): Bridge | undefined {
  return window.intray;
}
