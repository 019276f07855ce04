/** What the window says before many files are sent is what `run --dry-run` says; and nothing is sent. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, vi } from 'vitest';
import { sealed } from '../../engine/intake/sealed-pdfs.ts';
import { axeFindings } from '../../renderer/support/axe.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { makeBytes } from '../../support/make-files.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { filesBelow, jsonLines, runIntray } from '../../support/run-intray.ts';
import { startStrictService } from '../../support/strict/strict-service.ts';
import { openWindow } from './window.ts';

vi.setConfig({ testTimeout: 240_000 });

itUnlessMissing(
  missingBrowser,
  'The form says of 30 mixed files what a dry run says, and sends nothing',
  async ({ onTestFinished }) => {
    const service = await startStrictService();
    onTestFinished(() => service.close());
    const id = service.addExtraction();
    const { test, page, complaints } = await openWindow(onTestFinished, {}, async (opened) => {
      const trial = await opened.ask('connect', { url: service.url, key: service.key });
      expect(trial.kind).toBe('good');
    });
    const folder = join(await realpath(test.root), 'scans');
    await fill(folder);

    await page.evaluate(() => (globalThis.location.hash = '#/folders/add'));
    await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
    await page.getByText('It contains 30 documents').waitFor();
    await page.getByRole('radio', { name: /An existing extraction/ }).check();
    await page.getByRole('textbox', { name: /Extraction ID/ }).fill(id);
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByText('The service knows it as').waitFor();
    // Choosing a folder tries to write to it.
    const before = await treeOf(folder);

    const args = [
      'run',
      folder,
      '--extraction',
      id,
      '--url',
      service.url,
      '--data-dir',
      test.dataDirectory,
      '--json',
      '--dry-run',
    ];
    const dryRun = async (...more: readonly string[]) => {
      const end = await runIntray({ args: [...args, ...more], home: test.root, key: service.key });
      expect(end.code, end.stderr).toBe(0);
      return jsonLines(end.stdout).find(({ event }) => event === 'plan');
    };
    const sums = await dryRun();
    expect(sums).toMatchObject({ files: 22, pages: 33, unknownPages: 2, known: 3, rejected: 5, held: 0, unsettled: 0 });
    await page.getByRole('radio', { name: 'Send all 30', exact: true }).waitFor();
    const plan = page.getByRole('region', { name: 'If you send them' });
    const said = () => plan.getByRole('status').textContent();
    await expect.poll(said).toContain(`${sums?.files} documents are sent, at least ${sums?.pages} pages.`);
    expect(await said()).toContain(`${sums?.unknownPages} files are not counted`);
    expect(await said()).toContain(`${sums?.known} more are copies of known documents`);
    await plan.getByText(`${sums?.rejected} files cannot be sent`).click();
    await plan.getByText('locked.pdf').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    expect(await treeOf(folder)).toEqual(before);
    expect([...service.uploads]).toEqual([]);
    expect(service.received).toEqual([]);
    expect(service.violations).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

/** Thirty files. */
async function fill(folder: string): Promise<void> {
  const hourAgo = Date.now() / 1_000 - 3_600;
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    utimesSync(join(folder, path), hourAgo, hourAgo);
  };
  const pdf = async (title: string, pages: number) => {
    const document = await PDFDocument.create();
    document.setTitle(title);
    for (let page = 0; page < pages; page += 1) document.addPage().drawText(`${title}, page ${page}`);
    return document.save();
  };
  // 21 pages, with one of an encrypted document and eleven of pictures 33.
  for (let index = 0; index < 8; index += 1) put(`year/${index}.pdf`, await pdf(`document ${index}`, 1 + (index % 5)));
  for (let index = 0; index < 3; index += 1) put(`copies/${index}.pdf`, readFileSync(join(folder, `year/${index}.pdf`)));
  const [first] = sealed;
  put('opens.pdf', first?.owner ?? Buffer.alloc(0));
  put('locked.pdf', first?.user ?? Buffer.alloc(0));
  put('empty.pdf', Buffer.alloc(0));
  for (let index = 0; index < 3; index += 1) put(`wrong ${index}.pdf`, Buffer.from(`no document ${index}`));
  for (let index = 0; index < 2; index += 1) put(`letter ${index}.docx`, makeBytes('docx', `letter ${index}`));
  for (let index = 0; index < 11; index += 1)
    put(`picture ${index}.${index % 2 === 0 ? 'png' : 'jpg'}`, makeBytes(index % 2 === 0 ? 'png' : 'jpg', `picture ${index}`));
}

async function treeOf(root: string): Promise<unknown[]> {
  return (await filesBelow(root)).map((path) => {
    const bytes = readFileSync(join(root, path));
    return [path, createHash('sha256').update(bytes).digest('hex'), statSync(dirname(join(root, path))).mtimeMs];
  });
}
