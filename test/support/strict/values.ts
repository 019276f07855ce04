/**
 * What the strict service "finds" in a document: derived from its content alone, so that a test can tell from a result
 * whose it is. The values are awkward on purpose: quotes, separators, line ends, umlauts, numbers with a sign.
 */

/** The keys of a new extraction's fields, in its own order. */
export const fieldKeys = ['invoice_number', 'supplier', 'total', 'note'] as const;

/** `extracted_data` for a content; `sha256` in hex. Keys that are not in `fieldKeys` get a value of their own too. */
export function extractedDataOf(sha256: string, keys: readonly string[] = fieldKeys): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, valueFor(sha256, key)]));
}

function valueFor(sha256: string, key: string): string {
  const number = Number.parseInt(sha256.slice(0, 6), 16);
  switch (key) {
    case 'invoice_number':
      return `RE-${sha256.slice(0, 16)}`;
    case 'supplier':
      return `Größe & Söhne "${sha256.slice(16, 20)}", Köln`;
    case 'total':
      return `${number % 3 === 0 ? '-' : ''}${number % 100_000}.${String((number % 90) + 10)}`;
    case 'note':
      return `Zeile eins; ${sha256.slice(20, 24)}\nZeile zwei`;
    default:
      return `${key} ${sha256.slice(0, 8)}`;
  }
}

/** The category's name that a content gets, out of those there are. */
export function categoryOf(sha256: string, names: readonly string[]): string | undefined {
  return names[Number.parseInt(sha256.slice(0, 6), 16) % names.length];
}

/** A fractional score with two digits. */
export function confidenceOf(sha256: string): number {
  return (50 + (Number.parseInt(sha256.slice(6, 10), 16) % 50)) / 100;
}

export function reasoningOf(sha256: string): string {
  return `It reads like one, "${sha256.slice(0, 8)}"; nothing speaks against it.`;
}
