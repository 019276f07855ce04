import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { projectRoot } from '../../support/build.ts';

/** A text that the host writes for people: literals as they stand, and `{}` for every value put into them. */
export interface HostSentence {
  readonly shape: string;
  /** `electron/engine/books.ts:119` */
  readonly at: string;
}

/** A node of the syntax tree: what kind it is, where it stands, and its members. */
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

/** More forms than this have no sentence with choices inside. */
const mostForms = 64;

/** What a sentence has and an id, a path or a header lacks: a space, and two small letters beside each other. */
const looksLikeWords = (shape: string): boolean => {
  const bare = shape.replaceAll('{}', '');
  return /\S\s+\S/.test(shape.trim()) && /\p{Ll}{2}/u.test(bare);
};

/** Statements of the ledger, and parts of them. */
const looksLikeSql = (shape: string): boolean =>
  /\b(SELECT|UPDATE|DELETE FROM|INSERT|PRAGMA|WHERE|BEGIN|FROM|ORDER BY|UNION ALL|CREATE TABLE|EXISTS|ALTER TABLE)\b|(=|>|MATCH|<=) \?|^AND /.test(
    shape,
  );

/** Every sentence in the sources below `directories` (relative to the project), choices written out. */
export function sentencesIn(directories: readonly string[]): readonly HostSentence[] {
  return directories.flatMap((directory) =>
    readdirSync(join(projectRoot, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .flatMap((name) => {
        const file = join(projectRoot, directory, name);
        return sentencesOf(relative(projectRoot, file).replaceAll('\\', '/'), readFileSync(file, 'utf8'));
      }),
  );
}

/** Every sentence of one source. */
export function sentencesOf(file: string, source: string): readonly HostSentence[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found: HostSentence[] = [];
  const lineOf = (position: number): number => source.slice(0, position).split('\n').length;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (isNode(value)) visitNode(value);
  };
  const visitNode = (node: Node): void => {
    if (isElsewhere(node)) return;
    const forms = formsOf(node);
    if (forms === undefined) {
      for (const member of Object.values(node)) visit(member);
      return;
    }
    for (const shape of forms.shapes)
      if (looksLikeWords(shape) && !looksLikeSql(shape)) found.push({ shape, at: `${file}:${lineOf(node.start)}` });
    for (const value of forms.values) visit(value);
  };
  visit(program);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Types, imports, tagged templates, and what goes to the log: nothing of it is shown to a person. */
function isElsewhere(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration')
    return true;
  if (node.type === 'TSTypeAnnotation' || node.type === 'TSLiteralType') return true;
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return false;
  const [on, name] = [nameOf(callee.object), nameOf(callee.property)];
  return on === 'log' && ['debug', 'info', 'warn', 'error'].includes(name ?? '');
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
  for (const part of parts) shapes = shapes.flatMap((before) => part.shapes.map((one) => before + one)).slice(0, mostForms);
  return { shapes, values: parts.flatMap(({ values }) => values) };
}
