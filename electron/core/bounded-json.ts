/**
 * Reads JSON that somebody else wrote. `JSON.parse` itself copes with any depth, but what runs over its value afterwards
 * (a reviver, `JSON.stringify`, a comparison, a copy for another thread) recurses and overflows the stack.
 */

/** How deep the containers of a text may be nested before its deeper parts are cut out. */
export const maxJsonDepth = 37;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

export interface ScannedJson {
  /** The text, with every part that is nested too deep replaced by a JSON string. */
  readonly text: string;
  /** How many values the text holds, those of the parts that were cut out included; a close upper bound. */
  readonly values: number;
}

/**
 * Cuts out what is nested deeper than `maxJsonDepth`, without recursion. The scan knows strings and brackets only: whether
 * the rest is JSON is for `JSON.parse` to say.
 *
 * @param replace the string that stands for a part that was cut out
 * @returns undefined if such a part has no end, so that the text cannot be JSON
 */
export function cutDeepJson(text: string, replace: (part: string) => string): ScannedJson | undefined {
  const kept: string[] = [];
  let keptUpTo = 0;
  let cutFrom = -1;
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case comma:
        values++;
        break;
      case openBrace:
      case openBracket:
        values++;
        if (++depth === maxJsonDepth + 1) cutFrom = index;
        break;
      case closeBrace:
      case closeBracket:
        if (depth === maxJsonDepth + 1) {
          kept.push(text.slice(keptUpTo, cutFrom), JSON.stringify(replace(text.slice(cutFrom, index + 1))));
          keptUpTo = index + 1;
          cutFrom = -1;
        }
        depth--;
    }
  }
  if (cutFrom >= 0) return undefined;
  return { text: keptUpTo === 0 ? text : kept.join('') + text.slice(keptUpTo), values };
}

/** The position of the quotation mark that ends the string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
