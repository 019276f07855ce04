import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

/** Waits until the cursor is in a field: a person who types on is not faster than the page. */
async function toBeTypedInto(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
}

describe('Adding a folder', () => {
  const path = (page: Page) => page.getByLabel('Folder', { exact: true });
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);

  async function open(host: FakeHost, options: object = {}) {
    const window = await openWindow(host, { hash: '#/folders/add', ...options });
    await path(window.page).waitFor();
    return window;
  }

  async function typePath(page: Page): Promise<void> {
    await path(page).fill('/home/mara/Scans/New');
    await page.getByRole('radio', { name: /^Invoices/ }).waitFor();
  }

  itUnlessMissing(missingBrowser, 'goes by keyboard alone: the path, a known route, what is there, Enter', async () => {
    const host = new FakeHost();
    const { page, complaints } = await open(host);
    await expect.poll(() => path(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('/home/mara/Scans/New');
    await page.getByText('It contains 37 documents (17.5 MB) now.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const receipts = page.getByRole('radio', { name: /^Receipts/ });
    await receipts.waitFor();
    const isFocused = (name: RegExp) =>
      page.getByRole('radio', { name }).evaluate((element) => element === document.activeElement);
    await expect.poll(() => page.getByRole('radio', { name: /Leave them alone/ }).isChecked()).toBe(true);
    await page.getByText('Each page counts at the service and may cost money.').waitFor();
    while (!(await isFocused(/Leave them alone/))) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByRole('radio', { name: /Send all 37/ }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Choose where the documents go.').waitFor();
    await expect.poll(() => isFocused(/^Invoices/)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => receipts.isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('“New” is watched.').first().waitFor();
    expect(inputsOf(host, 'addFolder')).toMatchObject([
      {
        countedAt: host.now,
        settings: {
          path: '/home/mara/Scans/New',
          route: { kind: 'extraction', id: '00000000-0000-4000-8000-000000000002' },
          existing: 'send',
          recursive: true,
          outputs: { json: true, csv: 'folder' },
          unresolved: 'hold',
          fileAway: { kind: 'leave' },
        },
      },
    ]);
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'takes the system’s chooser where there is one, and a folder that was dropped', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('button', { name: 'Choose…' }).click();
    await expect.poll(() => path(page).inputValue()).toBe('/home/mara/Scans/New');
    host.emit({ goTo: { screen: 'folders', add: '/home/mara/Documents' } });
    await expect.poll(() => path(page).inputValue()).toBe('/home/mara/Documents');
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'Mail'));
      return data;
    });
    await path(page).dispatchEvent('drop', { dataTransfer: transfer });
    await expect.poll(() => path(page).inputValue()).toBe('/home/mara/Scans/Mail');
  });

  itUnlessMissing(missingBrowser, 'offers in a browser what is there as one types, and creates what is not', async () => {
    const host = new FakeHost({ host: 'headless' });
    const { page, screenshot } = await open(host);
    expect(await page.getByRole('button', { name: 'Choose…' }).count()).toBe(0);
    const offered = () =>
      path(page).evaluate((input) => [...((input as HTMLInputElement).list?.options ?? [])].map(({ value }) => value));
    await expect.poll(offered).toEqual(['/home/mara', '/home/mara/Documents']);
    await path(page).fill('/home/mara/S');
    await expect.poll(offered).toContain('/home/mara/Scans');
    await path(page).fill('/home/mara/Scans/');
    await expect.poll(offered).toContain('/home/mara/Scans/New');
    await path(page).fill('/home/mara/Documents/Post');
    await screenshot('a folder that is not there');
    await page.getByRole('button', { name: 'Create the folder “Post”' }).focus();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('It contains no documents now.').waitFor();
    expect(inputsOf(host, 'makeDirectory')).toEqual([{ parent: '/home/mara/Documents/', name: 'Post' }]);
  });

  itUnlessMissing(missingBrowser, 'says bad input at the field, before anything is asked', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('button', { name: 'Start watching' }).click();
    await page.getByText('Choose a folder, or type its path.').waitFor();
    await path(page).fill('Scans/New');
    await page.keyboard.press('Enter');
    await page.getByText('Enter the full path, starting at the root of the disk.').waitFor();
    expect(inputsOf(host, 'inspectFolder')).toEqual([]);
    await path(page).fill('/home/mara/Scans/Invoices/2026');
    await page
      .getByText('/home/mara/Scans/Invoices/2026 is inside /home/mara/Scans/Invoices, which is already watched.')
      .waitFor();
    expect(await path(page).getAttribute('aria-invalid')).toBe('true');
    expect(inputsOf(host, 'addFolder')).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'loses nothing to Escape, another screen or a reload, until it is discarded', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await typePath(page);
    await page.getByRole('radio', { name: /An existing extraction/ }).click();
    await page.getByRole('textbox', { name: 'Extraction ID' }).fill('not-known-yet');
    host.emit({ settings: true, status: true, documents: 'many' });
    await page.keyboard.press('Escape');
    await page.getByRole('article').first().waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Add a folder' }).click();
    await page.getByText('These are your earlier entries.').waitFor();
    const id = page.getByRole('textbox', { name: 'Extraction ID' });
    await id.waitFor();
    await expect.poll(() => id.inputValue()).toBe('not-known-yet');
    await expect.poll(() => path(page).inputValue()).toBe('/home/mara/Scans/New');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => path(page).inputValue()).toBe('');
    await page.getByRole('link', { name: 'All folders' }).click();
    await page.getByRole('link', { name: 'Add a folder' }).click();
    await expect.poll(() => path(page).inputValue()).toBe('');
    expect(await page.getByText('These are your earlier entries.').count()).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'shows an extraction’s name and fields by its id before documents go there', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await typePath(page);
    await page.getByRole('radio', { name: /An existing extraction/ }).click();
    const id = page.getByRole('textbox', { name: 'Extraction ID' });
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByText('Paste the ID.').waitFor();
    await id.fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The service knows no extraction of this id.').waitFor();
    await id.fill('00000000-0000-4000-8000-000000000002');
    await page.keyboard.press('Enter');
    await page.getByText('The service knows it as “Receipts”').waitFor();
    await page.getByRole('cell', { name: 'Bäckerei Korn' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(inputsOf(host, 'addFolder')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('“New” is watched.').first().waitFor();
    expect(inputsOf(host, 'addFolder')).toMatchObject([
      { settings: { route: { kind: 'extraction', id: '00000000-0000-4000-8000-000000000002' } } },
    ]);
  });

  itUnlessMissing(missingBrowser, 'shows nothing of the categories of mixed mail that it does not save', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await typePath(page);
    await page.getByRole('radio', { name: /^Incoming mail/ }).click();
    const rows = page.getByRole('group', { name: /^Category \d+$/ });
    const others = page.getByRole('combobox', { name: 'Other categories' });
    await rows.first().waitFor();
    expect(await others.count()).toBe(0);
    const suggested = await rows.count();
    expect(suggested).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Remove category 1' }).click();
    await others.waitFor();
    for (let left = suggested - 1; left > 0; left--) await page.getByRole('button', { name: 'Remove category 1' }).click();
    await expect.poll(() => rows.count()).toBe(0);
    expect(await others.count()).toBe(0);
    await page.getByRole('button', { name: 'Start watching' }).click();
    await page.getByText('“New” is watched.').first().waitFor();
    const [added] = inputsOf(host, 'addFolder') as { settings: { next?: unknown } }[];
    expect(added?.settings.next).toBeUndefined();
  });

  itUnlessMissing(
    missingBrowser,
    'watches with a classification by its ID, whose categories are named where they lead on',
    async () => {
      const host = new FakeHost();
      const { page } = await open(host);
      await typePath(page);
      await page.getByRole('radio', { name: /An existing classification/ }).click();
      await page.getByRole('button', { name: 'Start watching' }).click();
      await page.getByText('Paste the ID.').waitFor();
      await page.getByRole('textbox', { name: 'Classification ID' }).fill('mail-7');
      await page.getByRole('button', { name: 'Add a category' }).click();
      await toBeTypedInto(page);
      await page.keyboard.type('Invoice');
      await page.getByRole('combobox', { name: 'Documents of it go on to' }).selectOption('leave');
      await page.getByRole('button', { name: 'Start watching' }).click();
      await page
        .getByText(/is watched\./)
        .first()
        .waitFor();
      expect(inputsOf(host, 'addFolder')).toMatchObject([
        { settings: { route: { kind: 'classification', id: 'mail-7' }, next: { categories: { Invoice: 'leave' } } } },
      ]);
    },
  );

  itUnlessMissing(missingBrowser, 'makes an extraction from a sample, having said that it is sent and counts', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await typePath(page);
    await page.getByRole('radio', { name: /Create an extraction/ }).click();
    await page.getByText('its pages count like any others').waitFor();
    const make = page.getByRole('button', { name: 'Send the sample and create the extraction' });
    await make.click();
    await page.getByText('Choose a sample document.').waitFor();
    await page.getByText('Name at least one field.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Delivery notes');
    await page.getByRole('group', { name: 'Field 1' }).getByRole('textbox', { name: 'Field name' }).fill('number');
    for (const text of ['', 'What is printed at the top', 'LS-1', 'date']) {
      if (text !== '') await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: 'Choose…' }).nth(1).click();
    await expect.poll(() => page.getByLabel('Sample document').inputValue()).toContain('sample.pdf');
    expect(inputsOf(host, 'createExtraction')).toEqual([]);
    await make.click();
    await expect.poll(() => page.getByRole('radio', { name: /^Delivery notes/ }).isChecked()).toBe(true);
    expect(inputsOf(host, 'addFolder')).toEqual([]);
    expect(inputsOf(host, 'createExtraction')).toMatchObject([
      {
        name: 'Delivery notes',
        fields: [
          { key: 'number', description: 'What is printed at the top', example: 'LS-1' },
          { key: 'date', description: '', example: '' },
        ],
        sample: '/home/mara/Documents/sample.pdf',
      },
    ]);
  });

  itUnlessMissing(missingBrowser, 'makes a classification with keywords and linked extractions', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await typePath(page);
    await page.getByRole('radio', { name: /Create a classification/ }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Post');
    const category = page.getByRole('group', { name: 'Category 1' });
    await category.getByRole('textbox', { name: 'Name' }).fill('Invoice');
    await category.getByRole('textbox', { name: /Keywords/ }).fill('Rechnung, Invoice no');
    await category.getByRole('combobox', { name: /Leads on to/ }).selectOption({ label: 'Invoices' });
    await page.getByRole('group', { name: 'Category 2' }).getByRole('textbox', { name: 'Name' }).fill('Invoice');
    await page.getByRole('button', { name: 'Create the classification' }).click();
    await page.getByText('This name is already in the list.').waitFor();
    await page.getByRole('button', { name: 'Remove category 2' }).click();
    await page.getByRole('button', { name: 'Create the classification' }).click();
    await expect.poll(() => page.getByRole('radio', { name: /^Post/ }).isChecked()).toBe(true);
    expect(inputsOf(host, 'createClassification')).toMatchObject([
      {
        name: 'Post',
        categories: [
          {
            name: 'Invoice',
            keywords: ['Rechnung', 'Invoice no'],
            linkedExtractionId: '00000000-0000-4000-8000-000000000001',
          },
        ],
      },
    ]);
  });

  itUnlessMissing(missingBrowser, 'has all else on its page, in five tabs, and says what the host refuses', async () => {
    const host = new FakeHost();
    const { page } = await open(host);
    await page.getByRole('heading', { name: '3. Start' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    await page.evaluate((id) => (globalThis.location.hash = `#/folders/${id}`), host.folders.all[0]?.fake.id);
    await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
    await page.getByRole('tab', { name: 'Advanced' }).click();
    await page.getByRole('textbox', { name: /Only these files/ }).fill('**/*.tif\n\n**/*.pdf');
    await page.getByRole('textbox', { name: /Files per request/ }).fill('31');
    await page.getByRole('radio', { name: /Send them again/ }).click();
    await page.getByRole('tab', { name: 'Limits' }).click();
    await page.getByRole('textbox', { name: /Pages a day/ }).fill('0');
    await page.getByRole('tab', { name: 'Filing' }).click();
    await page.getByRole('switch', { name: /Move documents away/ }).click();
    await page.getByRole('textbox', { name: 'Subfolder' }).fill('../out');
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('This must be a subfolder of the watched folder').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Subfolder' }).fill('Done');
    await page.getByRole('tab', { name: 'Advanced' }).click();
    await page.getByText('This must be at most 30.').waitFor();
    await page.getByRole('textbox', { name: /Files per request/ }).fill('12');
    await page.getByRole('tab', { name: 'Limits' }).click();
    await page.getByText('This must be at least 1.').waitFor();
    await page.getByRole('textbox', { name: /Pages a day/ }).fill('40');
    await page.getByRole('tab', { name: 'Files written' }).click();
    await page.getByRole('combobox', { name: 'Column separator' }).selectOption({ label: 'Tab' });
    host.refuse.set('updateFolder', 'The disk is full.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The disk is full.').waitFor();
    await page.getByRole('tab', { name: 'Filing' }).click();
    expect(await page.getByRole('textbox', { name: 'Subfolder' }).inputValue()).toBe('Done');
    host.refuse.delete('updateFolder');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Changes saved.').first().waitFor();
    expect(inputsOf(host, 'updateFolder').at(-1)).toMatchObject({
      settings: {
        include: ['**/*.tif', '**/*.pdf'],
        batchSize: 12,
        budget: { day: 40 },
        delimiter: '\t',
        fileAway: { kind: 'move', to: 'Done' },
        unresolved: 'resend',
      },
    });
  });

  itUnlessMissing(missingBrowser, 'begins an extraction with the usual fields of a kind of document', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/folders/add', language: 'de-DE' });
    await page.getByRole('radio', { name: /^Eine Extraktion anlegen/ }).click();
    await page.getByRole('button', { name: 'Rechnungen', exact: true }).click();
    const keys = page.getByRole('textbox', { name: 'Name des Feldes' });
    await expect.poll(() => keys.count()).toBe(6);
    expect(await keys.nth(1).inputValue()).toBe('rechnungsnummer');
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(
    missingBrowser,
    'shows the categories of mixed mail as rows, which stop here until it is said otherwise',
    async () => {
      const host = new FakeHost();
      const { page } = await open(host);
      await typePath(page);
      await page
        .getByRole('radio', { name: /Classification/ })
        .first()
        .click();
      const first = page.getByRole('group', { name: 'Category 1', exact: true });
      await first.getByRole('combobox', { name: 'Documents of it go on to' }).waitFor();
      expect(await first.getByRole('combobox', { name: 'Documents of it go on to' }).inputValue()).toBe('leave');
      expect(await first.getByRole('combobox', { name: 'Category', exact: true }).inputValue()).not.toBe('');
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start watching' }).click();
      await page.getByText('“New” is watched.').first().waitFor();
      expect(JSON.stringify(inputsOf(host, 'addFolder').at(-1))).not.toContain('"next"');
    },
  );

  itUnlessMissing(missingBrowser, 'offers the samples with the sandbox, where their documents will be', async () => {
    const host = new FakeHost({ sandbox: true, withoutFolders: true });
    const { page } = await open(host, { dark: true });
    await page.getByRole('heading', { name: 'Your first folder' }).waitFor();
    await typePath(page);
    await expect.poll(() => page.getByRole('radio', { name: /^Invoices/ }).isChecked()).toBe(true);
    await page.getByText('The sandbox costs nothing.').waitFor();
    await page.getByRole('button', { name: 'Start watching' }).click();
    await page.getByRole('button', { name: 'Copy the sample documents into it' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    expect(await axeFindings(page)).toEqual([]);
    expect(new URL(page.url()).hash).toMatch(/^#\/queue\?folder=/);
  });
});
