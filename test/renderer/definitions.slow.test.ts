import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('Extractions and classifications', () => {
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);
  const dialog = (page: Page) => page.getByRole('dialog');
  async function open(host: FakeHost, options: object = {}) {
    const window = await openWindow(host, { hash: '#/folders', ...options });
    await window.page.getByRole('heading', { name: /^Extra[ck]tion/ }).waitFor();
    return window;
  }

  itUnlessMissing(missingBrowser, 'are listed with the folders that use them, and seen', async () => {
    const { page, complaints } = await open(new FakeHost());
    const list = page.getByRole('region', { name: 'Extractions and classifications' });
    await list.getByText('Used by Invoices').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Invoices (Extraction|Classification)/ }).click();
    await dialog(page).getByRole('rowheader', { name: 'invoice_number' }).waitFor();
    await dialog(page).getByText('12 documents were sent there from here.').waitFor();
    await dialog(page).getByText('Language: English').waitFor();
    await dialog(page)
      .getByText(/^Last changed: .*9 Mar/)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^\W*Invoices/);
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'are changed after the changes were shown, by keyboard', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('button', { name: /^Invoices (Extraction|Classification)/ }).focus();
    await page.keyboard.press('Enter');
    // The button cannot be pressed before.
    await dialog(page).getByRole('rowheader', { name: 'invoice_number' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Change…' }).press('Enter');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Bills');
    // Escape is no answer to what becomes of it.
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Invoices (Extraction|Classification)/ }).press('Enter');
    await dialog(page).getByRole('button', { name: 'Change…' }).press('Enter');
    expect(await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Bills');
    const rows = dialog(page).getByRole('group', { name: 'Fields to read' }).getByRole('listitem');
    const count = await rows.count();
    await dialog(page).getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.keyboard.type('iban');
    await dialog(page).getByRole('button', { name: 'Remove field 1', exact: true }).press('Enter');
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'See the changes' }).press('Enter');
    await dialog(page).getByText('Name: “Invoices” becomes “Bills”').waitFor();
    await dialog(page).getByText('New field: iban').waitFor();
    await dialog(page)
      .getByText(/^No longer read: /)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(inputsOf(host, 'updateExtraction')).toEqual([]);
    // What was typed is still there after a step back.
    await dialog(page).getByRole('button', { name: 'Back' }).press('Enter');
    expect(await rows.count()).toBe(count);
    await dialog(page).getByRole('button', { name: 'See the changes' }).press('Enter');
    await dialog(page).getByRole('button', { name: 'Make these changes' }).press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    expect(inputsOf(host, 'updateExtraction')).toMatchObject([{ seen: { name: 'Invoices' }, wanted: { name: 'Bills' } }]);
    await page.getByRole('button', { name: /^Bills (Extraction|Classification)/ }).waitFor();
    // What was cancelled is forgotten.
    await page.getByRole('button', { name: /^Bills (Extraction|Classification)/ }).click();
    await dialog(page).getByRole('button', { name: 'Change…' }).click();
    const name = dialog(page).getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Something else');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Bills (Extraction|Classification)/ }).click();
    await dialog(page).getByRole('button', { name: 'Change…' }).click();
    expect(await name.inputValue()).not.toBe('Something else');
  });

  itUnlessMissing(missingBrowser, 'are deleted only under their name, and it is said what is lost and what stops', async () => {
    const host = new FakeHost();
    const { page } = await open(host, { dark: true });
    await page.getByRole('button', { name: /^Invoices (Extraction|Classification)/ }).click();
    await dialog(page).getByRole('button', { name: 'Delete…' }).click();
    await dialog(page).getByText('with all its batches, files and extracted data').waitFor();
    await dialog(page).getByText('The result of 1 document is still awaited').waitFor();
    await dialog(page).getByText('This folder stops: Invoices').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const remove = dialog(page).getByRole('button', { name: 'Delete for good' });
    expect(await remove.isDisabled()).toBe(true);
    const typed = dialog(page).getByRole('textbox', { name: 'Type “Invoices” to confirm' });
    await typed.fill('invoices');
    await remove.click();
    await dialog(page).getByText('This is not its name.').waitFor();
    await typed.fill('Invoices');
    await remove.click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Invoices (Extraction|Classification)/ }).waitFor({ state: 'detached' });
  });

  itUnlessMissing(missingBrowser, 'of sorting: name and categories are kept here', async () => {
    const host = new FakeHost();
    const { page } = await open(host, { zoom: 2 });
    await page.getByRole('button', { name: /^Incoming mail (Extraction|Classification)/ }).click();
    await dialog(page).getByRole('textbox', { name: 'Name here' }).fill('Post');
    const typed = dialog(page).getByRole('group', { name: 'Category 1' });
    await typed.getByRole('textbox', { name: 'Category ID' }).fill('c-9');
    await typed.getByRole('textbox', { name: 'Category name' }).fill('Postcard');
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(inputsOf(host, 'changeClassification')).toMatchObject([
      { texts: { name: 'Post' }, categories: [{ id: 'c-9', name: 'Postcard' }] },
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'speak German and French', async () => {
    for (const [language, name] of [
      ['de-DE', 'Endgültig löschen'],
      ['fr-FR', 'Supprimer définitivement'],
    ] as const) {
      const { page, complaints } = await open(new FakeHost(), { language, zoom: 2 });
      await page.getByRole('button', { name: /^Invoices Extra/ }).click();
      await dialog(page)
        .getByRole('button', { name: /Löschen|Supprimer/ })
        .click();
      await dialog(page).getByRole('button', { name }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });
});
