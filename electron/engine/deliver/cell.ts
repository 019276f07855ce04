/** Spreadsheets take a cell that begins like this for a formula, also in full width and after invisible characters. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** Some spreadsheets drop these and look at what follows. */
const controlStart = /^[\t\r\n]/;

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
const maxAmountLength = 64;

/**
 * A cell that a spreadsheet shows as it is. A text that would begin a formula gets an apostrophe in front; signed numbers
 * (`-12.50`, `-1'234.50`, `-12,50 €`, `+49 30 123`) and a lone `-` stay as they are, because they are harmless.
 */
export function safeToOpen(text: string): string {
  if (!controlStart.test(text) && !formulaStart.test(text)) return text;
  return text === '-' || isAmount(text) ? text : `'${text}`;
}

function isAmount(text: string): boolean {
  return text.length <= maxAmountLength && amount.test(text);
}
