import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import type { Documents } from '../../../electron/sandbox/documents.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { makeFile } from '../../support/make-files.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { openWindow, row, statusLine, tableOf } from './window.ts';

// Five hundred files, each with several durable writes, on a machine that may be busy.
vi.setConfig({ testTimeout: 400_000 });

const count = 500;
const first = 'before.pdf';

describe('A burst of 500 files', () => {
  itUnlessMissing(
    missingBrowser,
    'leaves the window usable throughout, and ends with every document counted and written',
    async ({ onTestFinished }) => {
      // The service reads none of the burst until a person has looked around: however fast the machine, it is not over sooner.
      const lookedAround = Promise.withResolvers<void>();
      const readDocument: Documents['readDocument'] = async (bytes, fileName) => {
        if (fileName !== first) await lookedAround.promise;
        return quickDocuments.readDocument(bytes, fileName);
      };
      const world = {
        sandbox: { delays: { queued: 0, processing: 0 }, documents: { ...quickDocuments, readDocument }, seed: 7 },
      };
      const { test, page, watch, asked, complaints } = await openWindow(onTestFinished, world);
      const extraction = (await test.ask('routes', {})).find(({ route }) => route.kind === 'extraction')?.route;
      if (extraction === undefined) throw new Error('The sandbox has no extraction.');
      const folder = await watch('Invoices', extraction, { batchSize: 30, askAbove: 0, outputs: { json: false, csv: 'folder' } });
      await makeFile(join(folder, first), 'came before the others');
      await row(page, first).filter({ hasText: 'Done' }).waitFor();

      // Sixteen writers at a time, like many programs writing at once.
      let next = 0;
      const writeSome = async (): Promise<void> => {
        while (next < count) {
          const index = next;
          next += 1;
          const extension = index % 2 === 0 ? 'pdf' : 'png';
          await makeFile(join(folder, `scan-${String(index).padStart(4, '0')}.${extension}`), `document ${index}`);
        }
      };
      const begun = performance.now();
      await Promise.all(Array.from({ length: 16 }, writeSome));
      await statusLine(page).filter({ hasText: 'Working' }).waitFor();

      // What a person might do meanwhile: browse, search, open a document, switch screens, come back.
      await page.getByRole('button', { name: /^Done/ }).click();
      await page.locator('[role="row"][id^="document-"]').first().waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('before');
      await row(page, first).click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Insights' }).click();
      await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Documents/ })
        .click();
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      await row(page, first).waitFor();
      await statusLine(page).filter({ hasText: 'Working' }).waitFor();
      lookedAround.resolve();

      await page.getByRole('button', { name: 'Done 501' }).waitFor({ timeout: 300_000 });
      await statusLine(page).filter({ hasText: 'Watching' }).waitFor();
      const all = { found: count + 1, delivered: count + 1 };
      const balance = { ...all, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 0 };
      await expect
        .poll(() => test.ask('status', {}))
        .toMatchObject({ balance, standings: { 'needs-you': 0, failed: 0, 'on-the-way': 0 } });
      await page.getByRole('button', { name: 'All 501' }).waitFor();
      // However many changes there were, the window requests lists at a limited pace.
      const seconds = (performance.now() - begun) / 1_000;
      expect(asked.get('documents') ?? 0).toBeLessThan(50 + 8 * seconds);

      const csv = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
      expect(csv).toHaveLength(1);
      const files = (await tableOf(folder, csv[0] ?? '')).map(({ file }) => file);
      expect(new Set(files).size).toBe(count + 1);
      expect(files).toHaveLength(count + 1);
      expect(complaints).toEqual([]);
    },
  );
});
