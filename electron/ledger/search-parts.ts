/** The short parts of a text for the index of parts: the index of three characters finds nothing shorter. */

/** The longest part in the index of parts, in characters. */
export const longestPart = 2;

/**
 * Every part of one or two characters that a text holds, as one word each, separated by spaces. Parts with white space are
 * left out: a search text has none at its ends.
 */
export function searchParts(text: string): string {
  const words = new Set<string>();
  let before: string | undefined;
  for (const character of text) {
    const word = isSpace(character) ? undefined : wordOf(character);
    if (word !== undefined) {
      words.add(word);
      if (before !== undefined) words.add(pairOf(before, word));
    }
    before = word;
  }
  return [...words].join(' ');
}

/** The word of a part; undefined for a part that the index of parts cannot hold. */
export function partWord(part: string): string | undefined {
  const characters = [...part];
  if (characters.length > longestPart || characters.some(isSpace)) return undefined;
  const [first, second] = characters.map(wordOf);
  return first === undefined || second === undefined ? first : pairOf(first, second);
}

/** The character's number in digits and the letters before w: a tokenizer treats that as a word, whatever the character is. */
function wordOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(32);
}

function pairOf(first: string, second: string): string {
  return `${first}z${second}`;
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}
