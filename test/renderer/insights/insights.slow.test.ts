import { describe, expect, it } from 'vitest';
import { missingBrowser } from '../../support/chromium.ts';
import { axeFindings } from '../support/axe.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWindow } from '../support/open-window.ts';

describe.skipIf(missingBrowser !== undefined)('Insights, in a real browser', () => {
  it('draws every chart and sums each up in a sentence', async () => {
    const { page, complaints } = await openWindow(new FakeHost(), {
      hash: '#/insights',
      viewport: { width: 1_280, height: 1_300 },
    });
    await page.getByRole('heading', { name: 'Documents per day' }).waitFor();
    for (const name of ['Documents per day', 'Pages per day']) {
      await page.getByRole('img', { name: new RegExp(`^${name}.*: .*\\d`) }).waitFor();
    }
    // Thirty days of bars, each with up to three parts.
    await expect.poll(() => page.locator('[data-dense] [data-series]').count()).toBeGreaterThan(60);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('requests the chosen period and folder, in days of the local time zone', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/insights' });
    const last = () => host.asked.findLast(({ name }) => name === 'insights')?.input;
    await page.getByLabel('Period').selectOption({ label: 'A year' });
    await expect.poll(last).toEqual({ days: 365, timeZone: 'Europe/Berlin' });
    // A bar for each day, of a year too.
    await expect.poll(() => page.locator('[data-dense] [data-series]').count()).toBeGreaterThan(365);
    await page.getByLabel('Period').press('ArrowUp');
    await expect.poll(last).toEqual({ days: 90, timeZone: 'Europe/Berlin' });
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Receipts' });
    await expect.poll(last).toEqual({ days: 90, timeZone: 'Europe/Berlin', folderId: 2 });
  });

  it('shows the same numbers as a table', async () => {
    const { page } = await openWindow(new FakeHost(), { hash: '#/insights' });
    await page.getByLabel('Period').selectOption({ label: '7 days' });
    const summary = page.locator('summary').filter({ hasText: 'Show as a table Documents per day' });
    await summary.click();
    const table = page.getByRole('table', { name: 'Documents per day' });
    await expect.poll(() => table.getByRole('row').count()).toBe(8);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Day',
      'Straight through',
      'Needed a person',
      'Failed',
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await summary.click();
    await table.waitFor({ state: 'hidden' });
  });

  it('shows pages sent, and the forecast of the month beside its budget', async () => {
    const { page } = await openWindow(new FakeHost(), { hash: '#/insights' });
    const figures = page.getByRole('region', { name: 'Totals', exact: true });
    await figures.getByText(/ so far; the budget is 8,000$/).waitFor();
    expect(await figures.getByRole('term').allTextContents()).toEqual([
      ...['Documents delivered', 'Straight through', 'Pages sent', 'Forecast for this month'],
    ]);
    await page.locator('summary').filter({ hasText: 'Show as a table Pages per day' }).press('Enter');
    const table = page.getByRole('table', { name: 'Pages per day' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['Day', 'Documents', 'Pages', 'With an estimate', 'Finished', 'Not finished', 'Failed']);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says what will be here when nothing has happened yet', async () => {
    const { page } = await openWindow(new FakeHost({ withoutFolders: true }), { hash: '#/insights' });
    await page.getByRole('heading', { name: 'Nothing to show yet' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says why there is nothing to show', async () => {
    const host = new FakeHost();
    host.refuse.set('insights', 'The ledger cannot be read.');
    const { page } = await openWindow(host, { hash: '#/insights' });
    await page.getByText('The ledger cannot be read.').waitFor();
  });

  for (const [name, options] of [
    ['light', {}],
    ['dark, in German', { dark: true, language: 'de-DE' }],
    ['at twice the size', { zoom: 2 }],
    ['small, in French', { viewport: { width: 800, height: 600 }, language: 'fr-FR' }],
    ['in forced colours', { forcedColors: true }],
  ] as const) {
    it(`is accessible and does not overflow, ${name}`, async () => {
      const { page, complaints, screenshot } = await openWindow(new FakeHost(), { hash: '#/insights', ...options });
      await page.locator('[data-dense] [data-series]').first().waitFor();
      await screenshot(`insights ${name}`);
      expect(await axeFindings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    });
  }
});
