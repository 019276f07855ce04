import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

/** The headings of a table, from left to right. */
const headingsIn = (part: Locator) =>
  part.getByRole('textbox', { name: /^Heading of/ }).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));

describe('The columns of a table, in the form for a folder', () => {
  itUnlessMissing(missingBrowser, 'are left out, moved and renamed', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'extraction');
    if (folder === undefined) throw new Error('No folder has an extraction.');
    const { page, complaints } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
    await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
    const part = page.getByRole('group', { name: 'Columns of the table', exact: true });
    await part.getByRole('switch', { name: 'Choose columns and headings' }).click();
    const names = await headingsIn(part);
    expect(names.slice(0, 2)).toEqual(['file', 'status']);
    expect(await part.locator('[aria-invalid]').count()).toBe(0);
    const [first = '', ...rest] = names.slice(2);
    for (const name of rest) await part.getByRole('checkbox', { name, exact: true }).click();
    expect(await headingsIn(part)).toEqual(['file', 'status', first]);
    await part.getByRole('button', { name: `Move ${first} forward`, exact: true }).click();
    await part.getByRole('textbox', { name: `Heading of ${first}`, exact: true }).fill('FILE');
    await part.getByRole('checkbox', { name: 'sha256', exact: true }).check();
    expect(await headingsIn(part)).toEqual(['file', 'FILE', 'status', 'sha256']);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await part.getByText('twice.').waitFor();
    await part.getByRole('textbox', { name: `Heading of ${first}`, exact: true }).fill('First');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const saved = host.asked.filter(({ name }) => name === 'updateFolder').map(({ input }) => input);
    expect(saved).toMatchObject([
      { settings: { outputs: { columns: ['file', { name: first, heading: 'First' }, 'status', 'sha256'] } } },
    ]);
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'are those of a workbook, too', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'extraction');
    if (folder === undefined) throw new Error('No folder has an extraction.');
    const { page, complaints } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
    const columns = page.getByRole('group', { name: 'Columns of the table', exact: true });
    const written = page.getByRole('group', { name: 'What to write beside each document', exact: true });
    const flip = (name: string) => written.getByRole('switch', { name, exact: true }).press('Space');
    await columns.waitFor();
    await flip('One CSV file for the folder');
    await columns.waitFor({ state: 'detached' });
    await flip('A JSON file for each document');
    await written.getByRole('status').getByText('No files are written.').waitFor();
    await flip('An Excel workbook for the folder');
    await written.getByRole('status').getByText('No files are written.').waitFor({ state: 'detached' });
    await columns.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const saved = host.asked.filter(({ name }) => name === 'updateFolder').map(({ input }) => input);
    expect(saved).toMatchObject([{ settings: { outputs: { json: false, csv: 'off', xlsx: 'folder' } } }]);
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'are those of each extraction that documents go on to', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'classification');
    if (folder === undefined) throw new Error('No folder has a classification.');
    const { page } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
    await page.getByRole('button', { name: 'Add a category' }).click();
    const row = page.getByRole('group', { name: 'Category 1', exact: true });
    await row.getByRole('combobox', { name: 'Category', exact: true }).fill('Invoice');
    await row.getByRole('combobox', { name: 'Documents of it go on to' }).selectOption({ index: 2 });
    await row.getByRole('combobox', { name: 'Is this category already linked' }).selectOption({ label: 'No, Intray sends them' });
    const part = page.getByRole('group', { name: /^Columns of the table of / });
    await part.getByRole('combobox', { name: 'Values' }).selectOption('typed');
    await part.getByRole('switch', { name: 'Choose columns and headings' }).click();
    const currencies = (await headingsIn(part)).filter((name) => name.endsWith('_currency'));
    expect(currencies.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const [saved] = host.asked.filter(({ name }) => name === 'updateFolder').map(({ input }) => input);
    expect(JSON.stringify(saved)).toContain('"values":"typed"');
  });
});
