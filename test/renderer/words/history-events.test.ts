import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { german } from '../../../electron/core/languages/de/all.ts';
import { english } from '../../../electron/core/languages/en/all.ts';
import { projectRoot } from '../../../resources/tools/build.ts';
import { argumentsOf, membersOf } from './host-sources.ts';

const source = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/** What happens to a document, by transition; and what the history is told beside that. */
const events = ((): readonly string[] => {
  const transitions = [...source('electron/core/document/transition.ts').matchAll(/readonly kind: '([\w-]+)'/g)].map(
    ([, kind]) => kind ?? '',
  );
  const told = membersOf(['electron/engine', 'electron/workspace'], 'event');
  const recorded = argumentsOf(['electron/engine'], { '#record': 1, '#act': 2, '#mark': 3 });
  return [...new Set([...transitions, ...told, ...recorded])].toSorted();
})();

describe('The events of the history', () => {
  it('are found in the sources', () => {
    expect(events).toEqual(
      expect.arrayContaining([
        'touched',
        'redone',
        'category set',
        'not filed away',
        'review undone',
        'dismissed',
        'renamed',
        'found',
      ]),
    );
  });

  it('have words in both languages, and no others have', () => {
    expect(Object.keys(english.queue.events).toSorted()).toEqual(events);
    expect(Object.keys(german.queue.events).toSorted()).toEqual(events);
  });
});
