import { describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { createFilter } from '../../../electron/engine/watch/filter.ts';
import { reads } from '../../support/reads.ts';

const settings = (more: object = {}) =>
  folderSettingsSchema.parse({ path: '/scans', route: { kind: 'extraction', id: 'x' }, ...more });

describe('What a folder takes', () => {
  it.each([
    'invoice.pdf',
    'INVOICE.PDF',
    'photo.Jpeg',
    'deep/er/letter.docx',
    'Rechnung Müller & Söhne (1).pdf',
    '~half$.pdf',
    'a [b] {c}.pdf',
  ])('picks up %s by default', (path) => {
    expect(createFilter(settings()).file(path)).toBeUndefined();
  });

  it.each([
    ['notes.txt', reads(/only PDF, PNG, JPG and DOCX/)],
    ['.hidden.pdf', reads(/begins with a dot/)],
    ['~$letter.docx', reads(/lock file/)],
    ['.~lock.letter.docx#', reads(/dot|lock file/)],
    ['scan.pdf.part', reads(/still being written/)],
    ['scan.pdf.partial', reads(/still being written/)],
    ['scan.pdf.filepart', reads(/still being written/)],
    ['scan.pdf.crdownload', reads(/still being written/)],
    ['scan.pdf.download', reads(/still being written/)],
    ['scan.pdf.tmp', reads(/still being written/)],
    ['Thumbs.db', reads(/belongs to the system/)],
    ['desktop.ini', reads(/belongs to the system/)],
    ['intray-Invoices.csv', reads(/table that Intray writes/)],
    ['intray-Invoices (2).xlsx', reads(/table that Intray writes/)],
  ])('does not pick up %s, and says why, in any subfolder', (path, why) => {
    const { file } = createFilter(settings({ include: path.endsWith('.txt') ? undefined : ['**/*'] }));
    for (const where of ['', '2026/March/']) expect(file(where + path)).toEqual(why);
  });

  it('takes exactly what it includes, whatever its type', () => {
    const filter = createFilter(settings({ include: ['*.tif', 'mail/**/*.pdf'] }));
    expect(filter.file('deep/scan.tif')).toBeUndefined();
    expect(filter.file('mail/2026/letter.pdf')).toBeUndefined();
    expect(filter.file('other/letter.pdf')).toEqual(reads(/nothing that this folder includes/));
  });

  it('leaves out what it ignores', () => {
    const filter = createFilter(settings({ ignore: ['draft*', 'old/**'] }));
    expect(filter.file('deep/draft 2.pdf')).toEqual(reads(/ignores/));
    expect(filter.file('old/a.pdf')).toEqual(reads(/ignores/));
    expect(filter.directory('old')).toEqual(reads(/ignores/));
    expect(filter.file('new/a.pdf')).toBeUndefined();
  });
});

describe('Where a folder looks', () => {
  it('enters subfolders, unless it is told not to', () => {
    expect(createFilter(settings()).directory('2026/March')).toBeUndefined();
    expect(createFilter(settings({ recursive: false })).directory('2026')).toEqual(reads(/not watched/));
    for (const glob of ['archive', 'archive/', 'archive/**'])
      expect(createFilter(settings({ ignore: [glob] })).directory('archive'), glob).toEqual(reads(/ignores/));
  });

  it.each(['Processed', './Processed/'])('never enters the directory it files away to, given as %s', (to) => {
    const filter = createFilter(settings({ fileAway: { kind: 'move', to } }));
    expect(filter.directory('Processed')).toEqual(reads(/filed away/));
    expect(filter.directory('Processed/June')).toEqual(reads(/filed away/));
    expect(filter.directory('Processed too')).toBeUndefined();
  });

  it.each([
    ...['.git', 'deep/@eaDir', '#recycle', '@Recycle', '$RECYCLE.BIN', 'a/$Recycle.Bin', 'RECYCLER', '.Trash-1000', '#snapshot'],
    ...['~snapshot', '@Recently-Snapshot', '@__thumb', 'System Volume Information', 'lost+found', 'Network Trash Folder'],
    ...['Temporary Items', '__MACOSX', 'deep/er/#RECYCLE', '@tmp', 'deep/.git', 'scans.part'],
  ])('does not enter %s', (directory) => {
    expect(createFilter(settings()).directory(directory)).toBeDefined();
  });

  it.each(['recycling', 'RECYCLE.BIN', 'lost', 'losttfound', 'snapshot', 'Temporary', 'recycle/2026'])(
    'enters %s',
    (directory) => {
      expect(createFilter(settings()).directory(directory)).toBeUndefined();
    },
  );

  it('enters a hundred levels, and no more', () => {
    const levels = (count: number) => Array.from({ length: count }, () => 'd').join('/');
    expect(createFilter(settings()).directory(levels(100))).toBeUndefined();
    expect(createFilter(settings()).directory(levels(101))).toEqual(reads(/100 levels/));
  });
});
