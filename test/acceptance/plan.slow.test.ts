import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect } from 'vitest';
import { type Sandbox, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { sealed } from '../engine/intake/sealed-pdfs.ts';
import { makeBytes } from '../support/make-files.ts';
import { itWith } from '../support/programs.ts';
import { filesBelow, type IntrayEnd, type JsonLine, jsonLines, makeWorkspace, runIntray } from '../support/run-intray.ts';

const key = 'a-key-for-the-sandbox';

/** No file has more pages. */
const mostPages = 7;

/** By hand: what is in the folder, and what becomes of it. `pages`: of what is sent. */
interface Written {
  readonly outcome: string;
  readonly pages?: number;
}

itWith(
  ['pdfinfo'],
  'a plan of 100 files says, to the page, what the run then pays for, and changes nothing',
  async ({ onTestFinished }) => {
    const space = await makeWorkspace();
    const sandbox = await startSandbox({
      keys: [{ name: 'test', key }],
      pagesPerMonth: 5_000,
      delays: { queued: 50, processing: 50 },
    });
    onTestFinished(async () => {
      await sandbox.close();
      await space.remove();
    });
    const id = sandbox.control.createExtraction({
      name: 'Invoices',
      fields: [{ key: 'total', description: 'the total' }],
    });
    const written = await fill(space.folder);
    expect(written.size).toBe(100);
    const expected = sum([...written.values()]);
    const plan = async (more: readonly string[] = []) => {
      const end = await intray(id, sandbox, space, ['--dry-run', ...more]);
      expect(end.code, end.stderr).toBe(0);
      return { planned: lines(end, 'planned'), sums: lines(end, 'plan')[0] };
    };

    const before = await treeOf(space.root);
    const { planned, sums } = await plan();
    expect(await treeOf(space.root)).toEqual(before);
    expect(sandbox.control.pages().remaining).toBe(5_000);
    expect(sandbox.requests.list()).toEqual([]);
    const said = planned.map(({ path, outcome, pages }) => [path, { outcome, ...(outcome === 'send' && { pages }) }] as const);
    const once = (each: Iterable<readonly [unknown, object]>) =>
      new Map([...each].filter(([path]) => !String(path).startsWith('twice/')));
    expect(once(said)).toEqual(once(written));
    expect(sums).toMatchObject({ files: count(written, 'send'), pages: expected, unknownPages: 0 });
    expect(sums).toMatchObject({ known: 8, rejected: 10, held: 0, unsettled: 0 });
    for (const { path, outcome, pages } of planned) {
      if (outcome !== 'send' || !String(path).endsWith('.pdf')) continue;
      expect(pagesByPoppler(join(space.folder, String(path))), String(path)).toBe(pages);
    }

    const end = await intray(id, sandbox, space, []);
    expect(lines(end, 'summary')[0], end.stderr).toMatchObject({ balance: { found: 100, rejected: 10, duplicate: 8 } });
    expect(5_000 - sandbox.control.pages().remaining).toBe(expected);
    expect((await plan()).sums).toMatchObject({ files: 0, pages: 0, known: 0, rejected: 0, held: 0 });
    // What a person would be asked about.
    for (let index = 20; index < 30; index += 1)
      appendFileSync(join(space.folder, `year ${2020 + (index % 3)}/scan ${index}.pdf`), `\n% changed ${index}\n`);
    expect((await plan()).sums).toMatchObject({ files: 0, held: 10 });
    const sent = ['--changed', 'send'];
    expect((await plan(sent)).sums).toMatchObject({ files: 10, held: 0 });
    // What a budget would hold back, and then does.
    const { sums: limited } = await plan([...sent, '--budget', '20']);
    expect(limited).toMatchObject({ held: 10 - Number(limited?.files), budgets: [{ period: 'run', pages: 20 }] });
    expect(limited?.pages).toBeLessThanOrEqual(20);
    const remaining = sandbox.control.pages().remaining;
    const short = await intray(id, sandbox, space, [...sent, '--budget', '20']);
    expect(short.code, short.stderr).toBe(1);
    expect(short.stderr).toContain('of this run’s 20 pages');
    // Which documents fit depends on which of them are ready first; none is sent that does not.
    const paid = remaining - sandbox.control.pages().remaining;
    expect(paid).toBeLessThanOrEqual(20);
    expect(paid).toBeGreaterThan(20 - mostPages);
  },
);

/** Fills a folder with 100 files. */
async function fill(folder: string): Promise<Map<string, Written>> {
  const written = new Map<string, Written>();
  const put = (path: string, bytes: Uint8Array, as: Written) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    written.set(path, as);
  };
  for (let index = 0; index < 45; index += 1) {
    const pages = 1 + (index % mostPages);
    const document = await PDFDocument.create();
    document.setTitle(`document ${index}`);
    for (let page = 0; page < pages; page += 1) document.addPage().drawText(`document ${index}, page ${page}`);
    const bytes = await document.save({ useObjectStreams: index % 2 === 0 });
    put(index < 8 ? `twice/scan ${index}.pdf` : `year ${2020 + (index % 3)}/scan ${index}.pdf`, bytes, {
      outcome: 'send',
      pages,
    });
    // Which of two is sent, only the scan tells.
    if (index < 8) put(`twice/scan ${index} (copy).pdf`, bytes, { outcome: 'known' });
  }
  for (const [index, { owner, user }] of sealed.entries()) {
    put(`sealed/opens ${index}.pdf`, owner, { outcome: 'send', pages: 1 });
    put(`sealed/closed ${index}.pdf`, user, { outcome: 'rejected' });
  }
  for (let index = sealed.length; index < 10; index += 1)
    put(`wrong/${index}.pdf`, Buffer.from(`not a PDF, ${index}`), { outcome: 'rejected' });
  for (let index = 0; written.size < 100; index += 1)
    put(`pictures/${index}.${index % 2 === 0 ? 'png' : 'jpg'}`, makeBytes(index % 2 === 0 ? 'png' : 'jpg', `picture ${index}`), {
      outcome: 'send',
      pages: 1,
    });
  return written;
}

function intray(
  extraction: string,
  sandbox: Sandbox,
  { folder, dataDir, home }: Record<'folder' | 'dataDir' | 'home', string>,
  more: readonly string[],
) {
  const args = ['run', folder, '--extraction', extraction, '--url', sandbox.url, '--data-dir', dataDir, '--json', ...more];
  return runIntray({ args: [...args, '--settle-seconds', '0.2'], home, key });
}

function lines(end: IntrayEnd, event: string): JsonLine[] {
  return jsonLines(end.stdout).filter((line) => line.event === event);
}

function count(written: ReadonlyMap<string, Written>, outcome: string): number {
  return [...written.values()].filter((each) => each.outcome === outcome).length;
}

function sum(written: readonly Written[]): number {
  return written.reduce((pages, each) => pages + (each.pages ?? 0), 0);
}

function pagesByPoppler(path: string): number {
  return Number(/^Pages:\s+(\d+)$/m.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))?.[1]);
}

/** Every file and what it holds, and when each directory changed. */
async function treeOf(root: string): Promise<unknown[]> {
  return (await filesBelow(root)).map((path) => {
    const bytes = readFileSync(join(root, path));
    return [path, createHash('sha256').update(bytes).digest('hex'), statSync(dirname(join(root, path))).mtimeMs];
  });
}
