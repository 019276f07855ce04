/** The short parts of a text, as the index of parts takes them: an index of three characters finds no shorter one. */

/** The longest part that the index of parts knows, in characters. */
export const longestPart = 2;

/**
 * Every part of one or two characters that a text holds, a word for each, with spaces between. None has white space in
 * it: who searches for so little has none at either end.
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

/** The word of a part; undefined of one that the index of parts does not know. */
export function partWord(part: string): string | undefined {
  const characters = [...part];
  if (characters.length > longestPart || characters.some(isSpace)) return undefined;
  const [first, second] = characters.map(wordOf);
  return first === undefined || second === undefined ? first : pairOf(first, second);
}

/** Its number in digits and the letters before w: a tokenizer takes that for a word, whatever the character is. */
function wordOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(32);
}

function pairOf(first: string, second: string): string {
  return `${first}z${second}`;
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}
