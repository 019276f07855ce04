import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { FolderPlan } from '../../electron/core/contract/folders.ts';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

const rejected = Array.from({ length: 20 }, (_, index) => ({
  path: `2019/scan ${index}.pdf`,
  message: say('unfit.password'),
}));

/** A plan with something of everything. */
const everything: FolderPlan = {
  kind: 'done',
  send: 4_180,
  pages: 9_800,
  later: 0,
  unknownPages: 12,
  known: 31,
  unsettled: 1,
  rejected: { count: 23, files: rejected },
  asked: {
    count: 2,
    files: [{ path: 'large.pdf', message: say('outcome.budget.tooLarge', { count: 600, period: 'day', limit: 500 }) }],
  },
  held: { documents: 1_000, pages: 2_500, unknownPages: 0 },
  budgets: [
    {
      period: 'month',
      pages: 10_000,
      used: 9_990,
      until: Date.UTC(2027, 0, 1),
      timeZone: 'Europe/Berlin',
      waiting: { documents: 1_000, pages: 2_500 },
    },
  ],
};

describe('What sending many would come to', () => {
  const plan = (page: Page) => page.getByRole('region', { name: 'If you send them' });
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);
  const plansOf = (host: FakeHost) => [...new Set(inputsOf(host, 'planFolder').map((input) => (input as { plan: string }).plan))];

  /** A folder of 37 documents that is about to be added. */
  async function toResults(host: FakeHost, options: object = {}) {
    const window = await openWindow(host, { hash: '#/folders/add', ...options });
    const { page } = window;
    await page.locator('main form input').first().fill('/home/mara/Scans/New');
    await page.getByRole('radio').first().check();
    return window;
  }

  itUnlessMissing(missingBrowser, 'is counted before anything is sent, and the button says the pages too', async () => {
    const host = new FakeHost();
    host.folders.plan = { kind: 'looking', done: 0, of: 0 };
    const { page, complaints } = await toResults(host);
    await plan(page).getByRole('progressbar').waitFor();
    const spoken = plan(page).getByRole('status');
    const announced = () => spoken.textContent();
    await expect.poll(announced).toBe('Counting files and pages. Nothing is sent.');
    host.folders.plan = { kind: 'looking', done: 12, of: 37 };
    await plan(page).getByText('Reading files: 12 of 37').waitFor();
    host.folders.plan = { kind: 'counting', done: 20, of: 33 };
    await plan(page).getByText('Counting pages: 20 of 33 documents').waitFor();
    // Nobody is read every number.
    expect(await announced()).toBe('Counting files and pages. Nothing is sent.');
    await page.getByRole('radio', { name: 'Send all 37', exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    host.folders.plan = everything;
    await page.getByRole('radio', { name: 'Send all 37', exact: true }).waitFor();
    await expect.poll(announced).toContain('4,180 documents are sent, at least 9,800 pages.');
    expect(await announced()).toContain('31 more are copies of known documents: they cost nothing.');
    expect(await announced()).toContain('10 of this month’s 10,000 pages are left. 1,000 documents');
    expect(await announced()).not.toContain('scan 0.pdf');
    await plan(page).getByText('23 files cannot be sent').click();
    await plan(page).getByText('2019/scan 19.pdf').waitFor();
    await plan(page).getByText('and 3 more').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // It is counted once: nothing is asked any more.
    const asked = inputsOf(host, 'planFolder').length;
    await page.getByRole('radio', { name: /Send all 37/ }).check();
    expect(inputsOf(host, 'planFolder').length).toBe(asked);
    expect(inputsOf(host, 'planFolder').at(-1)).toMatchObject({
      settings: { path: '/home/mara/Scans/New', route: { kind: 'extraction' } },
    });
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'is counted anew when what matters to it changes, and ends with the form', async () => {
    const host = new FakeHost();
    host.folders.plan = { kind: 'counting', done: 1, of: 33 };
    const { page } = await toResults(host);
    await plan(page).getByText('Counting pages: 1 of 33 documents').waitFor();
    const [first] = plansOf(host);
    await page.getByRole('radio', { name: /^Receipts/ }).check();
    await expect.poll(() => plansOf(host).length).toBe(2);
    expect(inputsOf(host, 'endPlan')).toEqual([{ plan: first }]);
    expect(inputsOf(host, 'planFolder').at(-1)).toMatchObject({
      settings: { route: { id: '00000000-0000-4000-8000-000000000002' } },
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    const plans = plansOf(host);
    expect(plans.length).toBe(2);
    await expect.poll(() => inputsOf(host, 'endPlan')).toEqual(plans.map((each) => ({ plan: each })));
  });

  itUnlessMissing(missingBrowser, 'says why it cannot be counted, and what to do', async () => {
    const host = new FakeHost();
    host.refuse.set('planFolder', foreign('The disk is full.'));
    const { page } = await toResults(host);
    await plan(page).getByText('The disk is full.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // Whoever has decided need not wait for it.
    host.refuse.clear();
    await plan(page).getByRole('button', { name: 'Count again' }).click();
    await expect.poll(() => plan(page).getByRole('status').textContent()).toContain('37 documents are sent, about 74 pages.');
    // Another window begins one.
    host.folders.plan = { kind: 'looking', done: 1, of: 9 };
    await page.getByRole('radio', { name: /^Receipts/ }).check();
    await plan(page).getByText('Reading files: 1 of 9').waitFor();
    host.folders.ended.add(plansOf(host).at(-1) ?? '');
    await plan(page).getByText('The count was stopped, because another window began one.').waitFor();
    await plan(page).getByRole('button', { name: 'Count again' }).click();
    await plan(page).getByText('Reading files: 1 of 9').waitFor();
  });

  itUnlessMissing(missingBrowser, 'is asked about with its pages where files were left alone', async () => {
    const host = new FakeHost();
    const [folder] = host.folders.all;
    if (folder !== undefined) folder.leftAlone = 5_210;
    const { page, complaints } = await openWindow(host, { hash: '#/folders' });
    await page.getByRole('button', { name: 'Send them…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send 5,210 files?' });
    await dialog.getByText('5,210 documents are sent, about 10,420 pages.').waitFor();
    await dialog.getByRole('button', { name: 'Send 5,210 files (about 10,420 pages)' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => inputsOf(host, 'endPlan').length).toBe(1);
    expect(inputsOf(host, 'sendLeftAlone')).toEqual([]);
    // The same in its form, once a person wants it.
    await page.evaluate(() => (globalThis.location.hash = '#/folders/1'));
    await page.getByRole('radio', { name: 'Send them too' }).check();
    await plan(page).getByText('5,210 documents are sent, about 10,420 pages.').waitFor();
    expect(inputsOf(host, 'planFolder').at(-1)).toMatchObject({ id: 1, settings: { path: '/home/mara/Scans/Invoices' } });
    await page.getByRole('radio', { name: 'Leave them alone' }).check();
    await expect.poll(() => plan(page).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  for (const language of ['en-GB', 'de-DE', 'fr-FR'])
    for (const [width, height] of [
      [800, 600],
      [1_280, 800],
    ] as const)
      itUnlessMissing(missingBrowser, `fits into ${width} × ${height} pixels in ${language}`, async () => {
        const host = new FakeHost();
        host.folders.plan = everything;
        const { page, screenshot, complaints } = await toResults(host, { language, viewport: { width, height } });
        await page
          .getByText(/9\D?800/)
          .first()
          .waitFor();
        await page.locator('details summary').first().click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
        await screenshot(`folder plan ${language} ${width}`);
        expect(await axeFindings(page)).toEqual([]);
        const [folder] = host.folders.all;
        if (folder !== undefined) folder.leftAlone = 5_210;
        host.emit({ status: true });
        await page.evaluate(() => (globalThis.location.hash = '#/folders'));
        await page.locator('[data-folder="1"] p button').click();
        await page
          .getByRole('dialog')
          .getByText(/9\D?800/)
          .first()
          .waitFor();
        await screenshot(`folder plan dialog ${language} ${width}`);
        expect(complaints).toEqual([]);
      });
});
