/** Spreadsheets take a cell that begins so for a formula, also in full width and behind what cannot be seen. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** Some take these away and look at what follows. */
const controlStart = /^[\t\r\n]/;

/** Nor is one that follows what a spreadsheet may be told to split at, whatever the delimiter of the table is. */
const formulaInside = /([,;|\t\r\n])((?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*)([=+\-@＝＋－＠])/gu;

const space = '[ \\u00a0\\u2009\\u202f]';
/**
 * A signed number as documents print it: digits with points, commas, apostrophes or spaces between them; an exponent;
 * a currency or per cent before or after. Nothing in it can name a cell or call a function.
 */
const amount = new RegExp(
  `^${space}*[+\\-−＋－]${space}?(?:\\p{Sc}${space}?|[A-Z]{3}${space})?` +
    `[.,]?\\p{Nd}(?:[.,'’ \\u00a0\\u2009\\u202f]?\\p{Nd})*[.,]?` +
    `(?:[eE][+-]?\\p{Nd}+)?(?:${space}?(?:%|‰|\\p{Sc}|[A-Z]{3}))?$`,
  'u',
);
/** No amount is longer. */
const longestAmount = 64;

/**
 * A cell that a spreadsheet shows as it is. Where a formula would begin, at the start or behind a character that a
 * spreadsheet may split at (`ACME;=1+41`), an apostrophe stands in front of it. Signed numbers (`-12.50`, `-1'234.50`,
 * `-12,50 €`, `+49 30 123`) and a lone `-` stay as they are, since they can do nothing.
 */
export function safeToOpen(text: string): string {
  if (text === '-' || isAmount(text)) return text;
  const inner = text.replace(formulaInside, (found: string, separator: string, between: string, sign: string, at: number) => {
    const from = at + separator.length + between.length;
    // `5,-` and `5,--` are prices.
    const isPrice = separator === ',' && between === '' && /^-{1,2}$/.test(text.slice(from, from + 3));
    // A signed number is one only up to the same separator again: what ends with the cell goes on with the next one for a spreadsheet
    // that does not split there (`A;-5` and `5*B1` are `-5,5*B1`).
    const end = text.indexOf(separator, from);
    const isNumber = end >= 0 && isAmount(text.slice(at + 1, end));
    return isPrice || isNumber ? found : `${separator}${between}'${sign}`;
  });
  return controlStart.test(text) || formulaStart.test(text) ? `'${inner}` : inner;
}

function isAmount(text: string): boolean {
  return text.length <= longestAmount && amount.test(text);
}
