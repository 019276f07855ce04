/** What somebody has open at another machine is said beside it, and what this window shows is told to the host. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { missingBrowser } from '../../support/chromium.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { axeFindings } from '../support/axe.ts';
import type { FakeDocument } from '../support/fake-document.ts';
import type { FakeHost } from '../support/fake-host.ts';
import { startBrowser } from '../support/open-window.ts';
import { confirmBlank, openReview, quietHost, waits } from './review-host.ts';

/** 10:42 of today in Berlin, or some minutes ago if that is still to come. */
const opened = Math.min(new Date().setUTCHours(8, 42, 0, 0), Date.now() - 120_000);

function openAt(host: FakeHost, ...all: readonly (readonly [FakeDocument, machine: string])[]): void {
  host.openElsewhere = all.map(([{ id }, machine]) => ({ documentId: id, machine, since: opened }));
  host.emit({ status: true });
}

/** What the window has told of what it shows: `open` or `close`, and the document. */
const told = (host: FakeHost) =>
  host.asked
    .filter(({ name }) => name === 'showForReview')
    .map(({ input }) => {
      const { id, open } = input as { readonly id: number; readonly open: boolean };
      return `${open ? 'open' : 'close'} ${id}`;
    });

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

describe('A document that is open at another machine', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;

  beforeAll(async () => {
    if (missingBrowser === undefined) browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  itUnlessMissing(missingBrowser, 'says so in its row, in its details and in review, for as long as it is', async () => {
    const host = quietHost();
    const [first, second] = [waits(host), waits(host)];
    openAt(host, [first, 'front-desk'], [first, 'branch']);
    const { page, screenshot } = await browser.open(host, { hash: '#/queue?show=needs-you' });
    const row = page.locator(`#document-${first.id}`);
    await row.getByText('Open at front-desk and branch').waitFor();
    expect(await page.getByText(/^Open at/).count()).toBe(1);
    await screenshot('open-elsewhere-queue');
    expect(await axeFindings(page)).toEqual([]);

    await row.click();
    const details = page.getByRole('region', { name: /^Details of/ });
    const note = details.getByRole('status').getByText(/^Open at front-desk and branch since \d\d:\d\d\. You can review it too/);
    await note.waitFor();
    await screenshot('open-elsewhere-details');
    expect(await axeFindings(page)).toEqual([]);
    openAt(host, [second, 'front-desk']);
    await note.waitFor({ state: 'detached' });
    await page.locator(`#document-${second.id}`).getByText('Open at front-desk').waitFor({ state: 'attached' });
    openAt(host);
    await expect.poll(() => page.getByText(/^Open at/).count()).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'can be reviewed and confirmed all the same', async () => {
    const host = quietHost();
    const document = waits(host);
    const other = waits(host);
    openAt(host);
    const { page, screenshot } = await openReview(browser, host, { viewport: { width: 1_500, height: 800 } });
    await page.getByRole('heading', { name: document.path }).waitFor();
    openAt(host, [document, 'front-desk'], [other, 'branch']);
    const form = page.locator('form[data-work]');
    await form
      .getByRole('status')
      .getByText(/^Open at front-desk since/)
      .waitFor();
    await page.getByRole('link', { name: /Open at branch/ }).waitFor();
    await screenshot('open-elsewhere-review');
    expect(await axeFindings(page)).toEqual([]);
    await confirmBlank(page.getByLabel('Due date', { exact: true }));
    await page.getByRole('heading', { name: other.path }).waitFor();
    await form
      .getByRole('status')
      .getByText(/^Open at branch since/)
      .waitFor();
    expect(document.review).toBeDefined();
  });

  itUnlessMissing(
    missingBrowser,
    'is told of: what review and details show, once each, and when they show it no longer',
    async () => {
      const host = quietHost();
      const [first, second] = [waits(host), waits(host)];
      host.openElsewhere = [];
      const { page } = await openReview(browser, host);
      await expect.poll(() => told(host)).toEqual([`open ${first.id}`]);
      await page.getByRole('heading', { name: first.path }).waitFor();
      // A person who is busy there is not told of at each key.
      for (let key = 0; key < 5; key += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Alt+ArrowDown');
      await expect.poll(() => told(host)).toEqual([`open ${first.id}`, `close ${first.id}`, `open ${second.id}`]);
      await page.evaluate(() => window.location.assign('#/insights'));
      await expect.poll(() => told(host).at(-1)).toBe(`close ${second.id}`);
      await page.evaluate((hash) => window.location.assign(hash), `#/queue/${first.id}`);
      await expect.poll(() => told(host).at(-1)).toBe(`open ${first.id}`);
      const inputs = host.asked.filter(({ name }) => name === 'showForReview').map(({ input }) => input as { window: string });
      expect(new Set(inputs.map(({ window }) => window)).size).toBe(1);
      await page.keyboard.press('Escape');
      await expect.poll(() => told(host).at(-1)).toBe(`close ${first.id}`);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'is told of again while somebody is there, and closed when the window cannot be seen',
    async () => {
      const host = quietHost();
      const document = waits(host);
      host.openElsewhere = [];
      const { page } = await openReview(browser, host, { hash: '#/insights' });
      await page.clock.install();
      await page.evaluate(() => window.location.assign('#/review'));
      await expect.poll(() => told(host)).toEqual([`open ${document.id}`]);
      await page.clock.runFor(59_000);
      await page.keyboard.press('Tab');
      expect(told(host)).toHaveLength(1);
      await page.clock.runFor(10 * 60_000);
      expect(told(host)).toHaveLength(1);
      await page.mouse.move(200, 200);
      await expect.poll(() => told(host)).toEqual([`open ${document.id}`, `open ${document.id}`]);
      await setVisibility(page, 'hidden');
      await page.clock.runFor(5_000);
      await setVisibility(page, 'visible');
      await page.clock.runFor(20_000);
      expect(told(host)).toHaveLength(2);
      await setVisibility(page, 'hidden');
      await page.clock.runFor(11_000);
      await expect.poll(() => told(host).slice(2)).toEqual([`close ${document.id}`]);
      await setVisibility(page, 'visible');
      await expect.poll(() => told(host).slice(3)).toEqual([`open ${document.id}`]);
      await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
      await expect.poll(() => told(host).slice(4)).toEqual([`close ${document.id}`]);
    },
  );

  itUnlessMissing(missingBrowser, 'is nothing to tell of where this machine works alone, or where the host refuses', async () => {
    const alone = quietHost();
    waits(alone);
    const { page } = await openReview(browser, alone);
    await page.locator('form[data-work]').waitFor();
    await page.keyboard.press('Tab');
    expect(told(alone)).toEqual([]);
    // A register is set while the document is open.
    openAt(alone);
    await expect.poll(() => told(alone)).toHaveLength(1);
    const host = quietHost();
    const document = waits(host);
    host.openElsewhere = [];
    host.refuse.set('showForReview', 'Not now.');
    const opened = await openReview(browser, host);
    await opened.page.getByRole('heading', { name: document.path }).waitFor();
    await expect.poll(() => told(host)).toHaveLength(1);
    expect(await opened.page.getByText('Not now.').count()).toBe(0);
  });
});
