/** Content security policies, the same over the desktop's own scheme and over loopback HTTP. */

/** Of all that is neither the window's page nor a part of it: nothing in it may run or load. */
export const barePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of a watched document, which anybody may have made: besides, it has no origin, so that nothing here is its own. */
export const documentPolicy = `${barePolicy}; sandbox`;

/** Of the window's scripts, styles and fonts. It holds in a worker, whose policy is its script's: the decoders of scans are WebAssembly, and load from here. */
export const assetPolicy = `${barePolicy}; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`;

/** If the page states none. */
const strictestPagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Of the window's page: what the page itself states in its head (both hold, so that there is one place to change it), and
 * what only a header can say: nobody shows it in a frame. Pure.
 */
export function pagePolicy(html: string): string {
  const stated = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/i.exec(html)?.[1];
  return `${stated ?? strictestPagePolicy}; frame-ancestors 'none'`;
}
