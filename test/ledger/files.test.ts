import { describe, expect, it } from 'vitest';
import type { FileRecord } from '../../electron/core/document/records.ts';
import { found, freshLedger } from './fixture.ts';

const facts = { size: 10, mtimeMs: 1_700_000_000_000.5, ino: 2 ** 60 };

describe('the files that the last scan saw', () => {
  it('are listed by directory, without those below it', () => {
    const { ledger, folderId } = freshLedger();
    const documentId = ledger.documents.add(found(folderId)).id;
    const files: readonly FileRecord[] = [
      { folderId, directory: '', name: 'a.pdf', facts, documentId },
      { folderId, directory: '', name: 'b.pdf', facts, skipped: 'existing' },
      { folderId, directory: 'sub', name: 'a.pdf', facts },
      { folderId, directory: 'sub/deep', name: 'c.pdf', facts },
      { folderId: ledger.folders.ensure('/other').id, directory: 'elsewhere', name: 'a.pdf', facts },
    ];
    for (const file of files.toReversed()) ledger.files.put(file);
    expect(ledger.files.directory(folderId, '')).toEqual(files.slice(0, 2));
    expect(ledger.files.directory(folderId, 'sub')).toEqual([files[2]]);
    expect(ledger.files.directory(folderId, 'nowhere')).toEqual([]);
    expect(ledger.files.directories(folderId)).toEqual(['', 'sub', 'sub/deep']);
    expect(ledger.files.directories(99)).toEqual([]);
    expect(ledger.files.count(folderId)).toBe(4);
    expect(ledger.files.get(folderId, 'sub', 'a.pdf')).toEqual(files[2]);
  });

  it('are known by their latest facts, until they are gone', () => {
    const { ledger, folderId } = freshLedger();
    ledger.files.put({ folderId, directory: '', name: 'a.pdf', facts, skipped: 'existing' });
    const newer = { folderId, directory: '', name: 'a.pdf', facts: { ...facts, size: 11 } };
    ledger.files.put(newer);
    expect(ledger.files.directory(folderId, '')).toEqual([newer]);
    ledger.files.remove(folderId, '', 'a.pdf');
    expect(ledger.files.get(folderId, '', 'a.pdf')).toBeUndefined();
    expect(ledger.files.directories(folderId)).toEqual([]);
  });

  it('are found anew when it is forgotten that they were skipped', () => {
    const { ledger, folderId } = freshLedger();
    const other = ledger.folders.ensure('/other').id;
    const taken = { folderId, directory: '', name: 'b.pdf', facts };
    ledger.files.put(taken);
    for (const id of [folderId, other])
      ledger.files.put({ folderId: id, directory: '', name: 'a.pdf', facts, skipped: 'existing' });
    ledger.files.forgetSkipped(folderId);
    expect(ledger.files.directory(folderId, '')).toEqual([taken]);
    expect(ledger.files.count(other)).toBe(1);
  });

  it('are found by their inodes within the folder, where there are inodes', () => {
    const { ledger, folderId } = freshLedger();
    const other = ledger.folders.ensure('/other').id;
    const here = { folderId, directory: 'sub', name: 'a.pdf', facts };
    ledger.files.put(here);
    ledger.files.put({ folderId: other, directory: '', name: 'a.pdf', facts });
    ledger.files.put({ folderId, directory: '', name: 'b.pdf', facts: { ...facts, size: 11 } });
    ledger.files.put({ folderId, directory: '', name: 'c.pdf', facts: { ...facts, ino: 0 } });
    expect(ledger.files.withInodes(folderId, [facts.ino, 0])).toEqual([
      { ...here, directory: '', name: 'b.pdf', facts: { ...facts, size: 11 } },
      here,
    ]);
    expect(ledger.files.withInodes(folderId, [2 * facts.ino, 0])).toEqual([]);
  });

  it('are compared in pages, by name', () => {
    const { ledger, folderId } = freshLedger();
    for (const name of ['b.pdf', 'ä.pdf', 'a.pdf', '\u{1F4C4}.pdf', '\uFB01.pdf'])
      ledger.files.put({ folderId, directory: 'sub', name, facts, skipped: 'left' });
    ledger.files.put({ folderId, directory: '', name: 'c.pdf', facts });
    const names: string[] = [];
    for (let page = ledger.files.known(folderId, 'sub', '', 2); page.length > 0; ) {
      names.push(...page.map(({ name }) => name));
      page = ledger.files.known(folderId, 'sub', page.at(-1)?.name ?? '', 2);
    }
    expect(names).toEqual(['a.pdf', 'b.pdf', 'ä.pdf', '\uFB01.pdf', '\u{1F4C4}.pdf']);
    expect(ledger.files.known(folderId, '', '', 10)).toEqual([{ name: 'c.pdf', facts }]);
  });
});
