/**
 * Parses JSON, keeping what `number` cannot hold: an integer beyond 2^53 (an identifier, an account number) comes as
 * the text that was sent, where JSON.parse alone would change its last digits.
 *
 * @returns undefined if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return /\d{16}/.test(bare) ? JSON.parse(bare, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(bare);
  } catch {
    return undefined;
  }
}

/** The third argument, the text that a number was read from, is not in TypeScript's library yet. */
function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}
