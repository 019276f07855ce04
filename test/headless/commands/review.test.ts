import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { type Members, putDocument } from '../../support/jobs.ts';
import { classified, extracted } from '../documents.ts';
import { intray, type TypedFlags } from '../intray.ts';
import { testHost } from '../test-host.ts';

const origin = 'https://a.example';
const invoices = { kind: 'extraction', id: 'e' } as const;
const mail = { kind: 'classification', id: 'c' } as const;
const confirmations = (by: string) => [{ at: Date.UTC(2026, 4, 1, 12), by, corrections: {} }];

let root: string;
let dataDir: string;
let scans: string;
let more: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-review-')));
  dataDir = join(root, 'data');
  [scans, more] = [join(root, 'scans'), join(root, 'more')];
  await Promise.all([mkdir(dataDir), mkdir(scans), mkdir(more)]);
  inLedger((ledger) => {
    for (const path of [scans, more]) {
      const { id } = ledger.folders.ensure(path);
      ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path, route: invoices }), id);
    }
    ledger.routes.setInfo(origin, { route: invoices, name: 'Invoices', fields: ['number', 'total'], seenAt: 1 });
  });
});
afterEach(() => rm(root, { recursive: true, force: true }));

function inLedger<Value>(work: (ledger: Ledger) => Value): Value {
  const ledger = openLedger(ledgerPath(dataDir));
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}

/** A delivered document whose result lacks its total, unless something else is said of it. */
async function know(path: string, members: Partial<Members> = {}, folder = scans): Promise<string> {
  await writeFile(join(folder, path), path);
  const result = extracted({ number: '17', total: '' }, 'needs_review');
  inLedger((ledger) => {
    const { id } = ledger.folders.ensure(folder);
    const own = { path, origin, route: invoices, state: { kind: 'needs_review' }, result, hash: path.padEnd(64, '0') } as const;
    putDocument(ledger, id, { ...own, delivery: { kind: 'done', at: 1 }, ...members });
  });
  return join(folder, path);
}

const ask = async (paths: readonly string[], flags: TypedFlags = {}) => {
  const host = testHost();
  const exit = await intray(['review', ...paths], { dataDir, ...flags }, host);
  return { exit, text: host.output.text };
};
const events = async (paths: readonly string[], flags: TypedFlags = {}) =>
  (await ask(paths, { ...flags, json: true })).text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const asked = () => inLedger(({ requests }) => requests.take());

describe('intray review', () => {
  it('lists what needs a look, everywhere or in a folder, and nothing that waits for something else', async () => {
    await know('a.pdf');
    await know('b.pdf', {}, more);
    await know('fine.pdf', { state: { kind: 'processed' }, result: extracted({ number: '1', total: '2' }) });
    await know('failed.pdf', { state: { kind: 'failed', by: 'service', message: foreign('broken') }, result: undefined });
    await know('seen.pdf', { dismissed: true });
    const all = await ask([]);
    expect(all.text).toContain('2 documents need you:');
    expect(all.text).toContain('No value for total.');
    expect(all.text).toContain(`${scans}/a.pdf, ${more}/b.pdf`);
    expect(all.text).not.toMatch(/fine|failed|seen/);
    expect(all.text).toContain('intray review FILE');
    expect(await events([more])).toMatchObject([
      { event: 'review', id: 2, folder: more, path: 'b.pdf', state: 'needs_review', message: 'No value for total.' },
    ]);
    expect(asked()).toEqual([]);
  });

  it('says that nothing waits', async () => {
    expect(await ask([])).toEqual({ exit: 0, text: 'No document waits for a review.\n' });
  });

  it('shows the values of a file, those that need a look with the reason', async () => {
    const path = await know('a.pdf');
    expect((await ask([path])).text.split('\n')).toEqual([
      `${path}: It needs you.`,
      'The service asks for a review.',
      '     number  17',
      '  !  total',
      '             The value of “total” is empty.',
      'To confirm it: intray review FILE --confirm, with --set FIELD=VALUE for each value that is wrong.',
      '',
    ]);
    expect(await events([path])).toMatchObject([
      {
        ...{ event: 'review', id: 1, path, state: 'needs_review', needs: true, status: 'needs_review' },
        fields: [
          { field: 'number', value: '17', reasons: [] },
          { field: 'total', value: '', reasons: [{ code: 'reasons.empty' }] },
        ],
      },
    ]);
  });

  it('shows a category, and who has confirmed it', async () => {
    const review = { confirmations: confirmations('Anna'), changes: [] };
    const path = await know('a.pdf', { route: mail, result: classified('Letter'), review, state: { kind: 'processed' } });
    expect((await ask([path])).text).toMatch(/does not need you\.\n.* is in the category “Letter”\.\nConfirmed by Anna, /);
  });

  it('leaves a confirmation with its corrections for the engine', async () => {
    const path = await know('a.pdf');
    const { exit, text } = await ask([path], { set: ['total=12.50', 'number=a=b'], confirm: true });
    expect([exit, text]).toEqual([0, '1 document is confirmed.\nIntray sees to it when it runs next.\n']);
    expect(asked()).toMatchObject([{ documentId: 1, act: { kind: 'confirm', corrections: { total: '12.50', number: 'a=b' } } }]);
  });

  it('does what it can of several, and says what it cannot', async () => {
    const paths = [
      await know('a.pdf'),
      await know('b.pdf', { state: { kind: 'processed' }, result: extracted({ number: '1', total: '2' }) }),
      join(scans, 'never.pdf'),
    ];
    const { exit, text } = await ask(paths, { dismiss: true });
    expect(exit).toBe(1);
    expect(text).toContain('b.pdf does not need you.');
    expect(text).toContain('never.pdf: Intray does not know it.');
    expect(text).toContain('1 document is dismissed.');
    expect(asked()).toMatchObject([{ documentId: 1, act: { kind: 'dismiss' } }]);
    expect(await events(paths, { dismiss: true })).toMatchObject([
      { event: 'reviewed', act: 'dismiss', id: 1, accepted: true },
      { event: 'reviewed', act: 'dismiss', id: 2, accepted: false, code: 'reviewing.needsNobody' },
      { event: 'reviewed', act: 'dismiss', accepted: false, code: 'answers.sendAgain.unknown' },
    ]);
  });

  it('takes a confirmation or a dismissal back, and nothing that was not done', async () => {
    const confirmed = await know('a.pdf', { review: { confirmations: confirmations('Anna'), changes: [] } });
    const dismissed = await know('b.pdf', { dismissed: true });
    const neither = await know('c.pdf');
    const { exit, text } = await ask([confirmed, dismissed, neither], { undo: true });
    expect(exit).toBe(1);
    expect(text).toContain('c.pdf: There is no confirmation to undo.');
    expect(asked()).toMatchObject([1, 2].map((documentId) => ({ documentId, act: { kind: 'undo' } })));
  });

  it('chooses between a correction and what the service has said since', async () => {
    const [confirmation] = confirmations('Anna');
    const path = await know('a.pdf', {
      review: { confirmations: [{ ...confirmation, corrections: { total: '3' } } as never], changes: [], conflict: ['total'] },
    });
    expect((await ask([path], { confirm: true })).exit).toBe(1);
    expect((await ask([path], { take: 'mine' })).text).toMatch(/^1 document has the values that you chose/);
    expect(asked()).toMatchObject([{ act: { kind: 'resolve', take: 'mine' } }]);
  });

  it.each([
    [
      'a field that there is not',
      { set: 'totall=1', confirm: true },
      /The extraction has no field “totall”\.\nIts fields: number, total\./,
    ],
    ['a value without its field', { set: '12.50', confirm: true }, /--set takes FIELD=VALUE, not “12\.50”/],
    ['a correction that confirms nothing', { set: 'total=1' }, /add --confirm/],
    ['two acts', { confirm: true, dismiss: true }, /Give one of/],
  ] as const)('refuses %s', async (_, flags, said) => {
    const path = await know('a.pdf');
    const refusal = await ask([path], flags).then(
      ({ exit, text }) => (exit === 1 ? text : ''),
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(said);
    expect(asked()).toEqual([]);
  });

  it('refuses an act on no file, a correction of several, and values that there are not', async () => {
    const path = await know('a.pdf', { state: { kind: 'queued', status: 'queued' }, result: undefined });
    await expect(ask([], { confirm: true })).rejects.toThrow('Name the files.');
    await expect(ask([path, path], { confirm: true, set: 'total=1' })).rejects.toThrow('exactly one file');
    await expect(ask([path])).rejects.toThrow('has no result to review now');
    await expect(ask([join(scans, 'never.pdf')])).rejects.toThrow('Intray does not know it');
  });
});
