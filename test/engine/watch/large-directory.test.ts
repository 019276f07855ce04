/** A directory so large that its rows are read in several pages: what is written between two of them holds. */
import { describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { FileFacts } from '../../../electron/core/document/document.ts';
import type { Entry, Files } from '../../../electron/engine/ports.ts';
import { createFilter } from '../../../electron/engine/watch/filter.ts';
import { LeftOutFiles } from '../../../electron/engine/watch/left-out-files.ts';
import { type Finding, scanFolder } from '../../../electron/engine/watch/scan.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import { freshLedger } from '../../ledger/fixture.ts';

const count = 5_000;
const names = Array.from({ length: count }, (_, index) => `scan${String(index).padStart(5, '0')}.pdf`);
const factsOf = (ino: number, size = 10): FileFacts => ({ size, mtimeMs: 1_000, ino });
const entry = (name: string, facts: FileFacts): Entry => ({ name, kind: 'file', ...facts });

/** What a scan finds of these entries; `between` is called between two pages of rows. */
async function scan(entries: readonly Entry[], between: (files: Ledger['files'], folderId: number) => void) {
  const { ledger, folderId } = known();
  const settings = folderSettingsSchema.parse({ path: '/scans', route: { kind: 'extraction', id: 'x' } });
  const root = { kind: 'directory', size: 0, mtimeMs: 0, ino: 2 } as const;
  const files: Pick<Files, 'stat' | 'list'> = {
    stat: async (path) => (path === '/scans' ? root : entries.find(({ name }) => path === `/scans/${name}`)),
    list: async () => [...entries],
  };
  let pages = 0;
  const world = {
    ledger,
    files: files as Files,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: {
      now: () => 5_000,
      elapsed: () => 5_000,
      after(_: number, work: () => void) {
        pages += 1;
        if (pages === 1) between(ledger.files, folderId);
        setImmediate(work);
        return () => {};
      },
    },
  };
  const findings: Finding[] = [];
  const folder = { id: folderId, path: '/scans', settings };
  for await (const some of scanFolder(world, folder, createFilter(settings), 'all', new LeftOutFiles(), 0, async () => {}))
    findings.push(...some);
  return { findings, pages };
}

function known() {
  const { ledger, folderId } = freshLedger();
  ledger.transaction(() => {
    for (const [index, name] of names.entries()) ledger.files.put({ folderId, directory: '', name, facts: factsOf(index + 10) });
  });
  return { ledger, folderId };
}

const asKnown = names.map((name, index) => entry(name, factsOf(index + 10)));

describe('a large directory', () => {
  it('is compared whole while other work has its turn', async () => {
    const changed = asKnown.map((each) => (each.name === names[4_321] ? { ...each, size: 11 } : each));
    const there = [...changed.filter(({ name }) => name !== names[7]), entry('new.pdf', factsOf(9_999))];
    const { findings, pages } = await scan(there, () => {});
    expect(findings.map((each) => [each.kind, each.kind === 'vanished' ? each.row.name : each.found.name])).toEqual([
      ['changed', names[4_321]],
      ['fresh', 'new.pdf'],
      ['vanished', names[7]],
    ]);
    expect(pages).toBe(2);
  });

  it('finds no new file in one that became known in between', async () => {
    const facts = factsOf(9_999);
    const { findings } = await scan([...asKnown, entry('a new one.pdf', facts)], (files, folderId) =>
      files.put({ folderId, directory: '', name: 'a new one.pdf', facts }),
    );
    expect(findings).toEqual([]);
  });

  it('finds what is newer than what became known in between', async () => {
    const { findings } = await scan([...asKnown, entry('a new one.pdf', factsOf(9_999, 20))], (files, folderId) =>
      files.put({ folderId, directory: '', name: 'a new one.pdf', facts: factsOf(9_999, 5) }),
    );
    expect(findings).toMatchObject([{ kind: 'changed', found: { name: 'a new one.pdf' } }]);
  });

  it('keeps a file that came after it was listed, and one that was removed in between', async () => {
    const { findings } = await scan(asKnown.slice(2), (files, folderId) => {
      files.put({ folderId, directory: '', name: 'scan00000.pdf', facts: factsOf(10, 11) });
      files.remove(folderId, '', 'scan00001.pdf');
    });
    expect(findings).toEqual([]);
  });
});
