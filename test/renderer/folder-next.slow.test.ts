import { afterAll, beforeAll, describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { startBrowser } from './support/open-window.ts';

describe('What comes after a classification, in the form for a folder', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;

  beforeAll(async () => {
    if (missingBrowser === undefined) browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  itUnlessMissing(missingBrowser, 'is a row for each category; what the service passes on has to be said', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'classification');
    if (folder === undefined) throw new Error('No folder has a classification.');
    const { page, complaints } = await browser.open(host, { hash: `#/folders/${folder.fake.id}` });
    await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
    await page.getByRole('button', { name: 'Add a category' }).click();
    const row = page.getByRole('group', { name: 'Category 1', exact: true });
    await row.getByRole('combobox', { name: 'Category', exact: true }).fill('Invoice');
    await row.getByRole('combobox', { name: 'Documents of it go on to' }).selectOption({ index: 2 });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Say whether the service passes them on.').waitFor();
    await row.getByRole('combobox', { name: 'Does the service itself' }).selectOption({ label: 'No, Intray sends them' });
    await page.getByRole('button', { name: 'Add a category' }).click();
    const second = page.getByRole('group', { name: 'Category 2', exact: true });
    await second.getByRole('combobox', { name: 'Category', exact: true }).fill('Letter');
    await second.getByRole('combobox', { name: 'Documents of it go on to' }).selectOption('leave');
    await page.getByRole('combobox', { name: 'Other categories' }).selectOption('id');
    await page.getByRole('textbox', { name: 'ID of the extraction' }).fill('another');
    await page.getByRole('textbox', { name: 'Not sure below' }).fill('0,7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const saved = host.asked.filter(({ name }) => name === 'updateFolder').map(({ input }) => input);
    expect(saved).toMatchObject([
      {
        settings: {
          next: {
            categories: { Invoice: { extraction: expect.any(String) as string, linked: false }, Letter: 'leave' },
            otherwise: { extraction: 'another' },
            below: 0.7,
          },
        },
      },
    ]);
    expect(complaints).toEqual([]);
  });
});
