import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';

/** The value of a JSON text, and where its members stand. */
interface JsonText {
  readonly value: unknown;
  /**
   * The line of a member, counted from 1, or of the nearest one above it if it is not there.
   * @param path names and indices, from the whole value inwards
   */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Where a text stops being JSON, and why (part of a sentence). */
interface JsonProblem {
  /** Both count from 1; columns are UTF-16 units, as editors count them. */
  readonly line: number;
  readonly column: number;
  readonly problem: Message;
}

/**
 * Reads a JSON text that people edit. The error is the first mistake.
 * @param options `comments`: accept comments and trailing commas
 */
export function readJson(text: string, options: { readonly comments: boolean }): Result<JsonText, JsonProblem> {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !options.comments, allowTrailingComma: options.comments });
  const [first] = errors;
  if (first !== undefined || root === undefined)
    return err({ ...positionOf(text, first?.offset ?? 0), problem: problemOf(text, first) });
  return ok({ value: getNodeValue(root) as unknown, lineOf: (path) => positionOf(text, offsetOf(root, path)).line });
}

/** The sentence for a file that is not JSON. */
export function notJson(path: string, problem: JsonProblem): Message {
  return say('configuration.notJson', { path, ...problem });
}

/** What is said for mistakes that name what is found there. */
const found = {
  InvalidSymbol: 'symbol',
  InvalidNumberFormat: 'number',
  UnexpectedEndOfNumber: 'number',
  PropertyNameExpected: 'nameExpected',
  ValueExpected: 'valueExpected',
  ColonExpected: 'colonExpected',
  CommaExpected: 'commaExpected',
  CloseBraceExpected: 'closingExpected',
  CloseBracketExpected: 'closingExpected',
  EndOfFileExpected: 'nothingExpected',
} as const;
/** The same for those inside a text or comment. */
const inside = {
  InvalidCommentToken: 'comment',
  UnexpectedEndOfComment: 'openComment',
  UnexpectedEndOfString: 'openText',
  InvalidEscapeCharacter: 'escape',
  InvalidUnicode: 'unicode',
  InvalidCharacter: 'character',
} as const satisfies Record<Exclude<keyof typeof ParseErrorCode, keyof typeof found>, string>;

function problemOf(text: string, error: ParseError | undefined): Message {
  if (text.trim() === '') return say('configuration.json.empty');
  const name = error === undefined ? 'ValueExpected' : printParseErrorCode(error.error);
  if (Object.hasOwn(inside, name)) return say(`configuration.json.${inside[name as keyof typeof inside]}`);
  const part = error === undefined ? '' : text.slice(error.offset, error.offset + error.length);
  if (part === '') return say('configuration.json.endsEarly');
  const short = part.length > 40 ? `${part.slice(0, 39)}…` : part;
  const code = found[name as keyof typeof found] ?? found.InvalidSymbol;
  return say(`configuration.json.${code}`, { found: short.startsWith('"') ? short : `"${short}"` });
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Where a member (with its name) or an item begins. */
function offsetOf(root: Node, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length).map((each) => (typeof each === 'number' ? each : String(each)));
    const node = findNodeAtLocation(root, part);
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return root.offset;
}
