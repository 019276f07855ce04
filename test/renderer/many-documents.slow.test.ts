import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The queue with very many documents', () => {
  itUnlessMissing(
    missingBrowser,
    'scrolls through 100,000 with their values, sorted, and fetches only the pages it stops at',
    async () => {
      const host = new FakeHost({ documents: 100_000 });
      const { page } = await openWindow(host);
      await page.locator('[id^="document-"]').first().waitFor();
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await page.locator('[role="row"]', { hasText: '2026-' }).first().waitFor();
      await page.getByRole('columnheader', { name: 'Supplier' }).waitFor();
      const grid = page.getByRole('grid');
      expect(await grid.getAttribute('aria-rowcount')).toBe(String(host.documents.length + 1));
      const before = host.asked.length;
      await grid.evaluate(async (element) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        // From top to bottom in one second, in as many frames as the machine draws.
        const begun = performance.now();
        for (let part = 0; part < 1; await frame()) {
          part = Math.min(1, (performance.now() - begun) / 1_000);
          element.scrollTop = part * element.scrollHeight;
        }
      });
      await page.locator(`[aria-rowindex="${host.documents.length + 1}"][id^="document-"]`).waitFor();
      expect(host.asked.length - before).toBeLessThan(60);
      expect(await page.locator('[id^="document-"]').count()).toBeLessThan(80);
      // The rows at the end have values: those of documents that are done.
      await page
        .locator('[role="gridcell"]', { hasText: /GmbH|Bäckerei|Harbour/ })
        .first()
        .waitFor();
      await grid.focus();
      await page.keyboard.press('Home');
      await page.locator('[aria-rowindex="2"][id^="document-"]').waitFor();
      await page.keyboard.press('End');
      await page.locator(`[aria-rowindex="${host.documents.length + 1}"][id^="document-"]`).waitFor();
    },
  );

  itUnlessMissing(missingBrowser, 'makes a few requests, not thousands, during a burst of 5,000 changes', async () => {
    const host = new FakeHost({ documents: 6_000 });
    const { page } = await openWindow(host);
    await page.locator('[id^="document-"]').first().waitFor();
    const [before, begun] = [host.asked.length, performance.now()];
    for (let each = 0; each < 500; each += 1) {
      const landed = Array.from({ length: 10 }, () => host.land('queued'));
      host.emit({ documents: landed.map(({ id }) => id), status: true });
    }
    await page.locator(`[aria-rowcount="${host.documents.length + 1}"]`).waitFor();
    await page.locator(`#document-${host.documents.length}`).waitFor();
    // The pace is limited, however long the machine takes for the changes.
    const seconds = (performance.now() - begun) / 1_000;
    expect(host.asked.length - before).toBeLessThan(50 + 8 * seconds);
  });

  itUnlessMissing(missingBrowser, 'selects as many as one request takes, and says so', async () => {
    const host = new FakeHost({ documents: 12_000 });
    const { page } = await openWindow(host);
    await page.locator('[id^="document-"]').first().waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('The first 10,000 are selected').waitFor();
  });
});
