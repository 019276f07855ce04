import { describe, expect, it } from 'vitest';
import { documentMatches, searchTerms } from '../../electron/core/values/search-terms.ts';
import { hrefOf } from '../../renderer/navigation.ts';
import { filterOf, type QueueLocation, sortedBy, sortOf, valuesOf } from '../../renderer/queue/filters.ts';
import { matchesInPath } from '../../renderer/queue/marked.tsx';

/** Each piece that is marked. */
const marked = (found: { readonly text: string; readonly marks: readonly (readonly [number, number])[] } | undefined) =>
  found?.marks.map(([from, to]) => found.text.slice(from, to));

function foundIn(path: string, query: string) {
  const [match] = documentMatches(searchTerms(query), path, new Map(), new Map());
  return match && matchesInPath(match);
}

describe('What was found in a path', () => {
  it('is marked in the name, or in the directory', () => {
    expect(marked(foundIn('2026/Rechnung Müller.pdf', 'müller rech')?.name)).toEqual(['Rech', 'Müller']);
    expect(marked(foundIn('Müller/scan.pdf', 'müller')?.directory)).toEqual(['Müller']);
    expect(foundIn('Müller/scan.pdf', 'müller')?.name).toBeUndefined();
    expect(marked(foundIn('a/bc.pdf', 'a/b')?.name)).toEqual(['b']);
    expect(marked(foundIn('a/bc.pdf', 'a/b')?.directory)).toEqual(['a/']);
    expect(foundIn('a/bc.pdf', 'zz')).toBeUndefined();
  });

  it('stays in sight in a long name, far down a long path', () => {
    const found = foundIn(`${'deep/'.repeat(30)}${'2026-03-12 scan '.repeat(6)}harbour.pdf`, 'harbour')?.name;
    expect(marked(found)).toEqual(['harbour']);
    expect(found?.text).toMatch(/^….{10}harbour\.pdf$/u);
  });
});

describe('The order of the list', () => {
  it('stands in the address, but for the usual one', () => {
    const location: QueueLocation = { screen: 'queue', text: 'x' };
    for (const descending of [true, false]) {
      const by = 'field:-total';
      expect(sortOf(sortedBy(location, { by, descending }))).toEqual({ by, descending });
    }
    expect(hrefOf(sortedBy({ ...location, sort: '-name' }, { by: 'when', descending: true }))).toBe(hrefOf(location));
    expect(sortOf({ ...location, sort: 'size' })).toEqual({ by: 'when', descending: true });
  });

  it('is asked for with the columns that are shown', () => {
    expect(filterOf({ screen: 'queue', sort: '-field:total', folderId: 2 }, ['category'])).toEqual({
      folderId: 2,
      sort: { by: 'field:total', descending: true },
      columns: ['category'],
    });
    expect(filterOf({ screen: 'queue' }, [])).toEqual({});
  });
});

it('Values that are no day and no number narrow nothing down', () => {
  const values = (said: Partial<QueueLocation>) => valuesOf({ screen: 'queue', ...said });
  expect(values({ from: '2026-01-31', to: '2026-02-31', least: '0', most: 'much', sender: '  ' })).toEqual({
    from: '2026-01-31',
    least: 0,
  });
  expect(values({ least: '-12.50', most: '1e3', sender: ' Korn ' })).toEqual({ least: -12.5, most: 1_000, sender: 'Korn' });
  expect(filterOf({ screen: 'queue', from: '' }, [])).toEqual({});
});
