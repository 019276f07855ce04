/** What `--json` writes, as its page says it. That each line is so, the tests of the commands check. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../../resources/tools/build.ts';
import { jsonEvents, jsonProblem } from '../../support/json-events.ts';

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** The members of an object: a line each, with those of the objects in it. A message takes three. */
function memberLines({ properties = {} }: Node): string[] {
  const { event: _, ...members } = properties;
  const isSaid = 'message' in members && 'code' in members && 'values' in members;
  const own = Object.entries(members).flatMap(([name, node]) =>
    isSaid && ['message', 'code', 'values'].includes(name) ? [] : [`- ${memberText(name, node)}`],
  );
  return isSaid ? [...own, '- `message`, `code`, `values`: a message'] : own;
}

function memberText(name: string, node: Node): string {
  const parts = [node.items ?? node, ...(node.items?.anyOf ?? node.anyOf ?? [])];
  const inside = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  const named = [...new Map(inside)].map(([inner, { description }]) =>
    description === undefined || ['message', 'code', 'values'].includes(inner) ? `\`${inner}\`` : `\`${inner}\` (${description})`,
  );
  const meaning = node.description === undefined ? '' : `: ${node.description}`;
  return `\`${name}\`${meaning}${named.length === 0 ? '' : `${meaning === '' ? ': ' : '; '}with ${named.join(', ')}`}`;
}

function page(): string {
  const parts = Object.entries(jsonEvents).map(([event, { by, meaning, members }]) => {
    const schema = z.toJSONSchema(z.object(members), { reused: 'inline' }) as Node;
    return [`## ${event}`, '', `${meaning} From \`${by.replaceAll(', ', '`, `')}\`.`, '', ...memberLines(schema), ''].join('\n');
  });
  return `# What \`--json\` writes

With \`--json\`, a command writes one object a line to standard output, each with its \`event\`; what is for people goes to standard error.
Members that are not named here are not written; new ones may come, and none changes its meaning but in a major version.
A message is three members: \`message\`, which is English in every language, \`code\`, which says which one it is, and \`values\`, what it
names; \`reasons\` has each of several.

${parts.join('\n')}`;
}

it('is the page in the documentation', async () => {
  await expect(page()).toMatchFileSnapshot(join(projectRoot, 'resources/docs/json.md'));
});

it('is every event that the sources name, and no other', () => {
  const named = globSync('electron/headless/**/*.ts', { cwd: projectRoot })
    .flatMap((file) => [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/event: [^,{}\n]*'[\w-]+'/g)])
    .flatMap(([text]) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(jsonEvents).toSorted());
});

it('names what is wrong with a line', () => {
  expect(jsonProblem({ event: 'signed-in' })).toBeUndefined();
  expect(jsonProblem({ event: 'nonsense' })).toBe('no event “nonsense”');
  expect(jsonProblem({ event: 'hooks-retried', count: 'two', more: 1 })).toMatch(/hooks-retried: .*more.*count/s);
});
