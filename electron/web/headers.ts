/** What goes out with every answer: it is for this window, this time, as what it says it is. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** The policy of all that is not the window's page: nothing in it may run or load. */
export const barePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of a watched document, which anybody may have made: besides, it has no origin, so that nothing here is its own. */
export const documentPolicy = `${barePolicy}; sandbox`;

/** If the page states none. */
const strictestPagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * The policy of the window's page: the one that the page itself states in its head (both hold, so that there is one place
 * to change it), and what only a header can say: nobody shows it in a frame. Pure.
 */
export function pagePolicy(html: string): string {
  const stated = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/i.exec(html)?.[1];
  return `${stated ?? strictestPagePolicy}; frame-ancestors 'none'`;
}
