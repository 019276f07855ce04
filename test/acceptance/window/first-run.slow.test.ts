import { readdir, readFile, realpath, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { projectRoot } from '../../../resources/tools/build.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { makeFile } from '../../support/make-files.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { jsonOf, openWindow, row, tableOf } from './window.ts';

// Two dozen documents are really read, and polled at the pace the service advises.
/** What a person would read on the page. */
interface Expected {
  readonly values: Readonly<Record<string, string>>;
}

/** Damaged on purpose, so that a newcomer sees what a failure looks like. */
const damaged = 'Scan_20260312_0007.pdf';

describe('A newcomer who has not read the manual', () => {
  itUnlessMissing(
    missingBrowser,
    'tries Intray without an account: chooses a folder, adds the samples, sees results on screen and on disk',
    async ({ onTestFinished }) => {
      // The sandbox as a newcomer gets it: it reads the documents itself.
      const world = { sandbox: { delays: { queued: 0, processing: 0 }, seed: 7 } };
      const { test, page, complaints } = await openWindow(onTestFinished, world, async () => {});

      await page.getByRole('heading', { name: 'Welcome to Intray' }).waitFor();
      await page.getByText('No document and no value goes anywhere else.').waitFor();
      await page.getByRole('button', { name: 'Start the sandbox' }).click();

      await page.getByRole('heading', { name: 'Your first folder' }).waitFor();
      await page.getByRole('combobox', { name: 'Folder' }).fill(join(await realpath(test.root), 'My scans'));
      await page.getByRole('button', { name: 'Create the folder “My scans”' }).click();
      await page.getByText('It contains no documents now.').waitFor();

      // The sandbox's own extraction is already selected.
      await expect.poll(() => page.getByRole('radio', { name: /^Invoices and receipts/ }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Start watching' }).click();

      await page.getByText('“My scans” is watched.').first().waitFor();
      await page.getByRole('button', { name: 'Copy the sample documents into it' }).click();
      await row(page, damaged).filter({ hasText: 'Failed' }).waitFor({ timeout: 90_000 });

      const folder = join(await realpath(test.root), 'My scans');
      const samples = (await readdir(join(projectRoot, 'resources', 'samples'))).filter((name) => !name.endsWith('.json'));
      const good = samples.filter((name) => name !== damaged);
      const written = async (ending: string) => (await readdir(folder)).filter((name) => name.endsWith(ending)).toSorted();
      await expect.poll(() => written('.json')).toEqual(good.map((name) => `${name}.json`).toSorted());
      await expect.poll(() => written('.csv')).toEqual(['intray-Invoices and receipts.csv']);
      const name = 'invoice-2026-0417.pdf';
      const expected = JSON.parse(await readFile(join(projectRoot, 'resources', 'samples', 'expected.json'), 'utf8')) as Record<
        string,
        Expected
      >;
      const values = expected[name]?.values ?? {};
      expect((await jsonOf(folder, name)).extracted_data).toEqual(values);
      await expect
        .poll(async () => (await tableOf(folder, 'intray-Invoices and receipts.csv')).map(({ file }) => file).toSorted())
        .toEqual(good.toSorted());

      await row(page, name).filter({ hasText: 'Done' }).click();
      await page
        .getByRole('region', { name: `Details of ${name}` })
        .getByText(values.invoice_number ?? '-')
        .first()
        .waitFor();

      await row(page, damaged).filter({ hasText: 'Failed' }).click();
      await page
        .getByRole('region', { name: `Details of ${damaged}` })
        .getByText('The service could not process it')
        .waitFor();

      // The folder's card adds up.
      await page.getByRole('link', { name: 'Folders', exact: true }).click();
      const card = page.getByRole('article', { name: 'My scans' });
      await card.getByRole('link', { name: `${samples.length} found` }).waitFor();
      await card.getByRole('link', { name: '1 Failed' }).waitFor();
      const counts = await card.getByRole('list').getByRole('link').allTextContents();
      const [found = 0, ...each] = counts.map((text) => Number.parseInt(text, 10));
      expect(each.reduce((sum, count) => sum + count, 0)).toBe(found);
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'gets what the scanner writes while the folder is being added, and may send what was there before',
    async ({ onTestFinished }) => {
      const world = { sandbox: { documents: quickDocuments, delays: { queued: 0, processing: 0 }, seed: 7 } };
      const { test, page, complaints } = await openWindow(onTestFinished, world);
      const folder = join(await realpath(test.root), 'scans');
      await makeFile(join(folder, 'before.pdf'), 'before');
      const hourAgo = Date.now() / 1_000 - 3_600;
      await utimes(join(folder, 'before.pdf'), hourAgo, hourAgo);

      await page.evaluate(() => (globalThis.location.hash = '#/folders/add'));
      await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
      await page.getByText('It contains 1 document').waitFor();
      await page.getByRole('radio', { name: /^Invoices and receipts/ }).check();
      await makeFile(join(folder, 'meanwhile.pdf'), 'meanwhile');
      await page.getByText('Leave it alone').click();
      await page.getByRole('button', { name: 'Start watching' }).click();
      await page.getByText('“scans” is watched.').first().waitFor();
      await jsonOf(folder, 'meanwhile.pdf');

      await page.getByRole('link', { name: 'Folders', exact: true }).click();
      const card = page.getByRole('article', { name: 'scans' });
      await card.getByText('1 file was there before and is left alone.').waitFor();
      expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual(['meanwhile.pdf.json']);
      await card.getByRole('button', { name: 'Send it…' }).click();
      await page.getByRole('dialog', { name: 'Send 1 file?' }).getByRole('button', { name: 'Send 1 file' }).click();
      await jsonOf(folder, 'before.pdf');
      await expect.poll(() => card.getByText('left alone').count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});
