import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { standingNames } from '../../electron/core/document/standing.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The queue', () => {
  const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });
  const selected = (page: Page) => page.locator('[role="row"][aria-selected="true"]');
  /** The rows of documents, without the header row. */
  const documents = (page: Page) => page.locator('[role="row"][id^="document-"]');
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);

  async function open(host: FakeHost, hash = '#/queue') {
    const window = await openWindow(host, { hash });
    await documents(window.page).first().waitFor();
    return window;
  }

  itUnlessMissing(missingBrowser, 'shows every document with its state, and how many there are', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(host.documents.length + 1));
    expect(await documents(page).count()).toBeLessThan(80);
    await documents(page).filter({ hasText: 'On the way' }).first().waitFor();
    await documents(page)
      .filter({ hasText: /On the way.*picked up in/ })
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'shows a name that steers the direction of writing as it is', async () => {
    const host = new FakeHost();
    const names = ['invoice\u202efdp.exe', '\u202edna seciovnI.pdf', '\u05d7\u05e9\u05d1\u05d5\u05e0\u05d9\u05ea.pdf'];
    const { documents: first } = host.list({ offset: 0, limit: names.length });
    for (const [index, name] of names.entries()) {
      const document = host.documents.find(({ id }) => id === first[index]?.id);
      if (document !== undefined) document.path = name;
    }
    const { page, screenshot } = await open(host);
    const text = await documents(page).first().textContent();
    expect(text).toContain('invoice\ufffdfdp.exe');
    expect(await page.locator('body').textContent()).not.toMatch(/[\u202a-\u202e]/);
    await documents(page).nth(1).click();
    await page.getByRole('heading', { name: '\ufffddna seciovnI.pdf' }).waitFor();
    await screenshot('queue-bidi');
  });

  itUnlessMissing(missingBrowser, 'says in whole when a document changed long ago, where there is room', async () => {
    const host = new FakeHost();
    for (const document of host.documents) document.changedAt = Date.UTC(2023, 10, 28, 22, 48);
    const { page, screenshot } = await openWindow(host, { hash: '#/queue', language: 'en-US' });
    await page.setViewportSize({ width: 1_900, height: 900 });
    const when = documents(page).first().locator('time');
    await when.getByText(/2023/).waitFor();
    await screenshot('queue-long-ago');
    const isCut = () => when.evaluate((time) => (time.parentElement?.scrollWidth ?? 0) > (time.parentElement?.clientWidth ?? 0));
    await expect.poll(isCut).toBe(false);
  });

  itUnlessMissing(missingBrowser, 'filters by standing and folder, and keeps the filters in the address', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('button', { name: /^Failed/ }).click();
    const { total: failed } = host.list({ standings: ['failed'], offset: 0, limit: 200 });
    await page.locator(`[aria-rowcount="${failed + 1}"]`).waitFor();
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('2');
    const { total: inFolder } = host.list({ standings: ['failed'], folderId: 2, offset: 0, limit: 200 });
    await page.locator(`[aria-rowcount="${inFolder + 1}"]`).waitFor();
    await page.reload();
    await page.locator(`[aria-rowcount="${inFolder + 1}"]`).waitFor();
  });

  itUnlessMissing(missingBrowser, 'counts what is searched, each document under one filter only', async () => {
    const host = new FakeHost();
    const { page } = await open(host, '#/queue?text=brightwater');
    const filters = page.getByRole('group', { name: 'Filter documents' }).getByRole('button');
    const { counts, total } = host.list({ text: 'brightwater', offset: 0, limit: 1 });
    await expect.poll(() => filters.first().textContent()).toBe(`All${total}`);
    const [all, ...each] = await filters.locator('span').allTextContents();
    expect(each.map(Number)).toEqual(standingNames.map((name) => counts[name]));
    expect(each.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(all));
  });

  itUnlessMissing(
    missingBrowser,
    'calls a document by one word everywhere, and by the service’s in its details only',
    async () => {
      const host = new FakeHost({ documents: 12 });
      const reviewed = host.land('needs_review');
      const doubtful = host.land('processed', 3);
      doubtful.result = { kind: 'classification', status: 'needs_review', extra: {} };
      const { page } = await open(host);
      const row = (document: { readonly id: number }) => page.locator(`#document-${document.id}`);
      const pill = (document: { readonly id: number }) => row(document).locator('[role="gridcell"]').nth(3);
      const review = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Review/ });
      const needsYou = page.getByRole('button', { name: /^Needs you/ });
      const expectAll = async (count: number): Promise<void> => {
        await expect.poll(() => needsYou.textContent()).toBe(`Needs you${count}`);
        expect(await review.textContent()).toContain(String(count));
        await expect.poll(() => page.title()).toContain(`(${count})`);
      };
      const before = host.status().standings['needs-you'];
      await expect.poll(() => pill(reviewed).textContent()).toContain('Needs you');
      await expect.poll(() => pill(doubtful).textContent()).toContain('Needs you');
      await expectAll(before);
      reviewed.review = { confirmations: [{ at: host.now, by: 'Mara', corrections: {} }], changes: [] };
      host.changed(reviewed);
      await expect.poll(() => pill(reviewed).textContent()).toBe('Confirmed');
      await expectAll(before - 1);
      await row(reviewed).click();
      const drawer = page.getByRole('region', { name: /^Details of/ });
      await drawer.getByRole('definition').filter({ hasText: 'needs_review' }).waitFor();
    },
  );

  itUnlessMissing(missingBrowser, 'stays where it is when a document is opened beside it', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    const second = documents(page).nth(1);
    const before = await second.boundingBox();
    await second.click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    const after = await second.boundingBox();
    expect([after?.y, after?.height]).toEqual([before?.y, before?.height]);
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(
    missingBrowser,
    'says how many an action concerns, covers no field, and puts the focus back after Undo',
    async () => {
      const host = new FakeHost();
      const { page } = await open(host, '#/queue?show=needs-you');
      await grid(page).focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByRole('button', { name: 'Dismiss (2)' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      const toast = await page.locator('[data-tone="plain"]').last().boundingBox();
      const main = await page.getByRole('main').boundingBox();
      expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0);
      await undo.click();
      await page.getByText('Document restored').first().waitFor();
      await expect.poll(() => grid(page).evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await undo.count()).toBe(0);
    },
  );

  itUnlessMissing(missingBrowser, 'searches names and values shortly after the last letter', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.keyboard.press('/');
    // Typed inside the page: how long each letter takes from out here says nothing about the window.
    await page.getByRole('searchbox').evaluate(async (_, word) => {
      for (const letter of word) {
        globalThis.document.execCommand('insertText', false, letter);
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, 'brightwater');
    const found = host.list({ text: 'brightwater', offset: 0, limit: 200 }).total;
    await page.locator(`[aria-rowcount="${found + 1}"]`).waitFor();
    const texts = inputsOf(host, 'documents').map((input) => (input as { text?: string }).text);
    expect(texts.filter((text) => text !== undefined && text !== 'brightwater').length).toBeLessThan(4);
    await page.getByRole('searchbox').fill('there is no such thing');
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Show all documents' }).click();
    await page.locator(`[aria-rowcount="${host.documents.length + 1}"]`).waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  });

  itUnlessMissing(missingBrowser, 'keeps a document open that was opened before the search began', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    const row = page.locator('[role="row"][id^="document-"]').first();
    await row.waitFor();
    const name = (await row.locator('[title]').first().textContent()) ?? '';
    await page.keyboard.press('/');
    // A letter and a click in one go: no search begins in between.
    await row.evaluate((element, text) => {
      globalThis.document.execCommand('insertText', false, text);
      (element as HTMLElement).click();
    }, name);
    await expect.poll(() => page.evaluate(() => globalThis.location.hash)).toMatch(/text=/);
    await page.getByRole('heading', { name: 'History' }).waitFor();
  });

  itUnlessMissing(
    missingBrowser,
    'selects with the keyboard: Space, Shift with arrows, select all, Escape to clear',
    async () => {
      const host = new FakeHost();
      const { page } = await open(host, '#/queue?show=failed');
      const failed = host.list({ standings: ['failed'], offset: 0, limit: 200 }).total;
      await page.keyboard.press('j');
      await page.keyboard.press('Space');
      await expect.poll(() => selected(page).count()).toBe(1);
      await page.keyboard.press('Escape');
      await expect.poll(() => selected(page).count()).toBe(0);
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.locator('[role="row"][aria-selected="true"]').nth(2).waitFor();
      await expect.poll(() => selected(page).count()).toBe(3);
      await page.keyboard.press('Control+a');
      await page.getByText(`${failed} selected`).first().waitFor();
    },
  );

  itUnlessMissing(missingBrowser, 'selects with the mouse: Ctrl adds, Shift extends', async () => {
    const host = new FakeHost();
    const { page } = await open(host, '#/queue?show=done');
    await documents(page)
      .nth(1)
      .click({ modifiers: ['Control'] });
    await documents(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').first().waitFor();
    await documents(page)
      .nth(2)
      .click({ modifiers: ['Control'] });
    await page.getByText('3 selected').first().waitFor();
    expect(new URL(page.url()).hash).toBe('#/queue?show=done');
  });

  itUnlessMissing(missingBrowser, 'sends many again at once, after one question: no single key spends money', async () => {
    const host = new FakeHost();
    const { page, screenshot } = await open(host, '#/queue?show=failed');
    const failed = host.list({ standings: ['failed'], offset: 0, limit: 200 }).total;
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await page.getByText(`${failed} selected`).first().waitFor();
    await page.keyboard.press('s');
    const question = page.getByRole('dialog', { name: `Send ${failed} documents again?` });
    await question.getByText('You pay for their pages').waitFor();
    // The key that asked, and Enter, agree to nothing.
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    expect(inputsOf(host, 'sendAgain')).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await screenshot('queue send many');
    await question.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(`${failed} documents again.`).first().waitFor();
    expect((inputsOf(host, 'sendAgain')[0] as { ids: number[] }).ids).toHaveLength(failed);
  });

  itUnlessMissing(missingBrowser, 'asks before sending again what the service may already have', async () => {
    const host = new FakeHost();
    const { page } = await open(host, `#/queue?show=needs-you&text=${encodeURIComponent(host.first('unresolved').path)}`);
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    const question = page.getByRole('dialog', { name: 'Send it again?' });
    await question.getByText('you pay for the pages a second time').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(inputsOf(host, 'sendAgain')).toEqual([]);
    await page.keyboard.press('s');
    await question.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sending the document again.').first().waitFor();
    expect(inputsOf(host, 'sendAgain')).toHaveLength(1);
  });

  itUnlessMissing(missingBrowser, 'dismisses a document and undoes it', async () => {
    const host = new FakeHost();
    const { page } = await open(host, '#/queue?show=needs-you');
    const before = host.status().standings['needs-you'];
    await page.locator(`[aria-rowcount="${before + 1}"]`).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('d');
    await page.locator(`[aria-rowcount="${before}"]`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(`[aria-rowcount="${before + 1}"]`).waitFor();
  });

  itUnlessMissing(
    missingBrowser,
    'asks before it dismisses many, and restores them: with Ctrl+Z, or selected among those dismissed',
    async () => {
      const host = new FakeHost();
      const { page, screenshot } = await open(host, '#/queue?show=needs-you');
      const before = host.status().standings['needs-you'];
      expect(before).toBeGreaterThan(10);
      await page.locator(`[aria-rowcount="${before + 1}"]`).waitFor();
      const dismissAll = async (): Promise<void> => {
        await grid(page).focus();
        await page.keyboard.press('Control+a');
        await page.getByText(`${before} selected`).first().waitFor();
        await page.keyboard.press('d');
        await page.getByRole('dialog', { name: `Dismiss ${before} documents?` }).waitFor();
      };
      await dismissAll();
      await screenshot('queue dismiss many');
      await page.keyboard.press('Escape');
      expect(inputsOf(host, 'dismiss')).toEqual([]);
      await dismissAll();
      await page.getByRole('button', { name: `Dismiss ${before} documents` }).click();
      await page.getByText(`${before} documents dismissed.`).first().waitFor();
      expect(host.status().standings['needs-you']).toBe(0);
      await page.keyboard.press('Control+z');
      await expect.poll(() => host.status().standings['needs-you']).toBe(before);
      await page.locator(`[aria-rowcount="${before + 1}"]`).waitFor();
      await dismissAll();
      await page.getByRole('button', { name: `Dismiss ${before} documents` }).click();
      await expect.poll(() => host.status().standings['needs-you']).toBe(0);
      // Later, without the toast and the key.
      await page.reload();
      await page.getByRole('button', { name: /^Dismissed/ }).click();
      await page.locator(`[aria-rowcount="${before + 1}"]`).waitFor();
      expect(await page.getByRole('button', { name: /^Dismissed/ }).textContent()).toBe(`Dismissed${before}`);
      await screenshot('queue dismissed');
      expect(await axeFindings(page)).toEqual([]);
      await grid(page).focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByText(`${before} documents restored`).first().waitFor();
      await expect.poll(() => host.status().standings['needs-you']).toBe(before);
    },
  );

  itUnlessMissing(missingBrowser, 'keeps the active document when others arrive above it', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await grid(page).getAttribute('aria-activedescendant');
    const landed = host.land('queued');
    host.changed(landed);
    await page.locator(`#document-${landed.id}`).waitFor();
    expect(await grid(page).getAttribute('aria-activedescendant')).toBe(active);
  });

  itUnlessMissing(missingBrowser, 'shows the progress of an upload in bytes', async () => {
    const host = new FakeHost();
    const document = host.first('uploading');
    const { page } = await open(host, `#/queue?text=${encodeURIComponent(document.path)}`);
    const bar = page.locator(`#document-${document.id} progress`);
    const before = await bar.getAttribute('value');
    document.sent = document.facts.size;
    host.emit({ progress: [document.id] });
    await page.waitForFunction(
      ([id, value]) => globalThis.document.querySelector(`#document-${id} progress`)?.getAttribute('value') !== value,
      [document.id, before] as const,
    );
    await expect.poll(() => bar.getAttribute('value')).toBe('1');
  });

  itUnlessMissing(missingBrowser, 'says what to do next when it is empty', async () => {
    const { page } = await openWindow(new FakeHost({ withoutFolders: true }));
    await page.getByText('Which folder does your scanner write to?').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add a folder' }).click();
    await page.waitForFunction(() => location.hash === '#/folders/add');
  });
});
