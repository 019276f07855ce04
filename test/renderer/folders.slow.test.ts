import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The folders', () => {
  const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);

  async function open(host: FakeHost, options: object = {}) {
    const window = await openWindow(host, { hash: '#/folders', ...options });
    await window.page.getByRole('heading', { level: 1 }).waitFor();
    return window;
  }

  itUnlessMissing(missingBrowser, 'are a card each: path, route by name, health, counts that lead to the queue', async () => {
    const host = new FakeHost();
    const { page, complaints } = await open(host);
    const invoices = card(page, 'Invoices');
    await invoices.getByText('/home/mara/Scans/Invoices').waitFor();
    await invoices.getByText('The system reports every change.').waitFor();
    await card(page, 'Mail').getByText('Classification').waitFor();
    await card(page, 'Mail').getByText('Intray checks every few seconds').waitFor();
    const found = host.documents.filter(({ folderId }) => folderId === 1).length;
    await invoices.getByRole('link', { name: `${found} found` }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await invoices.getByRole('link', { name: /Needs you/ }).click();
    expect(new URL(page.url()).hash).toBe('#/queue?show=needs-you&folder=1');
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'teach when there is none', async () => {
    const { page } = await open(new FakeHost({ withoutFolders: true }));
    await page.getByText('Documents already in it are sent only if you want that.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add a folder' }).click();
    await page.getByRole('heading', { name: 'Your first folder', level: 1 }).waitFor();
  });

  itUnlessMissing(missingBrowser, 'say what stands in the way, what Intray does, and what a person can do', async () => {
    const host = new FakeHost();
    const [first, second] = host.folders.all;
    if (first !== undefined) first.health = { kind: 'unreachable', message: foreign('The share is not mounted.') };
    if (second !== undefined) second.health = { kind: 'paused', message: foreign('The extraction is gone.') };
    if (first !== undefined) first.openToOthers = true;
    const { page } = await open(host, { dark: true });
    await card(page, 'Invoices').getByText('Other users of this computer may write to this folder').waitFor();
    expect(await page.getByText('Other users of this computer may write to this folder').count()).toBe(1);
    await card(page, 'Invoices').getByText('The share is not mounted.').waitFor();
    await card(page, 'Invoices').getByText('Intray keeps checking and loses nothing.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await card(page, 'Invoices').getByRole('button', { name: 'Check now' }).click();
    await expect.poll(() => inputsOf(host, 'lookNow')).toHaveLength(1);
    await card(page, 'Receipts').getByText('The extraction is gone.').waitFor();
    await card(page, 'Receipts').getByRole('link', { name: 'Choose another route' }).click();
    await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
  });

  itUnlessMissing(missingBrowser, 'pause, resume, and are removed with a way back', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('button', { name: 'Pause: Receipts' }).click();
    await card(page, 'Receipts').getByText('Paused by you').waitFor();
    await page.getByRole('button', { name: 'Resume: Receipts' }).click();
    await card(page, 'Receipts').getByText('Watching by checking regularly').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove: Receipts' }).click();
    await card(page, 'Receipts').waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'no longer watched' }).getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Receipts').waitFor();
    expect(inputsOf(host, 'restoreFolder')).toEqual([{ id: 2 }]);
  });

  itUnlessMissing(
    missingBrowser,
    'are removed by name where work went into them, and brought back from the activity later',
    async () => {
      const host = new FakeHost();
      const invoices = host.folders.all[0];
      if (invoices === undefined) throw new Error('There is no folder.');
      invoices.settings = folderSettingsSchema.parse({
        ...invoices.settings,
        checks: [{ check: 'required', field: 'total' }],
        fileAway: { kind: 'move', as: '{vendor_name}/{invoice_number}.pdf' },
        budget: { month: 400 },
      });
      const { page, complaints, screenshot } = await open(host);
      await page.getByRole('button', { name: 'Remove: Invoices' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove “Invoices”?' });
      const losses = await dialog.getByRole('listitem').allTextContents();
      expect(losses).toEqual(['1 check', 'how documents are filed: {vendor_name}/{invoice_number}.pdf', 'its limits of pages']);
      const remove = dialog.getByRole('button', { name: 'Remove folder' });
      await dialog.getByRole('textbox', { name: 'Type Invoices to remove it' }).fill('Invoice');
      expect(await remove.isDisabled()).toBe(true);
      // Enter is no way around it.
      await page.keyboard.press('Enter');
      expect(await axeFindings(page)).toEqual([]);
      await screenshot('folder-remove');
      expect(inputsOf(host, 'removeFolder')).toEqual([]);
      await page.keyboard.type('s');
      await remove.click();
      await card(page, 'Invoices').waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('button', { name: 'Activity' }).click();
      const activity = page.getByRole('dialog', { name: 'Activity' });
      await activity.getByText('/home/mara/Scans/Invoices was removed by mara').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await screenshot('activity');
      await activity.getByRole('button', { name: 'Bring back' }).click();
      await activity.getByText('was removed by mara').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await card(page, 'Invoices').waitFor();
      expect(host.folders.all.find(({ fake }) => fake.id === 1)?.settings.budget).toEqual({ month: 400 });
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'open in the file manager, only where the host can', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('button', { name: 'Open in file manager: Mail' }).click();
    await expect.poll(() => inputsOf(host, 'openFolder')).toEqual([{ id: 3 }]);
    const headless = await open(new FakeHost({ host: 'headless' }));
    await headless.page.getByRole('button', { name: 'Remove: Mail' }).waitFor();
    expect(await headless.page.getByRole('button', { name: 'Open in file manager' }).count()).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'are changed in the same form; what was typed outlives a notice and Escape', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('link', { name: 'Change: Invoices' }).click();
    await page.getByRole('radio', { name: /^Invoices Extraction/ }).waitFor();
    expect(await page.getByRole('radio', { name: /^Invoices Extraction/ }).isChecked()).toBe(true);
    await page.getByRole('tab', { name: 'Advanced' }).click();
    const settle = page.getByRole('textbox', { name: 'Wait until a file is unchanged' });
    await settle.fill('0');
    host.emit({ settings: true, status: true });
    // What is wrong is shown, whichever tab is open.
    await page.getByRole('tab', { name: 'Advanced' }).press('ArrowLeft');
    await settle.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('This must be at least 0.1.').waitFor();
    await expect.poll(() => settle.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(inputsOf(host, 'updateFolder')).toEqual([]);
    expect(await settle.inputValue()).toBe('0');
    await settle.fill('7,5');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Change: Invoices' }).click();
    await page.getByText('These are your earlier entries.').waitFor();
    await page.getByRole('switch', { name: 'One CSV file for the folder' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Changes saved.').first().waitFor();
    expect(inputsOf(host, 'updateFolder')).toMatchObject([
      { id: 1, settings: { settleSeconds: 7.5, outputs: { json: true, csv: 'off' }, existing: 'skip' } },
    ]);
  });

  itUnlessMissing(
    missingBrowser,
    'show how much of their budgets is used, and are gone through with the arrow keys',
    async () => {
      const host = new FakeHost();
      const waiting = { documents: 0, pages: 0 };
      const own = { folderId: 1, period: 'month', pages: 40, used: 17, timeZone: 'UTC', waiting } as const;
      host.budgets = [own, { ...own, folderId: 2, used: 3 }];
      const { page, complaints, screenshot } = await open(host);
      await page.getByRole('link', { name: 'Change: Invoices' }).click();
      await page.getByRole('tab', { name: 'Files written' }).focus();
      for (const name of ['Filing', 'Checks', 'Limits']) {
        await page.keyboard.press('ArrowRight');
        await page.getByRole('tab', { name, selected: true }).waitFor();
      }
      const bar = page.getByRole('progressbar', { name: 'This month: 17 of 40 pages used' });
      expect(await bar.evaluate((element) => (element as HTMLProgressElement).value)).toBe(17 / 40);
      expect(await page.getByRole('tabpanel').count()).toBe(1);
      expect(await axeFindings(page)).toEqual([]);
      await screenshot('the limits of a folder');
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'speak German, and fit at 200 %', async () => {
    const { page, complaints } = await open(new FakeHost(), { language: 'de-DE', zoom: 2 });
    await page.getByRole('link', { name: 'Ändern: Invoices' }).click();
    await page.getByRole('heading', { name: 'Was soll gelesen werden?' }).waitFor();
    await page.getByRole('tab', { name: 'Erweitert' }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
