/** PDFs that need a password are never sent, and those that open for anybody are, however they are encrypted and put together. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { World } from '../../../electron/engine/ports.ts';
import { pagesOfFile } from '../../../electron/workspace/parser/pages-of-file.ts';
import { makeBytes, makeFile } from '../../support/make-files.ts';
import type { RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';
import { compressed, sealed } from './sealed-pdfs.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
/** What the library was asked about. */
let opened: string[];
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  opened = [];
});
afterEach(() => scene.end());

const countPages: NonNullable<World['countPages']> = async (file) => {
  opened.push(file.path);
  return await pagesOfFile(file).catch(() => undefined);
};
const begin = (options: Partial<RunOptions> = {}) =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run', countPages, ...options });
const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder.path, name), bytes);

type Change = (pdf: string) => string;

/** An update that changes nothing: its trailer says what the one before says. */
const update: Change = (pdf) => {
  const trailer = /trailer\s*<<(.*)>>\s*startxref\s+(\d+)/s.exec(pdf);
  if (trailer === null) return pdf;
  return `${pdf}\nxref\n0 0\ntrailer <<${trailer[1]} /Prev ${trailer[2]}>>\nstartxref\n${pdf.length + 1}\n%%EOF\n`;
};
const changes: Readonly<Record<string, Change>> = {
  'as it is': (pdf) => pdf,
  'with 20 KB after its end': (pdf) => pdf + '\n'.repeat(20_000),
  'with a comment before the reference': (pdf) => pdf.replace('/Encrypt ', '/Encrypt%why\n'),
  'with a long trailer': (pdf) => pdf.replace(/trailer\s*<</, `trailer <<${' '.repeat(20_000)}`),
  'with its dictionary in the trailer': (pdf) => {
    const number = /\/Encrypt (\d+) 0 R/.exec(pdf)?.[1];
    const dictionary = new RegExp(`\\n${number} 0 obj\\s*(<<.*?>>)\\s*endobj`, 's').exec(pdf)?.[1];
    return pdf.replace(/\/Encrypt \d+ 0 R/, () => `/Encrypt ${dictionary}`);
  },
  'with a table of objects that points nowhere': (pdf) => pdf.replace(/startxref\s+\d+/g, 'startxref\n0'),
  'updated since': update,
  'with printer commands before it': (pdf) => `\x1b%-12345X@PJL JOB\r\n${pdf}`,
};

/** However it is put together, what says that it is encrypted is found before any key is tried. */
const oneCipher = sealed.filter(({ name }) => /^AES 128|^objects/.test(name));

it.each(Object.entries(changes))('%s, a PDF is sent if it opens, and refused if it needs a password', async (what, change) => {
  const tried = what === 'as it is' ? sealed : oneCipher;
  for (const { name, owner, user } of tried) {
    write(`${name} opens.pdf`, Buffer.from(change(owner.toString('latin1')), 'latin1'));
    write(`${name} locked.pdf`, Buffer.from(change(user.toString('latin1')), 'latin1'));
  }
  const run = await begin();
  await run.ending();
  expect(sandbox.allAccepted().toSorted()).toEqual(tried.map(({ name }) => `${name} opens.pdf`).toSorted());
  const refused = run.documents().filter(({ state }) => state.kind === 'rejected');
  expect(refused).toHaveLength(tried.length);
  for (const { state } of refused) expect(state).toMatchObject({ message: { code: 'unfit.password' } });
});

it('is sent if only what is attached to it needs a password', async () => {
  const pdf = sealed.find(({ name }) => name === 'AES 128')?.user.toString('latin1') ?? '';
  const attached = pdf
    .replace('/AuthEvent /DocOpen', '/AuthEvent /EFOpen')
    .replace('/StmF /StdCF', '/StmF /Identity /EFF /StdCF')
    .replace('/StrF /StdCF', '/StrF /Identity');
  expect(attached).toContain('EFOpen');
  expect(attached).toContain('/Identity /EFF');
  write('a.pdf', Buffer.from(attached, 'latin1'));
  const run = await begin();
  await run.ending();
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
});

it('that opens with a certificate only is refused', async () => {
  write(
    'a.pdf',
    Buffer.from(sealed[0]?.user.toString('latin1').replace('/Filter /Standard', '/Filter /AdobPubS') ?? '', 'latin1'),
  );
  const run = await begin();
  await run.ending();
  expect(run.documents()[0]?.state).toMatchObject({ kind: 'rejected', message: { code: 'unfit.password' } });
});

it('is sent if nobody can tell', async () => {
  write('a.pdf', sealed[0]?.user ?? Buffer.alloc(0));
  const run = await begin({ countPages: async () => undefined });
  await run.ending();
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
});

it('is looked at again where its file is another one by then', async () => {
  write('a.pdf', sealed[0]?.user ?? Buffer.alloc(0));
  let later = 3;
  const run = await begin({ countPages: async (file) => (later-- > 0 ? 'later' : countPages(file)) });
  await run.ending();
  expect(run.documents()[0]?.state).toMatchObject({ kind: 'rejected', message: { code: 'unfit.password' } });
  expect(later).toBe(-1);
});

it('is opened by the library only if it says that it is encrypted, wherever it says so', async () => {
  write('plain.pdf', makeBytes('pdf', 'a'));
  write('streams.pdf', compressed.onePage);
  await makeFile(join(folder.path, 'large.pdf'), 'large', { size: 3_000_000 });
  // The word lies across two of the pieces in which a large file is read.
  const whole = Buffer.from(sealed[0]?.user.toString('latin1').replace('%PDF-1.4\n', '%PDF-1.4\n%\n') ?? '', 'latin1');
  const [start, rest] = [whole.subarray(0, whole.indexOf('%\n') + 1), whole.subarray(whole.indexOf('%\n') + 1)];
  const padding = Buffer.alloc(1024 * 1024 - start.length - rest.indexOf('/Encrypt') - 4, ' ');
  write('split.pdf', Buffer.concat([start, padding, rest]));
  const run = await begin({ mode: 'plan' });
  await run.ending();
  expect(opened).toEqual([join(folder.path, 'split.pdf')]);
  expect(run.documents().filter(({ state }) => state.kind === 'rejected')).toHaveLength(1);
});
