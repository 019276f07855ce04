import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser } from '../../support/chromium.ts';
import { axeFindings } from '../support/axe.ts';
import { FakeHost } from '../support/fake-host.ts';
import { startBrowser } from '../support/open-window.ts';

describe.skipIf(missingBrowser !== undefined)('Insights, in a real browser', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser?.close());

  it('draws every chart and sums each up in a sentence', async () => {
    const { page, complaints } = await browser.open(new FakeHost(), {
      hash: '#/insights',
      viewport: { width: 1_280, height: 1_300 },
    });
    await page.getByRole('heading', { name: 'Documents per day' }).waitFor();
    const plots = ['Documents per day', 'Straight-through rate', 'Time from file to result', 'By folder'];
    const ofPages = ['Pages per day', 'Pages this month', 'Pages by outcome', 'Pages by folder', 'Pages by extraction'];
    for (const name of [...plots, ...ofPages]) {
      await page.getByRole('img', { name: new RegExp(`^${name}.*: .*\\d`) }).waitFor();
    }
    // The axis of days below a line names several of them.
    const month = page.getByRole('img', { name: /^Pages this month/ });
    await expect.poll(() => month.getByText(/^\d+ \w+$/).count()).toBeGreaterThan(2);
    // Thirty days of bars, each with up to three parts.
    await expect.poll(() => page.locator('.recharts-bar-rectangle path').count()).toBeGreaterThan(60);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('requests the chosen period and folder, in days of the local time zone', async () => {
    const host = new FakeHost();
    const { page } = await browser.open(host, { hash: '#/insights' });
    const last = () => host.asked.findLast(({ name }) => name === 'insights')?.input;
    await page.getByRole('radio', { name: 'A year' }).check();
    await page.getByRole('heading', { name: 'Documents per week' }).waitFor();
    await expect.poll(last).toEqual({ days: 365, timeZone: 'Europe/Berlin' });
    await page.getByRole('radio', { name: 'A year' }).press('ArrowLeft');
    await expect.poll(last).toEqual({ days: 90, timeZone: 'Europe/Berlin' });
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Receipts' });
    await expect.poll(last).toEqual({ days: 90, timeZone: 'Europe/Berlin', folderId: 2 });
    // A single folder is not compared with itself.
    await expect.poll(() => page.getByRole('heading', { name: /by folder$/i }).count()).toBe(0);
  });

  it('shows the same numbers as a table', async () => {
    const { page } = await browser.open(new FakeHost(), { hash: '#/insights' });
    await page.getByRole('radio', { name: '7 days' }).check();
    await page.getByRole('button', { name: 'Documents per day, Show as a table' }).click();
    const table = page.getByRole('table');
    await expect.poll(() => table.getByRole('row').count()).toBe(8);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Day',
      'Straight through',
      'Needed a person',
      'Failed',
    ]);
    await page.getByRole('button', { name: 'By folder, Show as a table', exact: true }).click();
    await page.getByRole('cell', { name: '330' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Documents per day, Show as a chart' }).click();
    await page.getByRole('img', { name: /^Documents per day/ }).waitFor();
  });

  it('shows pages sent, saved and held, and the forecast of the month beside its budget', async () => {
    const { page } = await browser.open(new FakeHost(), { hash: '#/insights' });
    const figures = page.getByRole('region', { name: 'Pages', exact: true });
    await figures.getByText('42 copies took a result at no cost.').waitFor();
    expect(await figures.getByRole('term').allTextContents()).toEqual([
      ...['Pages sent', 'Pages saved', 'Pages held back now', 'Forecast for this month'],
    ]);
    await page.getByRole('img', { name: /^Pages this month: .* so far, about .* with a budget of 8,000\.$/ }).waitFor();
    await page.getByRole('button', { name: 'Pages by outcome, Show as a table' }).press('Enter');
    const table = page.getByRole('table', { name: 'Pages by outcome' });
    await expect
      .poll(() => table.getByRole('rowheader').allTextContents())
      .toEqual([...['Needs you', 'Failed', 'On the way', 'Done', 'Confirmed']]);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      ...['Outcome', 'Documents', 'Pages', 'Finished', 'Not finished', 'Failed', 'With an estimate'],
    ]);
    await page.getByRole('button', { name: 'Pages this month, Show as a table' }).press('Enter');
    await page.getByRole('table', { name: 'Pages this month' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says what will be here when nothing has happened yet', async () => {
    const { page } = await browser.open(new FakeHost({ withoutFolders: true }), { hash: '#/insights' });
    await page.getByRole('heading', { name: 'Nothing to show yet' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says why there is nothing to show', async () => {
    const host = new FakeHost();
    host.refuse.set('insights', 'The ledger cannot be read.');
    const { page } = await browser.open(host, { hash: '#/insights' });
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
      const { page, complaints, screenshot } = await browser.open(new FakeHost(), { hash: '#/insights', ...options });
      await page.locator('.recharts-bar-rectangle path').first().waitFor();
      await screenshot(`insights ${name}`);
      expect(await axeFindings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    });
  }
});
