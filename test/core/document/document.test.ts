import { describe, expect, it } from 'vitest';
import {
  awaitsValues,
  type Delivery,
  deliveryNames,
  deliveryProblem,
  deliverySchema,
  directoryOf,
  documentOf,
  type FileRow,
  factsOf,
  fileNameOf,
  fileStateSchema,
  foundPath,
  isPassedOn,
  isPending,
  isRenamed,
  jsonOutputSchema,
  moveSchema,
  onRename,
  pathIn,
  pendingDeliveries,
  sameFacts,
  unfiledBecause,
  writtenAt,
} from '../../../electron/core/document/document.ts';
import { isOpenable } from '../../../electron/core/document/openable.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { documentWith, jobWith } from '../../support/jobs.ts';

describe('A path relative to its folder', () => {
  it.for([
    ['invoice.pdf', '', 'invoice.pdf'],
    ['2026/invoice.pdf', '2026', 'invoice.pdf'],
    ['2026/März & Co/scan 1.pdf', '2026/März & Co', 'scan 1.pdf'],
    ['2026/a\\b.pdf', '2026', 'a\\b.pdf'],
  ] as const)('%s lies in "%s" under the name "%s"', ([path, directory, name]) => {
    expect([directoryOf(path), fileNameOf(path)]).toEqual([directory, name]);
    expect(pathIn(directory, name)).toBe(path);
  });
});

describe('Two looks at a file', () => {
  const before = { size: 10, mtimeMs: 1_000.25, ino: 7 };

  it.for([
    ['nothing', {}, true],
    ['the size', { size: 11 }, false],
    ['the time by a fraction of a millisecond', { mtimeMs: 1_000.5 }, false],
    ['the file in its place', { ino: 8 }, false],
  ] as const)('see the same file if %s changed: %s', ([, change, same]) => {
    expect(sameFacts(before, { ...before, ...change })).toBe(same);
    expect(sameFacts(factsOf({ ...before, ...change }), before)).toBe(same);
  });

  it('are compared by these facts alone', () => {
    expect(factsOf({ ...before, mode: 7 } as typeof before)).toEqual(before);
  });
});

describe('A delivery', () => {
  const message = foreign('full');
  const unfiled = foreign('no vendor');

  it.each<[Delivery, Partial<Record<'at' | 'problem' | 'unfiled' | 'renamed', unknown>>, boolean]>([
    [{ kind: 'none' }, {}, false],
    [{ kind: 'pending' }, {}, true],
    [{ kind: 'pending', message }, { problem: message }, true],
    [{ kind: 'written', at: 5 }, { at: 5 }, true],
    [{ kind: 'written', at: 5, message, unfiled }, { at: 5, problem: message, unfiled }, true],
    [{ kind: 'written', at: 5, renamed: true }, { at: 5, renamed: true }, true],
    [{ kind: 'done', at: 6 }, { at: 6 }, false],
    [{ kind: 'done', at: 6, unfiled }, { at: 6, unfiled }, false],
  ])('says when it was written, what prevents it and why it is not filed: %j', (delivery, { renamed = false, ...said }, open) => {
    const seen = { at: writtenAt(delivery), problem: deliveryProblem(delivery), unfiled: unfiledBecause(delivery) };
    expect([seen, isRenamed(delivery), isPending(delivery)]).toEqual([said, renamed, open]);
    expect(deliverySchema.parse(JSON.parse(JSON.stringify(delivery)))).toEqual(delivery);
  });

  it('follows its source once that has another name, if it was done', () => {
    expect(onRename({ kind: 'done', at: 6, unfiled })).toEqual({ kind: 'written', at: 6, unfiled, renamed: true });
    for (const delivery of [{ kind: 'none' }, { kind: 'pending' }, { kind: 'written', at: 5 }] as const)
      expect(onRename(delivery)).toBe(delivery);
  });

  it('is pending until it is done', () => {
    expect(deliveryNames).toEqual(['none', 'pending', 'written', 'done']);
    expect(pendingDeliveries).toEqual(['pending', 'written']);
  });

  it.each([{ kind: 'written' }, { kind: 'done' }, { kind: 'written', at: 1, renamed: false }, { kind: 'else' }])(
    'is refused where a part of it is missing: %j',
    (delivery) => expect(deliverySchema.safeParse(delivery).success).toBe(false),
  );
});

describe('What is stored of a file', () => {
  it.each([{ kind: 'there' }, { kind: 'gone', was: { kind: 'there' } }, { kind: 'gone', was: { kind: 'settling', since: 1 } }])(
    'is read as it was written: %j',
    (file) => expect(fileStateSchema.parse(file)).toEqual(file),
  );

  it('has all that is known of its JSON and of a move', () => {
    const json = { path: '/a.json', from: '/b.json', hash: 'ab', was: '', isBehind: true };
    expect(jsonOutputSchema.parse(json)).toEqual(json);
    const move = { from: 'a.pdf', to: 'b.pdf', root: 3, volume: 'v' };
    expect(moveSchema.parse(move)).toEqual(move);
  });
});

describe('The path that a document was found at', () => {
  const filed = (id: number, from: string, to: string, undoneAt?: number) => ({
    ...{ id, from, to, at: id },
    ...(undoneAt !== undefined && { undoneAt }),
  });

  it.each([
    ['its own, where it was never filed', 'a.pdf', undefined, 'a.pdf'],
    ['where it was before', 'done/a.pdf', [filed(1, 'a.pdf', 'done/a.pdf')], 'a.pdf'],
    ['where it was at first', 'c.pdf', [filed(1, 'a.pdf', 'b.pdf'), filed(2, 'b.pdf', 'c.pdf')], 'a.pdf'],
    ['its own, where a person has taken it back', 'a.pdf', [filed(1, 'a.pdf', 'b.pdf', 9)], 'a.pdf'],
    ['what it was before the one that stands', 'c.pdf', [filed(1, 'a.pdf', 'b.pdf', 9), filed(2, 'a.pdf', 'c.pdf')], 'a.pdf'],
    ['its own, where a person has moved it since', 'x.pdf', [filed(1, 'a.pdf', 'b.pdf')], 'x.pdf'],
  ])('is %s', (_, path, entries, expected) => {
    expect(foundPath({ path, ...(entries && { filed: entries }) })).toBe(expected);
  });
});

describe('A document that the service has passed on itself', () => {
  const result = { kind: 'classification', status: 'processed', categoryName: 'Invoice', extra: {} } as const;
  const passedOn = jobWith({
    id: 5,
    state: { kind: 'passed-on', since: 1 },
    route: { kind: 'extraction', id: 'e-2' },
    fileId: 'x',
  });
  const verdict = jobWith({ id: 4, state: { kind: 'processed' }, route: { kind: 'classification', id: 'c-1' }, result });
  const { verdict: _, ...file } = documentWith();
  const row: FileRow = { ...file, file: { kind: 'there' }, job: 5 };

  it('is what its verdict made of it, and awaits its values', () => {
    const document = documentOf({ ...row, verdict: 4 }, passedOn, verdict);
    expect(document).toMatchObject({ job: 4, route: verdict.route, state: { kind: 'processed' }, result, passedOn });
    expect(document).not.toHaveProperty('verdict');
    expect(document).not.toHaveProperty('fileId');
    expect(awaitsValues(document)).toBe(true);
  });

  it('is held where there is no verdict, and awaits nothing', () => {
    const document = documentOf(row, passedOn, undefined);
    expect(document).toMatchObject({ job: 5, route: passedOn.route, passedOn, fileId: 'x' });
    expect(document.state).toMatchObject({ kind: 'waiting', wait: { kind: 'held', why: 'passed-on' } });
    expect(awaitsValues(document)).toBe(false);
  });

  it('is known by its job', () => {
    expect([isPassedOn(passedOn), isPassedOn(verdict), isPassedOn(undefined)]).toEqual([true, false, false]);
    expect(awaitsValues(documentOf(row, verdict, undefined))).toBe(false);
  });
});

describe('A file that is opened in its program', () => {
  it.each(['pdf', 'png', 'jpg', 'jpeg', 'tif', 'tiff', 'gif', 'bmp', 'webp', 'docx', 'json', 'csv', 'PDF'])(
    'is a document, a picture or what Intray wrote: .%s',
    (ending) => expect(isOpenable(`/scans/invoice.${ending}`)).toBe(true),
  );

  it.each(['a.exe', 'a.docm', 'a.desktop', 'a.pdf.exe', 'a.pdfx', 'apdf', '.pdf', '/scans/.pdf', 'C:\\scans\\.pdf', 'a.svg', ''])(
    'is nothing that may run: "%s"',
    (path) => expect(isOpenable(path)).toBe(false),
  );
});
