import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The list of documents', () => {
  const rowCount = (page: Page, count: number) => page.locator(`[role="grid"][aria-rowcount="${count + 1}"]`).waitFor();
  const totalOf = (host: FakeHost, values: Parameters<FakeHost['list']>[0]['values']) =>
    host.list({ values, offset: 0, limit: 1 }).total;
  const hash = (page: Page) => new URL(page.url()).hash;

  itUnlessMissing(
    missingBrowser,
    'is narrowed down to a period, amounts and a sender by keyboard; Back and one press widen it',
    async () => {
      const host = new FakeHost();
      const { page } = await openWindow(host);
      await rowCount(page, host.documents.length);
      const toggle = page.getByRole('button', { name: 'Filters' });
      expect(await toggle.getAttribute('aria-expanded')).toBe('false');
      await toggle.press('Enter');
      expect(await toggle.getAttribute('aria-expanded')).toBe('true');

      await page.getByLabel('Total from').fill('1000');
      await page.getByLabel('Total from').press('Enter');
      const dear = totalOf(host, { least: 1_000 });
      await rowCount(page, dear);
      await page.getByLabel('Total to').fill('2000');
      await page.getByLabel('Total to').press('Tab');
      const between = totalOf(host, { least: 1_000, most: 2_000 });
      expect(between).toBeLessThan(dear);
      await rowCount(page, between);
      expect(await axeFindings(page)).toEqual([]);

      const sender = page.getByLabel('Sender');
      const offered = await page.locator('datalist option').evaluateAll((all) => all.map((each) => each.getAttribute('value')));
      expect(offered).toEqual([...host.senders(undefined)]);
      const [one = ''] = host.senders(1);
      await sender.fill(one);
      const narrow = totalOf(host, { least: 1_000, most: 2_000, sender: one });
      await rowCount(page, narrow);
      expect(hash(page)).toBe(`#/queue?${new URLSearchParams({ least: '1000', most: '2000', sender: one })}`);

      await page.goBack();
      await rowCount(page, between);
      expect(await sender.inputValue()).toBe('');
      await page.reload();
      await rowCount(page, between);
      expect(await page.getByLabel('Total from').inputValue()).toBe('1000');
      await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await rowCount(page, host.documents.length);
      expect(hash(page)).toBe('#/queue');
    },
  );

  itUnlessMissing(missingBrowser, 'offers months and the year as periods, and shows their days', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    await page.getByRole('button', { name: 'Filters' }).click();
    const now = new Date();
    const day = (month: number, date: number) => new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10);
    const month = now.getMonth();
    for (const [period, from, to] of [
      ['This month', day(month, 1), day(month + 1, 0)],
      ['Last month', day(month - 1, 1), day(month, 0)],
      ['This year', day(0, 1), day(12, 0)],
    ] as const) {
      await page.getByLabel('Document date').selectOption({ label: period });
      await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe(from);
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(to);
      const total = totalOf(host, { from, to });
      if (total > 0) await rowCount(page, total);
      else await page.getByText('No matches').waitFor();
    }
    await page.getByLabel('From', { exact: true }).fill(day(0, 2));
    await page.getByLabel('From', { exact: true }).press('Enter');
    await expect.poll(() => page.getByLabel('Document date').inputValue()).toBe('own');
    await page.getByLabel('Document date').selectOption({ label: 'Any date' });
    await rowCount(page, host.documents.length);
  });

  itUnlessMissing(missingBrowser, 'says what it comes to, a sum for each currency, and what nobody has reviewed', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    const footer = page.locator('footer');
    const written = (amount: string, currency: string | undefined) =>
      new Intl.NumberFormat(
        'en-GB',
        currency === undefined ? { minimumFractionDigits: 2 } : { style: 'currency', currency },
      ).format(Number(amount));
    for (const input of [{}, { folderId: 1 }, { standings: ['confirmed' as const] }]) {
      const standing = 'standings' in input ? 'confirmed' : '';
      await page.goto(`${page.url().split('#')[0]}#/queue?show=${standing}&folder=${'folderId' in input ? 1 : ''}`);
      const { sums } = host.totals(input);
      expect(sums.length).toBeGreaterThan(0);
      await footer.getByText(`${host.list({ ...input, offset: 0, limit: 1 }).total.toLocaleString('en-GB')} documents`).waitFor();
      for (const { amount, currency } of sums) await footer.getByText(written(amount, currency)).first().waitFor();
      const open = sums.filter(({ unreviewed }) => Number(unreviewed) !== 0);
      if (standing === 'confirmed') expect(await footer.getByText('not reviewed').count()).toBe(0);
      else await footer.getByText(new RegExp(`of these .*${written(open[0]?.unreviewed ?? '', open[0]?.currency)}`)).waitFor();
    }
  });

  itUnlessMissing(missingBrowser, 'shows the first pages of what is in sight, and fetches no others', async () => {
    const host = new FakeHost({ documents: 3_000 });
    const { page } = await openWindow(host, { hash: '#/queue?show=done' });
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('preview/')) fetched.push(request.url());
    });
    await page.locator('[role="row"] img').nth(4).waitFor();
    const grid = page.getByRole('grid');
    await grid.evaluate(async (element) => {
      for (let top = 0; top < 40_000; top += 1_000) {
        element.scrollTop = top;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await page.locator('[role="row"] img').nth(4).waitFor();
    const shown = await grid.locator('[id^="document-"]').count();
    expect(fetched.length).toBeLessThanOrEqual(3 * shown);
    expect(await page.locator('[role="row"] img:not([alt=""])').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'is printed as a table of what is selected, without the window', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/queue?show=confirmed&folder=1' });
    await page.locator('[id^="document-"]').first().waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    const { documents } = host.list({
      ...{ standings: ['confirmed'], folderId: 1, offset: 0, limit: 2 },
      columns: ['field:supplier', 'field:total'],
    });
    await page.getByText('2 selected').first().waitFor();
    expect(await page.locator('.printed').count()).toBe(0);
    const paper = page.evaluate(
      () =>
        new Promise<string[][]>((resolve) => {
          window.print = () => {
            const rows = [...document.querySelectorAll('.printed tr')];
            resolve(rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
          };
        }),
    );
    await page.getByRole('button', { name: 'Print' }).press('Enter');
    const [headings, ...rows] = await paper;
    expect(headings?.slice(0, 3)).toEqual(['Name', 'State', 'Supplier']);
    expect(rows.map(([name]) => name)).toEqual(documents.map(({ path }) => path));
    expect(rows[0]).toContain(documents[0]?.values?.['field:supplier']);
    await page.locator('.printed').waitFor({ state: 'detached' });
  });
});
