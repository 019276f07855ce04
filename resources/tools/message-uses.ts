import { type ESTree, parseSync, Visitor } from 'vite';

/** Where sources name entries of the catalogue: patterns of codes, and every word that can stand in one of their gaps. */
export interface MessageUses {
  /** Codes as patterns: `explain.*`, where each `*` stands for part of one segment. */
  readonly patterns: ReadonlySet<string>;
  /** All string literals and member names of the sources: nothing else ever fills a gap. */
  readonly vocabulary: ReadonlySet<string>;
}

interface Source {
  readonly path: string;
  readonly code: string;
}

/**
 * Reads which entries of the catalogue the sources use, without running them:
 *
 * - A string or template that begins with a namespace names a code, wherever it stands: `say('disk.missing')`,
 *   `explain.${state}`.
 * - `const words = useWords('queue')` binds a namespace within its function; `words(key)`, `words.rich(key)` and the like
 *   name an entry in it. Any expression may give the key: its literals and templates are read.
 *
 * A gap, which is what is computed (`${state}`, `words(kind)`), stands for part of one segment: it never spans a dot, and
 * only the vocabulary of the sources fills it.
 */
export function findMessageUses(sources: readonly Source[], namespaces: readonly string[]): MessageUses {
  const patterns = new Set<string>();
  const vocabulary = new Set<string>();
  for (const source of sources) readSource(source, namespaces, patterns, vocabulary);
  return { patterns, vocabulary };
}

/** Whether some use names this code. */
export function isUsed(code: string, { patterns, vocabulary }: MessageUses): boolean {
  if (patterns.has(code)) return true;
  const segments = code.split('.');
  return [...patterns].some((pattern) => {
    if (!pattern.includes('*')) return false;
    const wanted = pattern.split('.');
    return (
      wanted.length === segments.length && wanted.every((part, position) => fits(part, segments[position] ?? '', vocabulary))
    );
  });
}

function fits(part: string, segment: string, vocabulary: ReadonlySet<string>): boolean {
  if (!part.includes('*')) return part === segment;
  const [before = '', ...after] = part.split('*').map((text) => text.replaceAll(/[^\w-]/g, '\\$&'));
  const gaps = new RegExp(`^${[before, ...after].join('(.+)')}$`).exec(segment)?.slice(1);
  return gaps?.every((gap) => vocabulary.has(gap)) === true;
}

function readSource({ path, code }: Source, namespaces: readonly string[], patterns: Set<string>, vocabulary: Set<string>): void {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const inNamespace = new RegExp(`^(${namespaces.join('|')})\\.`);
  const scopes: Map<string, string>[] = [new Map()];
  const enter = () => void scopes.push(new Map());
  const leave = () => void scopes.pop();
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    VariableDeclarator({ id, init }) {
      const namespace = namespaceOf(init);
      if (id.type === 'Identifier' && namespace !== undefined) scopes.at(-1)?.set(id.name, namespace);
    },
    CallExpression({ callee, arguments: [key] }) {
      const named = callee.type === 'MemberExpression' ? callee.object : callee;
      if (named.type !== 'Identifier' || key === undefined) return;
      const namespace = scopes.findLast((scope) => scope.has(named.name))?.get(named.name);
      if (namespace !== undefined) for (const each of patternsOf(key)) patterns.add(`${namespace}.${each}`);
    },
    TemplateLiteral(node) {
      for (const pattern of patternsOf(node)) if (inNamespace.test(pattern)) patterns.add(pattern);
    },
    Literal({ value }) {
      if (typeof value !== 'string') return;
      vocabulary.add(value);
      if (inNamespace.test(value)) patterns.add(value);
    },
    Property({ key }) {
      if (key.type === 'Identifier') vocabulary.add(key.name);
    },
    TSPropertySignature({ key }) {
      if (key.type === 'Identifier') vocabulary.add(key.name);
    },
  }).visit(program);
}

/** `useWords('queue')`. Without a namespace the whole catalogue is meant, and keys are whole codes: those are read anyway. */
function namespaceOf(init: ESTree.Expression | null): string | undefined {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'useWords') return undefined;
  const [namespace] = init.arguments;
  return namespace?.type === 'Literal' && typeof namespace.value === 'string' ? namespace.value : undefined;
}

/** The texts that an expression can give, with `*` for what is computed. */
function patternsOf(node: ESTree.Node): readonly string[] {
  if (node.type === 'Literal') return [String(node.value)];
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.raw).join('*')];
  if (node.type === 'ConditionalExpression') return [...patternsOf(node.consequent), ...patternsOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...patternsOf(node.left), ...patternsOf(node.right)];
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'ParenthesizedExpression')
    return patternsOf(node.expression);
  return ['*'];
}
