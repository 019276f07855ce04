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
  return isSaid
    ? [...own, '- `message`, `code`, `values`: a message in English, which one it is in any language, and what it names']
    : own;
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

/** What several events have with the same meaning is explained once: by the name of a member, its line that comes most often. */
function sharedOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const often = [...counts].filter(([line, count]) => count > 1 && line.includes(': ')).toSorted(([, a], [, b]) => a - b);
  return new Map(often.map(([line]) => [nameIn(line), line]));
}

function nameIn(line: string): string {
  return line.slice(2).split(': ', 1)[0] ?? '';
}

/** A long list of what is in a member is written once, and named where it comes again. */
function withoutRepeats(lines: readonly string[]): string[] {
  const first = new Map<string, string>();
  return lines.map((line) => {
    const [, list] = /with (.{80,})$/.exec(line) ?? [];
    const known = list === undefined ? undefined : first.get(list);
    if (list !== undefined && known === undefined) first.set(list, nameIn(line));
    return known === undefined ? line : line.replace(/with .{80,}$/, `with what ${known} has`);
  });
}

function page(): string {
  const parts = Object.entries(jsonEvents).map(([event, { by, meaning, members }]) => {
    const schema = z.toJSONSchema(z.object(members), { reused: 'inline' }) as Node;
    return { heading: `## ${event}\n\n${meaning} From \`${by.replaceAll(', ', '`, `')}\`.\n`, lines: memberLines(schema) };
  });
  const shared = sharedOf(parts.flatMap(({ lines }) => lines));
  const texts = parts.map(({ heading, lines }) => {
    const [common, own] = [true, false].map((is) => lines.filter((line) => (shared.get(nameIn(line)) === line) === is));
    const named = (common ?? []).map(nameIn).join(', ');
    return [heading, ...(named === '' ? [] : [`- ${named}`]), ...(own ?? []), ''].join('\n');
  });
  return `# What \`--json\` writes

With \`--json\`, a command writes one object a line to standard output, each with its \`event\`; text for people goes to standard error.
Members that are not named here are not written. New ones may come; none changes its meaning but in a major version. A member without an
explanation has the one below.

## Members of several events

${withoutRepeats([...shared.values()].toSorted()).join('\n')}

${texts.join('\n')}`;
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
