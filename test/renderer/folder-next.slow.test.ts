import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('What comes after a classification, in the form for a folder', () => {
  itUnlessMissing(missingBrowser, 'is a row for each category; what the service passes on has to be said', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'classification');
    if (folder === undefined) throw new Error('No folder has a classification.');
    const { page, complaints } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
    await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
    await page.getByRole('button', { name: 'Add a category' }).click();
    const row = page.getByRole('group', { name: 'Category 1', exact: true });
    await row.getByRole('combobox', { name: 'Category', exact: true }).fill('Invoice');
    await row.getByRole('combobox', { name: 'Documents of it go on to' }).selectOption({ index: 2 });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Say whether the service passes them on.').waitFor();
    await row.getByRole('combobox', { name: 'Is this category already linked' }).selectOption({ label: 'No, Intray sends them' });
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

  itUnlessMissing(
    missingBrowser,
    'asks about what went another way before, and sends it once the person agrees to the pages',
    async () => {
      const host = new FakeHost({ documents: 12 });
      host.folders.applicable = { documents: 3_000, pages: 4_100 };
      const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'classification');
      if (folder === undefined) throw new Error('No folder has a classification.');
      const { page, complaints, screenshot } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
      await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
      await page.getByRole('button', { name: 'Add a category' }).click();
      const row = page.getByRole('group', { name: 'Category 1', exact: true });
      await row.getByRole('combobox', { name: 'Category', exact: true }).fill('Letter');
      await row.getByRole('combobox', { name: 'Documents of it go on to' }).selectOption('leave');
      await page.getByRole('button', { name: 'Save' }).click();
      const asks = (text: string) => page.getByRole('dialog', { name: text });
      await asks('Apply to 3,000 documents (about 4,100 pages)?').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await screenshot('apply to earlier documents');
      // They have become more: nothing is done, and the person is asked again.
      host.folders.applicable = { documents: 3_001, pages: 4_102 };
      await page.getByRole('button', { name: 'Send 3,000 documents' }).click();
      await asks('Apply to 3,001 documents (about 4,102 pages)?').waitFor();
      await page.getByRole('button', { name: 'Send 3,001 documents' }).click();
      await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
      const said = host.asked.filter(({ name }) => name === 'applySettings').map(({ input }) => input);
      const { id } = folder.fake;
      const agreed = [
        { documents: 3_000, pages: 4_100 },
        { documents: 3_001, pages: 4_102 },
      ];
      expect(said).toEqual([{ id }, ...agreed.map((each) => ({ id, agreed: each }))]);
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'makes a new extraction for a row without leaving the form, by keyboard', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'classification');
    if (folder === undefined) throw new Error('No folder has a classification.');
    const { page, complaints, screenshot } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
    await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
    for (const name of ['Letter', 'Delivery note']) {
      await page.getByRole('button', { name: 'Add a category' }).click();
      await page.getByRole('combobox', { name: 'Category', exact: true }).last().fill(name);
    }
    const row = page.getByRole('group', { name: 'Category 2', exact: true });
    const opener = row.getByRole('button', { name: 'New extraction…' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create an extraction' });
    await dialog.waitFor();
    await page.keyboard.type('Delivery notes');
    // What was typed is there again after Escape, and nothing of the folder was saved.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => name.inputValue()).toBe('Delivery notes');
    const create = dialog.getByRole('button', { name: 'Send the sample and create the extraction' });
    await create.click();
    await dialog.getByText('Name at least one field.').waitFor();
    // The focus goes to the field a frame after its error.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('input'))).toBe(true);
    await page.keyboard.type('number');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The number of the delivery note');
    await dialog.getByLabel('Sample document').fill('/home/mara/Documents/note.pdf');
    expect(await axeFindings(page)).toEqual([]);
    await screenshot('a new extraction for a category');
    await create.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const target = row.getByRole('combobox', { name: 'Documents of it go on to' });
    await expect
      .poll(() => target.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text))
      .toBe('Delivery notes');
    await screenshot('the made extraction in its row');
    expect(host.asked.filter(({ name: asked }) => asked === 'createExtraction').map(({ input }) => input)).toMatchObject([
      { name: 'Delivery notes', fields: [{ key: 'number' }], sample: '/home/mara/Documents/note.pdf' },
    ]);
    // Whether the service passes them on has to be said for it, too.
    await page
      .getByRole('group', { name: 'Category 1', exact: true })
      .getByRole('combobox', { name: 'Documents of it' })
      .selectOption('leave');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Say whether the service passes them on.').waitFor();
    expect(host.asked.some(({ name: asked }) => asked === 'updateFolder')).toBe(false);
    await row.getByRole('combobox', { name: 'Is this category already linked' }).selectOption({ label: 'No, Intray sends them' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const made = host.folders.routes.find((route) => route.name === 'Delivery notes')?.route.id;
    expect(host.asked.find(({ name: asked }) => asked === 'updateFolder')?.input).toMatchObject({
      settings: { next: { categories: { Letter: 'leave', 'Delivery note': { extraction: made, linked: false } } } },
    });
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'makes one for all that has no row, too', async () => {
    const host = new FakeHost({ documents: 12 });
    const folder = host.folders.all.find(({ settings }) => settings.route.kind === 'classification');
    if (folder === undefined) throw new Error('No folder has a classification.');
    const { page, complaints, screenshot } = await openWindow(host, { hash: `#/folders/${folder.fake.id}` });
    await page.getByRole('button', { name: 'Add a category' }).click();
    const row = page.getByRole('group', { name: 'Category 1', exact: true });
    await row.getByRole('combobox', { name: 'Category', exact: true }).fill('Letter');
    await row.getByRole('combobox', { name: 'Documents of it' }).selectOption('leave');
    const otherwise = page.getByRole('combobox', { name: 'Other categories, none, or not sure' });
    await page.getByRole('button', { name: 'New extraction…' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Create an extraction' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('All the rest');
    await dialog.getByRole('textbox', { name: 'Field' }).first().fill('number');
    await dialog.getByRole('textbox', { name: 'Description' }).first().fill('Any number');
    await dialog.getByLabel('Sample document').fill('/home/mara/Documents/note.pdf');
    await dialog.getByRole('button', { name: 'Send the sample and create the extraction' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => otherwise.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text))
      .toBe('All the rest');
    await screenshot('the made extraction for all the rest');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const made = host.folders.routes.find((route) => route.name === 'All the rest')?.route.id;
    expect(host.asked.find(({ name }) => name === 'updateFolder')?.input).toMatchObject({
      settings: { next: { categories: { Letter: 'leave' }, otherwise: { extraction: made } } },
    });
    expect(complaints).toEqual([]);
  });
});
