import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { eventMessage } from '../../../electron/core/document/history-events.ts';
import { english } from '../../../electron/core/languages/en/all.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { projectRoot } from '../../../resources/tools/build.ts';

/** Calls that write an event into the history, and which of their arguments names it. */
const recorders: Readonly<Record<string, number>> = { '#record': 1, '#mark': 3 };

/** Events of a file that are written under the name of the same event of a job. */
const likeThoseOfJobs = ['unfit', 'released'];

/** The events that the sources can write: what can happen to files and jobs, and what is recorded beside them. */
function eventsInSources(): readonly string[] {
  const transitions = readFileSync(join(projectRoot, 'electron/core/document/transition.ts'), 'utf8').matchAll(
    /readonly kind: '([\w-]+)'/g,
  );
  const events = new Set([...transitions].map(([, kind]) => kind ?? ''));
  const add = (node: ESTree.Node | undefined): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string') events.add(node.value);
    if (node?.type !== 'ConditionalExpression') return;
    add(node.consequent);
    add(node.alternate);
  };
  for (const file of globSync(['electron/engine/**/*.ts', 'electron/ledger/documents.ts', 'electron/workspace/**/*.ts'], {
    cwd: projectRoot,
  })) {
    new Visitor({
      Property({ key, value }) {
        if (key.type === 'Identifier' && key.name === 'event') add(value);
      },
      CallExpression({ callee, arguments: given }) {
        if (callee.type === 'Identifier' && callee.name === 'logLine') add(given[2]);
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'PrivateIdentifier') return;
        const position = recorders[`#${callee.property.name}`];
        if (position !== undefined) add(given[position]);
      },
    }).visit(parseSync(file, readFileSync(join(projectRoot, file), 'utf8')).program);
  }
  return [...events].filter((event) => !likeThoseOfJobs.includes(event)).toSorted();
}

describe('The events of the history', () => {
  const events = eventsInSources();

  it('are found in the sources', () => {
    expect(events).toEqual(expect.arrayContaining(['touched', 'category set', 'not filed away', 'dismissed', 'renamed']));
  });

  it('all have an entry in the catalogue, which has no others', () => {
    expect(Object.keys(english.queue.events).toSorted()).toEqual(events);
  });

  it('are told in words, or by their name where another version has written it', () => {
    for (const event of Object.keys(english.queue.events) as (keyof typeof english.queue.events)[])
      expect(eventMessage(event)).toEqual(say(`queue.events.${event}`));
    for (const event of ['beamed up', 'toString', '']) expect(eventMessage(event)).toEqual(foreign(event));
  });
});
