/**
 * Where a JSON text stops being JSON, and why. `JSON.parse` says so for some mistakes only, and a person who edits a
 * config file needs the line. Pure.
 */
export interface JsonProblem {
  /** Both count from 1; columns are UTF-16 units, as editors count them. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A sign, a text, a number or a word of JSON, and where it begins. */
export interface Token {
  readonly text: string;
  readonly at: number;
}

class Mistake {
  readonly at: number;
  readonly message: string;

  constructor(at: number, message: string) {
    this.at = at;
    this.message = message;
  }
}

/** The first mistake of a text that `JSON.parse` refuses; undefined if none is found. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    const tokens = tokenize(text);
    const end = readValue(tokens, 0, text.length);
    const after = tokens[end];
    if (after !== undefined) throw new Mistake(after.at, `nothing may follow the value, yet there is ${shown(after)}`);
    return undefined;
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake;
    return { ...positionOf(text, mistake.at), message: mistake.message };
  }
}

/** Line and column of a place in a text. Pure. */
export function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const tokenPattern =
  /[ \t\r\n]+|[{}[\],:]|"(?:[^"\\\t\r\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/** The tokens of a text. @throws what `findJsonProblem` catches, where the text is not JSON */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(text)?.[0];
    if (found === undefined) throw unreadable(text, at);
    if (found.trim() !== '') tokens.push({ text: found, at });
    at += found.length;
  }
  return tokens;
}

function unreadable(text: string, at: number): Mistake {
  const rest = text.slice(at);
  if (rest.startsWith('//') || rest.startsWith('/*') || rest.startsWith('#')) return new Mistake(at, 'JSON has no comments');
  if (rest.startsWith("'")) return new Mistake(at, 'text stands in double quotes');
  if (rest.startsWith('"')) {
    const line = rest.split(/[\r\n]/, 1)[0] ?? '';
    const wrongEscape = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(line.replaceAll(/\\["\\]/g, '..'));
    if (wrongEscape !== null)
      return new Mistake(at + wrongEscape.index, 'a backslash in text is written twice ("C:\\\\Scans"), or as a forward slash');
    return new Mistake(at, 'this text has no closing quote on its line');
  }
  const word = /^[\w.+-]+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0xfffd);
  if (/^[-+.\d]/.test(word)) return new Mistake(at, `${word} is not a number as JSON writes them`);
  return new Mistake(at, `${word} is not JSON: text stands in double quotes`);
}

/** Reads one value from token `index`; the answer is the index after it. */
function readValue(tokens: readonly Token[], index: number, end: number): number {
  const token = tokens[index];
  if (token === undefined) throw new Mistake(end, index === 0 ? 'the file is empty' : 'the file ends in the middle of it');
  if (token.text === '{') return readMembers(tokens, index + 1, end);
  if (token.text === '[') return readItems(tokens, index + 1, end);
  if (/^[}\],:]$/.test(token.text)) throw new Mistake(token.at, `a value is missing before ${shown(token)}`);
  return index + 1;
}

function readMembers(tokens: readonly Token[], first: number, end: number): number {
  let index = first;
  if (tokens[index]?.text === '}') return index + 1;
  for (;;) {
    const key = tokens[index];
    if (key === undefined) throw new Mistake(end, 'the file ends before "}"');
    if (key.text === '}') throw new Mistake(tokens[index - 1]?.at ?? key.at, 'no comma may stand before "}"');
    if (!key.text.startsWith('"'))
      throw new Mistake(key.at, `the name of a member, in double quotes, is missing before ${shown(key)}`);
    const colon = tokens[index + 1];
    if (colon?.text !== ':') throw new Mistake(colon?.at ?? end, `a colon is missing after ${shown(key)}`);
    index = readValue(tokens, index + 2, end);
    const next = tokens[index];
    if (next?.text === '}') return index + 1;
    if (next?.text !== ',') throw separatorMissing(next, '}', end);
    index += 1;
  }
}

function readItems(tokens: readonly Token[], first: number, end: number): number {
  let index = first;
  if (tokens[index]?.text === ']') return index + 1;
  for (;;) {
    const item = tokens[index];
    if (item?.text === ']') throw new Mistake(tokens[index - 1]?.at ?? item.at, 'no comma may stand before "]"');
    index = readValue(tokens, index, end);
    const next = tokens[index];
    if (next?.text === ']') return index + 1;
    if (next?.text !== ',') throw separatorMissing(next, ']', end);
    index += 1;
  }
}

function separatorMissing(next: Token | undefined, closing: '}' | ']', end: number): Mistake {
  if (next === undefined) return new Mistake(end, `the file ends before "${closing}"`);
  return new Mistake(next.at, `a comma or "${closing}" is missing before ${shown(next)}`);
}

function shown(token: Token): string {
  const text = token.text.length > 40 ? `${token.text.slice(0, 39)}…` : token.text;
  return text.startsWith('"') ? text : `"${text}"`;
}
