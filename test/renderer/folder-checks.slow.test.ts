import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { resultOf } from './support/fake-document.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The checks of a folder', () => {
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);
  const checkOf = (page: Page, number: number): Locator => page.getByRole('group', { name: `Check ${number}`, exact: true });

  /** A host with ten invoices, three of which have another currency. */
  function hostOfTen(): FakeHost {
    const host = new FakeHost({ documents: 60 });
    for (const document of host.documents) if (document.folderId === 1) delete document.result;
    for (let index = 0; index < 10; index += 1) {
      const document = host.land('processed', 1);
      document.result = resultOf('processed', 'invoices', {
        invoice_number: `RE-${index}`,
        supplier: 'ACME',
        total: '119.00',
        currency: index < 3 ? 'USD' : 'EUR',
      });
      document.path = `invoice ${index}.pdf`;
    }
    return host;
  }

  async function open(host: FakeHost, options: object = {}) {
    const window = await openWindow(host, { hash: '#/folders/1', ...options });
    await window.page.getByRole('heading', { name: 'Change a folder' }).waitFor();
    await window.page.getByRole('tab').nth(2).click();
    return window;
  }

  itUnlessMissing(
    missingBrowser,
    'are made, tried on what is there and kept by keyboard alone, and older documents are asked about',
    async () => {
      const host = hostOfTen();
      const { page, complaints } = await open(host);
      await page.getByRole('button', { name: 'Add a check' }).focus();
      await page.keyboard.press('Enter');
      const kind = checkOf(page, 1).getByRole('combobox', { name: 'Check', exact: true });
      await expect.poll(() => kind.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      await kind.selectOption({ label: 'Is one of' });
      await page.keyboard.press('Tab');
      await page.keyboard.type('currency');
      await page.keyboard.press('Tab');
      // It cannot be tried before it says what may be there.
      await page.getByText('First correct what is wrong.').waitFor();
      await page.keyboard.type('EUR');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Our currencies');
      await page.getByRole('button', { name: 'Test on existing documents' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Would have flagged 3 of 10 documents.').waitFor();
      const flagged = page.getByRole('region', { name: 'What would become of documents' });
      expect(await flagged.getByRole('link').allTextContents()).toEqual(['invoice 0.pdf', 'invoice 1.pdf', 'invoice 2.pdf']);
      await flagged.getByText('“USD” is not among the values that “currency” may have.').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(inputsOf(host, 'updateFolder')).toEqual([]);

      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Check older documents, too?' });
      await dialog.getByText('The checks hold for results that come from now on.').waitFor();
      await dialog.getByText('Would have flagged 3 of 10 documents.').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(inputsOf(host, 'updateFolder')).toMatchObject([
        { id: 1, settings: { checks: [{ check: 'one-of', field: 'currency', values: ['EUR'], name: 'Our currencies' }] } },
      ]);
      expect(inputsOf(host, 'checkAgain')).toEqual([]);
      await dialog.getByRole('button', { name: 'Check them again' }).click();
      await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
      expect(inputsOf(host, 'checkAgain')).toEqual([{ id: 1 }]);
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'of every kind say what is wrong with them at its field, and are kept as they were',
    async () => {
      const host = hostOfTen();
      const [folder] = host.folders.all;
      const checks = [
        { check: 'pattern', field: 'invoice_number', pattern: 'RE-\\d+' },
        { check: 'date', field: 'invoice_date', from: 'today-90', to: 'today' },
        { check: 'amount', field: 'total', to: '500.00' },
        { check: 'sum', parts: ['net', 'tax'], total: 'total' },
        { check: 'second-scan', vendor: 'supplier', number: 'invoice_number', date: 'invoice_date', days: 14 },
      ] as const;
      if (folder !== undefined) folder.settings = { ...folder.settings, checks: structuredClone(checks) as never };
      const { page } = await open(host, { dark: true });
      await checkOf(page, 1).getByRole('textbox', { name: 'Pattern' }).fill('(');
      await checkOf(page, 2).getByRole('textbox', { name: 'From' }).fill('soon');
      await checkOf(page, 3).getByRole('textbox', { name: 'At most' }).fill('');
      await checkOf(page, 4).getByRole('textbox', { name: 'Parts' }).fill('');
      await checkOf(page, 5).getByRole('textbox', { name: 'Days apart, at most' }).fill('many');
      await page.getByRole('button', { name: 'Save' }).click();
      for (const [number, wrong] of [
        [1, 'This must be a regular expression'],
        [2, 'This must be a date such as'],
        [3, 'This needs a lower or an upper bound, or both.'],
        [4, 'This must not be empty.'],
        [5, 'This must be a number.'],
      ] as const)
        await checkOf(page, number).getByText(wrong).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(inputsOf(host, 'updateFolder')).toEqual([]);
      await checkOf(page, 1).getByRole('textbox', { name: 'Pattern' }).fill('RE-\\d+');
      await checkOf(page, 2).getByRole('textbox', { name: 'From' }).fill('today-90');
      await checkOf(page, 3).getByRole('textbox', { name: 'At most' }).fill('500,00');
      await checkOf(page, 4).getByRole('textbox', { name: 'Parts' }).fill('net\ntax');
      await checkOf(page, 5).getByRole('textbox', { name: 'Days apart, at most' }).fill('14');
      await page.getByRole('button', { name: 'Save' }).click();
      // They are what they were, so nobody is asked about older documents.
      await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
      expect(inputsOf(host, 'updateFolder')).toMatchObject([{ settings: { checks } }]);
    },
  );

  itUnlessMissing(missingBrowser, 'are removed one by one, and fit into a narrow German window', async () => {
    const host = hostOfTen();
    const [folder] = host.folders.all;
    if (folder !== undefined)
      folder.settings = { ...folder.settings, checks: [{ check: 'second-scan', vendor: 'a', number: 'b', date: 'c', days: 30 }] };
    const { page } = await openWindow(host, { hash: '#/folders/1', language: 'de-DE', viewport: { width: 420, height: 800 } });
    await page.getByRole('tab', { name: 'Prüfungen' }).click();
    const remove = page.getByRole('button', { name: 'Prüfregel 1 entfernen' });
    await remove.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    const add = page.getByRole('button', { name: 'Prüfregel hinzufügen' });
    await expect.poll(() => add.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
