import { positionOf, type Token, tokenize } from './json-problem.ts';

/**
 * The line on which a member of a JSON text stands, or where the nearest member above it does if it is not there.
 * @param text is JSON
 * @param path names and indices, from the whole value inwards
 */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  const tokens = tokenize(text);
  let at = 0;
  let shown = tokens[0]?.at ?? 0;
  for (const part of path) {
    const found = findPart(tokens, at, part);
    if (found === undefined) break;
    at = found.value;
    shown = tokens[found.begin]?.at ?? shown;
  }
  return positionOf(text, shown).line;
}

/** Where a member or item begins (a member with its name), and where its value does. */
function findPart(tokens: readonly Token[], at: number, part: PropertyKey): { begin: number; value: number } | undefined {
  const opening = tokens[at]?.text;
  if (opening !== '{' && opening !== '[') return undefined;
  let index = at + 1;
  for (let item = 0; tokens[index] !== undefined && !closes(tokens[index]); item += 1) {
    const value = opening === '{' ? index + 2 : index;
    const name = opening === '{' ? nameOf(tokens[index]) : item;
    if (name === part) return { begin: index, value };
    index = afterValue(tokens, value);
    if (tokens[index]?.text === ',') index += 1;
  }
  return undefined;
}

function afterValue(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const text = tokens[index]?.text;
    if (text === '{' || text === '[') depth += 1;
    else if (text === '}' || text === ']') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return tokens.length;
}

function closes(token: Token | undefined): boolean {
  return token?.text === '}' || token?.text === ']';
}

function nameOf(token: Token | undefined): string | undefined {
  const name: unknown = token === undefined ? undefined : JSON.parse(token.text);
  return typeof name === 'string' ? name : undefined;
}
