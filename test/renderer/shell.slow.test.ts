import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The side of the window', () => {
  /** The status line's name, as it is read out. */
  const folderPath = (page: Page) => page.getByLabel('Folder', { exact: true });
  const statusOf = (page: Page) => page.getByRole('region', { name: 'Status' }).getByRole('status');

  itUnlessMissing(missingBrowser, 'leads to every screen by keyboard, and Back', async () => {
    const { page } = await openWindow(new FakeHost());
    const current = page.getByRole('navigation').locator('[aria-current="page"]');
    await current.waitFor();
    for (const [key, screen] of [
      ['2', 'Review'],
      ['3', 'Folders'],
      ['4', 'Settings'],
      ['1', 'Documents'],
    ] as const) {
      await page.keyboard.press(key);
      await current.filter({ hasText: screen }).waitFor();
    }
    await page.goBack();
    await current.filter({ hasText: 'Settings' }).waitFor();
  });

  itUnlessMissing(missingBrowser, 'gives no key two meanings on a screen', async () => {
    const { page } = await openWindow(new FakeHost());
    for (const screen of ['Documents', 'Review', 'Folders', 'Settings']) {
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('link', { name: new RegExp(`^${screen}`) })
        .click();
      await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByText('Add files').waitFor();
      const keys = await dialog
        .locator('dd')
        .evaluateAll((lines) => lines.flatMap((line) => (line.textContent ?? '').split('or')));
      expect(keys, screen).toEqual([...new Set(keys)]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  itUnlessMissing(missingBrowser, 'lists the keys on ?, gives the focus back, and can turn single keys off', async () => {
    const { page } = await openWindow(new FakeHost());
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Next document').waitFor();
    await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keyboard shortcuts');
    await page.keyboard.press('3');
    expect(new URL(page.url()).hash).toBe('#/queue');
  });

  itUnlessMissing(missingBrowser, 'opens the list of keys when a menu asks for it', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    await statusOf(page).waitFor();
    host.emit({ goTo: { screen: 'keys' } });
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  itUnlessMissing(missingBrowser, 'pauses, resumes and looks now', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    await page.getByRole('button', { name: 'Pause' }).click();
    await statusOf(page).filter({ hasText: 'Paused' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await statusOf(page).filter({ hasText: 'Working' }).waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Checking every folder now.').first().waitFor();
    expect(host.asked.map(({ name }) => name)).toEqual(expect.arrayContaining(['setPaused', 'lookNow']));
  });

  itUnlessMissing(missingBrowser, 'says each trouble with its reason and what comes next', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    const soon = Date.now() + 45_000;
    for (const [line, name, reason] of [
      [
        { kind: 'offline', message: foreign('No route to host.'), since: Date.now(), until: soon },
        'Offline',
        'No route to host.',
      ],
      [{ kind: 'key', message: foreign('The key was revoked.') }, 'Key problem', 'Replace the key'],
      [{ kind: 'pages', message: foreign('No pages left this month.'), until: soon }, 'Out of pages', 'Next attempt in'],
      [{ kind: 'rate', message: foreign('Too many requests.'), until: soon }, 'Slowed down by the service', 'Too many requests.'],
      [{ kind: 'stopped', message: foreign('Another Intray holds the ledger.') }, 'Stopped', 'Another Intray holds the ledger.'],
    ] as const) {
      host.line = line;
      host.emit({ status: true });
      await statusOf(page).filter({ hasText: name }).waitFor();
      await page.getByRole('region', { name: 'Status' }).getByText(reason).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  itUnlessMissing(
    missingBrowser,
    'says the worst that is so of the folders, and counts at Folders those that stand still',
    async () => {
      const host = new FakeHost();
      const { page, screenshot } = await openWindow(host);
      const side = page.getByRole('region', { name: 'Status' });
      const [first, second, third] = host.folders.all;
      if (first === undefined || second === undefined || third === undefined) throw new Error('The fake has three folders.');
      await statusOf(page).filter({ hasText: 'Working' }).waitFor();
      second.health = { kind: 'unreachable', message: foreign('The share is not mounted.') };
      host.emit({ status: true });
      await statusOf(page).filter({ hasText: 'A folder cannot be reached' }).waitFor();
      await side.getByText('Receipts: The share is not mounted.').waitFor();
      first.health = { kind: 'paused', message: foreign('There is no such extraction.') };
      host.emit({ status: true });
      await statusOf(page).filter({ hasText: 'A folder has stopped' }).waitFor();
      await side.getByText('Invoices: There is no such extraction.').waitFor();
      await side.getByText(/^Receipts: /).waitFor();
      await side.getByText(/documents on their way/).waitFor();
      await page.getByRole('link', { name: /^Folders.*2 folders stand still/ }).waitFor();
      await screenshot('side stopped');
      expect(await axeFindings(page)).toEqual([]);
      for (const folder of [first, second, third]) {
        folder.health = { kind: 'watching', by: 'events' };
        folder.settings = { ...folder.settings, paused: true };
      }
      host.emit({ status: true });
      await statusOf(page).filter({ hasText: 'All folders are paused' }).waitFor();
      host.folders.all.length = 0;
      host.emit({ status: true });
      await statusOf(page).filter({ hasText: 'No folder yet' }).waitFor();
    },
  );

  itUnlessMissing(missingBrowser, 'says that the sandbox is one', async () => {
    const { page } = await openWindow(new FakeHost({ sandbox: true }));
    await page.getByText('Nothing leaves it.').waitFor();
  });

  itUnlessMissing(
    missingBrowser,
    'asks for the one decision after a lost ledger, and shows warnings until they are read',
    async () => {
      const host = new FakeHost();
      host.unverified = { since: Date.now(), message: foreign('14 files have no proof of what became of them.') };
      host.warnings = ['The settings were put aside.'];
      const { page } = await openWindow(host);
      await page.getByText('14 files have no proof').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Leave them' }).click();
      await page.getByText('14 files have no proof').waitFor({ state: 'detached' });
      expect(host.asked.find(({ name }) => name === 'decideUnverified')?.input).toEqual({ decision: 'leave' });
      await page.getByRole('button', { name: 'Got it' }).click();
      await page.getByText('The settings were put aside.').waitFor({ state: 'detached' });
    },
  );

  itUnlessMissing(missingBrowser, 'asks the one question of a folder, and shows what it is about', async () => {
    const host = new FakeHost();
    const [folder] = host.status().folders;
    host.questions.set(folder?.id ?? 0, { since: Date.now(), documents: 1_204, message: foreign('1,204 look like before.') });
    const { page } = await openWindow(host);
    await page.getByText('1,204 look like before').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/#\/queue\?show=needs-you&folder=/);
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByText('1,204 look like before').waitFor({ state: 'detached' });
    expect(host.asked.find(({ name }) => name === 'answerQuestion')?.input).toEqual({ folderId: folder?.id, answer: 'leave' });
  });

  itUnlessMissing(missingBrowser, 'says what a budget holds back, and adds pages to it', async () => {
    const host = new FakeHost();
    const waiting = { documents: 12, pages: 30 };
    host.budgets = [{ period: 'day', pages: 100, used: 98, until: Date.now() + 60_000, timeZone: 'Europe/Berlin', waiting }];
    const { page } = await openWindow(host);
    await page.getByText('12 documents (about 30 pages) wait').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow 50 more pages' }).click();
    await page.getByText('12 documents wait').waitFor({ state: 'detached' });
    expect(host.asked.find(({ name }) => name === 'liftBudget')?.input).toEqual({ period: 'day', pages: 50 });
  });

  itUnlessMissing(
    missingBrowser,
    'says that the service is out of pages as it says it of a budget, and tries again',
    async () => {
      const host = new FakeHost();
      const waiting = { documents: 12, pages: 30 };
      const message = foreign('Out of pages, see your plan.');
      host.budgets = [{ period: 'service', message, until: Date.now() + 60_000, timeZone: 'UTC', waiting }];
      const { page } = await openWindow(host);
      await page.getByText('12 documents (about 30 pages) wait').waitFor();
      await page.getByText('Out of pages, see your plan.').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect.poll(() => host.asked.some(({ name }) => name === 'lookNow')).toBe(true);
    },
  );

  itUnlessMissing(missingBrowser, 'goes where a notification leads', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    await statusOf(page).waitFor();
    const document = host.first('failed');
    host.emit({ goTo: { screen: 'queue', documentId: document.id } });
    await page.getByText('The service could not process it').waitFor();
    host.emit({ goTo: { screen: 'folders', add: '/home/mara/Scans/New' } });
    await expect.poll(() => folderPath(page).inputValue()).toBe('/home/mara/Scans/New');
  });

  itUnlessMissing(missingBrowser, 'offers to add a folder that is dropped on it', async () => {
    const { page } = await openWindow(new FakeHost());
    await statusOf(page).waitFor();
    await page.evaluate(() => {
      // What a script makes is never a folder.
      DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true }) as FileSystemEntry;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([], 'New'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => folderPath(page).inputValue()).toBe('/home/mara/Scans/New');
  });

  itUnlessMissing(missingBrowser, 'adds the files that are dropped or chosen, and says which it could not take', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/folders' });
    const card = page.getByRole('article', { name: 'Receipts', exact: true });
    await card.waitFor();
    const drop = (names: readonly string[], onto: string): Promise<void> =>
      page.evaluate(
        ([given, selector]) => {
          const dataTransfer = new DataTransfer();
          for (const name of given) dataTransfer.items.add(new File(['content'], name));
          for (const type of ['dragover', 'drop'])
            document
              .querySelector(selector)
              ?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        },
        [names, onto] as const,
      );
    const added = () => host.asked.filter(({ name }) => name === 'addFile').map(({ input }) => input);

    await drop(['a.pdf', 'b.png'], '[data-folder="2"]');
    await page.getByText('2 files were added to Receipts.', { exact: true }).waitFor();
    expect(added()).toEqual([
      { id: 2, path: '/home/mara/Scans/a.pdf' },
      { id: 2, path: '/home/mara/Scans/b.png' },
    ]);

    await drop(['c.pdf', 'notes.txt'], 'main');
    const dialog = page.getByRole('dialog', { name: 'Add files' });
    await dialog.getByRole('combobox', { name: 'To this folder' }).selectOption('Mail');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add 2 files' }).click();
    await dialog.getByText('1 file was added to Mail.').waitFor();
    await dialog.getByText('notes.txt').waitFor();
    await dialog.getByText(/only PDF, PNG, JPG and DOCX are/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // Awaited early: a browser takes a moment before it hands choosers over.
    const chooser = page.waitForEvent('filechooser');
    // What was said for a moment is kept.
    await page.getByRole('button', { name: 'Activity' }).click();
    const activity = page.getByRole('dialog', { name: 'Activity' });
    await activity.getByText('2 files were added to Receipts.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await activity.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await (await chooser).setFiles([{ name: 'd.pdf', mimeType: 'application/pdf', buffer: Buffer.from('d') }]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(added()).toHaveLength(4);
  });

  itUnlessMissing(missingBrowser, 'lets a keyboard skip the side', async () => {
    const { page } = await openWindow(new FakeHost());
    await statusOf(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});
