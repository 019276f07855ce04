import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Documents } from '../../../electron/sandbox/documents.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { makeFile } from '../../support/make-files.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { connectTo, jsonOf, openWindow, type Service, startService, type TestedWindow, tableOf } from './window.ts';

// Eight documents, each confirmed and rewritten before the next, on a machine that may be busy.
describe('Review, from the page to the files on disk', () => {
  itUnlessMissing(
    missingBrowser,
    'a person confirms eight documents using only the keyboard; JSON and CSV say what was corrected, by whom and when',
    async ({ onTestFinished }) => {
      const { test, page, watch, complaints } = await openWindow(onTestFinished, worldOf({ findFields: withoutTax }));
      const begun = Date.now();
      const folder = await watch('Invoices', await sampleExtraction(test));
      const names = Array.from({ length: 8 }, (_, index) => `scan${String(index + 1).padStart(2, '0')}.pdf`);
      for (const name of names) await makeFile(join(folder, name), `Vendor of ${name}`);
      await page.getByText('8 documents need you').waitFor({ state: 'attached' });

      // No clicks from here on.
      await page.keyboard.press('2');
      const corrected = new Map<string, { tax: string; vendor?: string }>();
      for (let position = 1; position <= names.length; position += 1) {
        await page.getByText(`${position} of 8`, { exact: true }).waitFor();
        await expect.poll(() => focusedField(page)).toBe('tax_amount');
        const name = (await page.getByRole('heading', { level: 2 }).textContent()) ?? '';
        const tax = `${position}.50`;
        await page.keyboard.type(tax);
        if (position % 4 !== 0) corrected.set(name, { tax });
        else {
          const vendor = `Corrected ${position}`;
          for (let back = 0; back < 8 && (await focusedField(page)) !== 'vendor_name'; back += 1) {
            await page.keyboard.press('Shift+Tab');
          }
          await page.keyboard.press('Control+a');
          await page.keyboard.type(vendor);
          corrected.set(name, { tax, vendor });
        }
        await page.keyboard.press('Enter');
      }
      await page.getByRole('heading', { name: 'All done' }).waitFor();
      expect([...corrected.keys()].toSorted()).toEqual(names);

      const table = 'intray-Invoices and receipts.csv';
      // Every row is there and has been rewritten.
      const reviewed = async () => (await tableOf(folder, table)).filter(({ reviewed_by }) => reviewed_by === 'ada');
      await expect.poll(async () => (await reviewed()).map(({ file }) => file).toSorted()).toEqual(names);
      const rows = await tableOf(folder, table);
      expect(rows).toHaveLength(names.length);
      for (const name of names) {
        const { tax = '', vendor } = corrected.get(name) ?? {};
        const from = `Vendor of ${name}`;
        await test.until(`the JSON of ${name}`, async () => (await jsonOf(folder, name)).reviewed !== undefined);
        const { extracted_data: data, reviewed, review } = await jsonOf(folder, name);
        expect(data).toMatchObject({ tax_amount: tax, vendor_name: vendor ?? from });
        expect(review).toEqual([]);
        expect(reviewed?.by).toBe('ada');
        expect(Date.parse(reviewed?.at ?? '')).toBeGreaterThanOrEqual(begun);
        const changes = reviewed?.changes.map(({ field, from: old, to, by }) => ({ field, from: old, to, by })) ?? [];
        expect(changes.toSorted((a, b) => (a.field ?? '').localeCompare(b.field ?? ''))).toEqual([
          { field: 'tax_amount', from: '', to: tax, by: 'ada' },
          ...(vendor === undefined ? [] : [{ field: 'vendor_name', from, to: vendor, by: 'ada' }]),
        ]);
        const row = rows.find(({ file }) => file === name);
        expect(row).toMatchObject({ tax_amount: tax, vendor_name: vendor ?? from, review: '', reviewed_at: reviewed?.at });
        expect(row?.reviewed_changes).toContain(`tax_amount: "" → "${tax}"`);
      }
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'a document is moved to another category, at the service and on disk; another is classified again',
    async ({ onTestFinished }) => {
      let isKnown = false;
      const findCategory: Documents['findCategory'] = () =>
        isKnown
          ? { categoryIndex: 0, confidence: 0.93, reasoning: 'It is an invoice after all.' }
          : { categoryIndex: null, confidence: 0.1, reasoning: 'Nothing in it tells.' };
      const service = await startService(onTestFinished, { documents: { ...quickDocuments, findCategory } });
      const { id, categories } = service.control.createClassification({
        name: 'Office mail',
        description: '',
        categories: ['Invoice', 'Letter'].map((name) => ({ name, description: name })),
      });
      const { test, page, watch, complaints } = await openWindow(onTestFinished, {}, async (opened) => {
        await connectTo(service, opened);
        await opened.ask('changeClassification', { id, categories: [...categories] });
      });
      const folder = await watch('Mail', { kind: 'classification', id });
      await makeFile(join(folder, 'letter.pdf'), 'A letter');
      await makeFile(join(folder, 'invoice.pdf'), 'An invoice');
      await page.getByText('2 documents need you').waitFor({ state: 'attached' });
      expect((await jsonOf(folder, 'letter.pdf')).category).toBeNull();

      await openInReview(test, page, 'letter.pdf');
      await page.getByText('Nothing in it tells.').waitFor();
      await page.getByRole('radio', { name: 'Letter' }).check();
      await page
        .getByRole('button', { name: /^Confirm and next/ })
        .first()
        .click();
      await expect.poll(async () => (await jsonOf(folder, 'letter.pdf')).category?.name).toBe('Letter');
      const { review, reviewed } = await jsonOf(folder, 'letter.pdf');
      expect(review).toEqual([]);
      expect(reviewed).toMatchObject({ by: 'ada', changes: [{ from: null, to: 'Letter', by: 'ada' }] });

      expect(await categoryAtService(service, 'letter.pdf')).toBe('Letter');

      isKnown = true;
      await openInReview(test, page, 'invoice.pdf');
      await page.getByRole('button', { name: 'Classify again' }).click();
      await expect.poll(async () => (await jsonOf(folder, 'invoice.pdf')).category?.name, { timeout: 45_000 }).toBe('Invoice');
      expect((await jsonOf(folder, 'invoice.pdf')).review).toEqual([]);
      await page.getByRole('heading', { name: /^(All done|Nothing needs you)$/ }).waitFor();
      expect(await categoryAtService(service, 'invoice.pdf')).toBe('Invoice');
      // A person's choice holds, whatever the service would say now.
      expect(await categoryAtService(service, 'letter.pdf')).toBe('Letter');
      const [csv = ''] = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
      await expect
        .poll(async () => Object.fromEntries((await tableOf(folder, csv)).map(({ file, category }) => [file, category])))
        .toEqual({ 'letter.pdf': 'Letter', 'invoice.pdf': 'Invoice' });
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'mixed mail: a category goes on into its extraction without an error, and Undo takes it back there and at the service',
    async ({ onTestFinished }) => {
      const findCategory: Documents['findCategory'] = () => ({ categoryIndex: 1, confidence: 0.4, reasoning: 'By a guess.' });
      const service = await startService(onTestFinished, { documents: { ...quickDocuments, findCategory } });
      const { id, categories } = service.control.createClassification({
        name: 'Office mail',
        description: '',
        categories: ['Invoice', 'Letter'].map((name) => ({ name, description: name })),
      });
      const { test, page, watch, complaints } = await openWindow(onTestFinished, {}, async (opened) => {
        await connectTo(service, opened);
        await opened.ask('changeClassification', { id, categories: [...categories] });
      });
      const invoice = { extraction: service.extraction.id, linked: false };
      const folder = await watch(
        'Mail',
        { kind: 'classification', id },
        { next: { categories: { Invoice: invoice, Letter: invoice }, otherwise: 'review', below: 0.6 } },
      );
      const names = ['one.pdf', 'two.pdf', 'three.pdf'];
      for (const name of names) await makeFile(join(folder, name), `Mail of ${name}`);
      await page.getByText('3 documents need you').waitFor({ state: 'attached' });
      // What is sent on waits, so that it can be seen to be taken back.
      await test.ask('setPaused', { paused: true });
      await openInReview(test, page, 'one.pdf');
      const confirm = () => page.keyboard.press('Enter');
      await page.getByRole('radio', { name: 'Invoice' }).check();
      await confirm();
      await page.getByText('one.pdf confirmed.').first().waitFor();
      await page.getByRole('heading', { level: 2, name: /two|three/ }).waitFor();
      expect(await page.getByText('Something went wrong').count()).toBe(0);
      expect(await categoryAtService(service, 'one.pdf')).toBe('Invoice');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('one.pdf needs you again.').first().waitFor();
      await page.getByRole('heading', { level: 2, name: 'one.pdf' }).waitFor();
      expect(await categoryAtService(service, 'one.pdf')).toBe('Letter');
      // The choice is still there as it was typed; this time it is the service's own category that is confirmed.
      await page.getByRole('radio', { name: 'Letter' }).check();
      // One key alone pays for nothing.
      await confirm();
      await page.getByText('Confirm once more to send it there.').waitFor();
      await confirm();
      await page.getByText('one.pdf confirmed.').first().waitFor();
      await page.getByRole('heading', { level: 2, name: /two|three/ }).waitFor();
      await page.keyboard.press('Control+z');
      await page.getByText('one.pdf needs you again.').first().waitFor();
      await test.ask('setPaused', { paused: false });
      expect(service.taken().toSorted()).toEqual(names.toSorted());
      await page.getByRole('radio', { name: 'Invoice' }).check();
      await confirm();
      await expect.poll(() => service.taken().toSorted()).toEqual([...names, 'one.pdf'].toSorted());
      expect(await page.getByText('Something went wrong').count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});

const withoutTax: Documents['findFields'] = (lines, fields) =>
  Object.fromEntries(fields.map(({ key }) => [key, key === 'tax_amount' ? '' : (lines[0]?.join(' ') ?? '')]));

function worldOf(documents: Partial<Documents>) {
  return { sandbox: { delays: { queued: 0, processing: 0 }, documents: { ...quickDocuments, ...documents }, seed: 7 } };
}

async function sampleExtraction(test: TestedWindow['test']) {
  const found = (await test.ask('routes', {})).find(({ route }) => route.kind === 'extraction');
  if (found === undefined) throw new Error('The sandbox has no extraction.');
  return found.route;
}

/** What the service itself says, bypassing the window and the engine. */
async function categoryAtService(service: Service, name: string): Promise<unknown> {
  const [found] = service.control
    .classifications()
    .flatMap(({ id: of, batches }) =>
      batches.flatMap(({ batchId: batch, files }) =>
        files.flatMap(({ id, fileName }) => (fileName === name ? [{ of, batch, id }] : [])),
      ),
    );
  const answer = await fetch(`${service.url}/v1/classifications/${found?.of}/batches/${found?.batch}`, {
    headers: { authorization: `Bearer ${service.keys[0]?.key}` },
  });
  const { files } = (await answer.json()) as { files: { id: string; classified_category_name: string | null }[] };
  return files.find(({ id }) => id === found?.id)?.classified_category_name;
}

function focusedField(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.field);
}

async function openInReview(test: TestedWindow['test'], page: Page, name: string): Promise<void> {
  const { documents } = await test.ask('documents', { text: name });
  await page.evaluate((hash) => Object.assign(location, { hash }), `#/review/${documents[0]?.id}`);
  await page.getByRole('heading', { level: 2, name }).waitFor();
}
