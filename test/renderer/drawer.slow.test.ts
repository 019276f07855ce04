import { describe, expect } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { valueIn } from './support/fake-document.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The details of a document', () => {
  itUnlessMissing(missingBrowser, 'open with one key, and close with Escape', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    await page.locator('[id^="document-"]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: /^Details of/ });
    await details.getByRole('heading', { name: 'History' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Details of/);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await details.waitFor();
  });

  itUnlessMissing(missingBrowser, 'show why first, then values, outputs and history', async () => {
    const host = new FakeHost();
    const document = host.first('processed', ({ folderId, delivery }) => folderId === 1 && delivery.kind === 'done');
    const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
    const details = page.getByRole('region', { name: /^Details of/ });
    await details.getByText('The service has processed it. Written to').waitFor();
    const text = (await details.textContent()) ?? '';
    const order = ['The service has processed it', 'Values', 'Files', 'History', 'Details'].map((part) => text.indexOf(part));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(text).toContain(valueIn(document, 'invoice_number'));
    expect(text).toContain(`/home/mara/Scans/Invoices/${document.path}.json`);
    expect(text).toContain('Result written');
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(
    missingBrowser,
    'lead to the whole document: page, values, files, history, and corrections of a finished one',
    async () => {
      const host = new FakeHost({ host: 'headless' });
      const document = host.first('processed', ({ folderId, path }) => folderId === 1 && path.endsWith('.pdf'));
      const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
      const details = page.getByRole('region', { name: /^Details of/ });
      await details.locator('a img').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const saved = page.waitForEvent('download');
      await details.getByRole('button', { name: 'Download: JSON' }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.json$/);
      await details.getByRole('link', { name: 'Open page and values' }).click();

      await page.locator('[data-page] canvas').first().waitFor();
      const total = page.getByLabel('Total', { exact: true });
      expect(await total.inputValue()).toBe(valueIn(document, 'total'));
      await page.getByText('Files and history').click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      const source = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download: Original' }).click();
      expect((await source).suggestedFilename()).toBe(document.path.split('/').at(-1));
      expect(await axeFindings(page)).toEqual([]);

      // It is none of those that wait, and a correction leaves it in sight.
      expect(await page.locator('[data-position]').count()).toBe(0);
      await total.fill('12.34');
      await page
        .getByRole('button', { name: /^Confirm/ })
        .first()
        .click();
      await page.getByText('Confirmed by mara').waitFor();
      expect(await total.inputValue()).toBe('12.34');
      expect(new URL(page.url()).hash).toBe(`#/review/${document.id}`);
    },
  );

  itUnlessMissing(missingBrowser, 'follow the arrow keys while open', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/queue?show=failed' });
    await page.locator('[id^="document-"]').first().click();
    const heading = page.getByRole('region', { name: /^Details of/ }).getByRole('heading', { level: 2 });
    await heading.waitFor();
    const first = await heading.textContent();
    await page.keyboard.press('j');
    await page.waitForFunction((name) => globalThis.document.querySelector('section h2')?.textContent !== name, first);
  });

  itUnlessMissing(missingBrowser, 'change with the document', async () => {
    const host = new FakeHost();
    const document = host.first('queued');
    const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
    await page.getByText('says “queued”').waitFor();
    document.state = { kind: 'failed', by: 'service', message: foreign('The page is blank') };
    host.changed(document);
    await page.getByText('The service could not process it: The page is blank.').waitFor();
  });

  itUnlessMissing(missingBrowser, 'offer results that fit no document, and assign the chosen one by keyboard', async () => {
    const host = new FakeHost();
    const document = host.first('unresolved');
    delete document.fileId;
    document.unmatched = ['one', 'two'].map((fileName) => ({
      batchId: document.batchId ?? 0,
      fileId: `f-${fileName}`,
      fileName,
      result: { kind: 'extraction', status: 'processed', extractedData: { total: `${fileName} hundred` }, extra: {} },
    }));
    const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
    await page.getByRole('button', { name: 'Assign result…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Which result is that of/ });
    await dialog.getByText('total: two hundred').waitFor();
    expect(await dialog.getByRole('button', { name: 'Assign', exact: true }).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await dialog.getByRole('radio', { name: 'two' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const asked = host.asked.filter(({ name }) => name === 'assign').map(({ input }) => input);
    expect(asked).toEqual([{ id: document.id, fileId: 'f-two' }]);
    await page.getByText('has its result.').first().waitFor();
    await page.getByRole('button', { name: 'Assign result…' }).waitFor({ state: 'detached' });
  });

  itUnlessMissing(missingBrowser, 'open files and show folders on the desktop, and offer paths to copy elsewhere', async () => {
    const host = new FakeHost();
    const document = host.first('processed', ({ delivery }) => delivery.kind === 'done');
    const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
    await page.getByRole('button', { name: 'Show in folder: Original' }).click();
    await page.getByRole('button', { name: 'Open: CSV' }).click();
    await expect
      .poll(() => host.asked.filter(({ name }) => name === 'openFile').map(({ input }) => input))
      .toEqual([
        { id: document.id, what: 'source', how: 'show' },
        { id: document.id, what: 'csv', how: 'open' },
      ]);
    const headless = await openWindow(new FakeHost({ host: 'headless' }), { hash: `#/queue/${document.id}` });
    await headless.page.getByRole('button', { name: 'Copy path: Original' }).waitFor();
    expect(await headless.page.getByRole('button', { name: 'Show in folder' }).count()).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'can be copied for support, without the values', async () => {
    const host = new FakeHost();
    const document = host.first('processed', ({ folderId }) => folderId === 1);
    const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied.').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(document.path);
    expect(copied).toContain('Accepted by the service');
    expect(copied).not.toContain(valueIn(document, 'total'));
  });

  itUnlessMissing(missingBrowser, 'say that a document does not exist', async () => {
    const { page } = await openWindow(new FakeHost(), { hash: '#/queue/999999' });
    await page.getByText('There is no such document.').waitFor();
  });
});
