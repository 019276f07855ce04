import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectRoot } from '../../../resources/tools/build.ts';

/** A text that the host writes for people: literals as they stand, and `{}` for every value put into them. */
export interface HostText {
  readonly shape: string;
  /** `electron/engine/loop/document-writer.ts:119` */
  readonly at: string;
}

/** A node of the syntax tree: what kind it is, where it stands, and its members. */
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

/** More forms than this have no sentence with choices inside. */
const maxForms = 64;

/** What a sentence has and an id or a path lacks: a space and two letters beside each other; or a word with a full stop. */
export function looksLikeWords(shape: string): boolean {
  return (/\S\s+\S/.test(shape.trim()) && /\p{L}{2}/u.test(shape)) || /^\p{Lu}\p{Ll}+[.!?…]$/u.test(shape);
}

/** A statement of the ledger, or a part of one. */
export function looksLikeSql(shape: string): boolean {
  return /\b(SELECT|UPDATE|DELETE FROM|INSERT|PRAGMA|WHERE|BEGIN|FROM|ORDER BY|UNION ALL|CREATE|EXISTS|ALTER TABLE)\b|(=|<>|>|<=|MATCH) (\?|'|excluded)|^AND |(=|\() ?\?|coalesce\(/.test(
    shape,
  );
}

/** Every text in the sources below `directories` (relative to the project), choices written out. */
export function textsIn(directories: readonly string[]): readonly HostText[] {
  return sourcesIn(directories).flatMap(({ file, text }) => textsOf(file, text));
}

function sourcesIn(directories: readonly string[]): readonly { readonly file: string; readonly text: string }[] {
  return directories.flatMap((directory) =>
    readdirSync(join(projectRoot, directory), { recursive: true, encoding: 'utf8' })
      // The catalogue itself is not what it is held against.
      .filter((name) => name.endsWith('.ts') && !name.startsWith('host-words'))
      .toSorted()
      .map((name) => {
        const file = `${directory}/${name.replaceAll('\\', '/')}`;
        return { file, text: readFileSync(join(projectRoot, file), 'utf8') };
      }),
  );
}

/** Every text of one source; `file` is its name. */
export function textsOf(file: string, source: string): readonly HostText[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found: HostText[] = [];
  const lineOf = (position: number): number => source.slice(0, position).split('\n').length;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (isNode(value)) visitNode(value);
  };
  const visitNode = (node: Node): void => {
    if (isElsewhere(node)) return;
    const forms = formsOf(node);
    if (node.type === 'CallExpression') {
      visit(node.callee);
      visit(shownArguments(node));
      return;
    }
    if (forms === undefined) {
      for (const member of Object.values(node)) visit(member);
      return;
    }
    for (const shape of forms.shapes) found.push({ shape, at: `${file}:${lineOf(node.start)}` });
    for (const value of forms.values) visit(value);
  };
  visit(program);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Types and imports, and what goes to the log alone: nothing of it is shown to a person. */
function isElsewhere(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TSType') || node.type.startsWith('TSInterface')) return true;
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return false;
  return nameOf(callee.object) === 'log' && ['debug', 'info', 'warn', 'error'].includes(nameOf(callee.property) ?? '');
}

/** What a call is given of texts that stay inside: the name of a task, for the log. */
function shownArguments(node: Node): readonly unknown[] {
  const callee = node.callee as Node;
  const given = node.arguments as readonly unknown[];
  return callee.type === 'MemberExpression' && nameOf(callee.object) === 'tasks' ? given.slice(1) : given;
}

/** The last name of `log`, `world.log`, `this.#log`. */
function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Identifier' || value.type === 'PrivateIdentifier') return String(value.name);
  return value.type === 'MemberExpression' ? nameOf(value.property) : undefined;
}

interface Forms {
  readonly shapes: readonly string[];
  /** Expressions inside that are sentences' own sources again. */
  readonly values: readonly unknown[];
}

/** The texts that an expression can become, if it is one of text: a literal, a template, a sum or a choice of such. */
function formsOf(node: Node): Forms | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? { shapes: [node.value], values: [] } : undefined;
    case 'TemplateLiteral': {
      const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
      const parts: Forms[] = [];
      for (const [index, quasi] of quasis.entries()) {
        parts.push({ shapes: [quasi.value.cooked], values: [] });
        const expression = (node.expressions as readonly Node[])[index];
        if (expression !== undefined) parts.push(formsOf(expression) ?? { shapes: ['{}'], values: [expression] });
      }
      return joined(parts);
    }
    case 'BinaryExpression': {
      if (node.operator !== '+') return undefined;
      const [left, right] = [formsOf(node.left as Node), formsOf(node.right as Node)];
      if (left === undefined && right === undefined) return undefined;
      return joined([left ?? { shapes: ['{}'], values: [node.left] }, right ?? { shapes: ['{}'], values: [node.right] }]);
    }
    case 'ConditionalExpression': {
      const [yes, no] = [formsOf(node.consequent as Node), formsOf(node.alternate as Node)];
      if (yes === undefined || no === undefined) return undefined;
      return { shapes: [...yes.shapes, ...no.shapes], values: [node.test, ...yes.values, ...no.values] };
    }
    case 'ParenthesizedExpression':
      return formsOf(node.expression as Node);
    default:
      return undefined;
  }
}

function joined(parts: readonly Forms[]): Forms {
  let shapes: string[] = [''];
  for (const part of parts) shapes = shapes.flatMap((before) => part.shapes.map((one) => before + one)).slice(0, maxForms);
  return { shapes, values: parts.flatMap(({ values }) => values) };
}

/** The texts that members of this name are given, in the sources below `directories`: `event: 'renamed'`. */
export function membersOf(directories: readonly string[], name: string): readonly string[] {
  return nodesIn(directories).flatMap((node) => {
    if (node.type !== 'Property' || nameOf(node.key) !== name) return [];
    return formsOf(node.value as Node)?.shapes ?? [];
  });
}

/** The texts that calls are given at a place, by the name of what is called: `{ '#act': 2 }` for `#act(id, by, 'reviewed')`. */
export function argumentsOf(directories: readonly string[], places: Readonly<Record<string, number>>): readonly string[] {
  return nodesIn(directories).flatMap((node) => {
    const place = node.type === 'CallExpression' ? places[calledName(node)] : undefined;
    const given = place === undefined ? undefined : (node.arguments as readonly Node[])[place];
    return given === undefined ? [] : (formsOf(given)?.shapes ?? []);
  });
}

function calledName(node: Node): string {
  const callee = node.callee as Node;
  const property = callee.property as Node | undefined;
  return property?.type === 'PrivateIdentifier' ? `#${String(property.name)}` : (nameOf(callee) ?? '');
}

function nodesIn(directories: readonly string[]): readonly Node[] {
  const nodes: Node[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    if (!isNode(value)) return;
    nodes.push(value);
    for (const member of Object.values(value)) collect(member);
  };
  for (const { text, file } of sourcesIn(directories)) collect(parseSync(file, text).program);
  return nodes;
}
