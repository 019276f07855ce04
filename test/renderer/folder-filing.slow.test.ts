import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('Filing by value, in the form for a folder', () => {
  itUnlessMissing(
    missingBrowser,
    'says what is wrong with a template, and shows what it would do before it is kept',
    async () => {
      const host = new FakeHost({ documents: 12 });
      const { page, complaints } = await openWindow(host, { hash: '#/folders/1' });
      await page.getByRole('heading', { name: 'Change a folder' }).waitFor();
      const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);
      await page.getByRole('tab', { name: 'Filing' }).click();
      await page.getByRole('switch', { name: 'Move documents away when they are done' }).click();
      const template = page.getByRole('textbox', { name: 'File name and folder' });
      await template.fill('{supplier');
      await page.getByText('the { at character 1 is never closed; add }').waitFor();
      await page.getByText('First correct what is wrong.').waitFor();
      await template.fill('{supplier}/{no_such_field}');
      await page.getByText('“no_such_field” at character 13: there is no such field.').waitFor();
      await template.fill('{supplier}/{invoice_number}.pdf');
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Test on existing documents' }).click();
      await page.getByText(/documents? would be filed/).waitFor();
      const list = page.getByRole('region', { name: 'What would become of documents' });
      await list.getByText('→ Filed/ACME/1.pdf').waitFor();
      await list.getByText('vendor_name has no value that a file could be named by.').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // What is there is filed by the settings that are kept.
      expect(await page.getByRole('button', { name: 'File these 3 documents now' }).isDisabled()).toBe(true);
      expect(asked('updateFolder')).toEqual([]);
      await template.fill('{supplier}.pdf');
      await page.getByText('The settings have changed since: try again.').waitFor();
      await page.getByRole('switch', { name: 'Wait for review' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
      expect(asked('updateFolder')).toMatchObject([
        { id: 1, settings: { fileAway: { kind: 'move', to: 'Processed', as: '{supplier}.pdf', when: 'delivered' } } },
      ]);
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'files what is there already by the settings that are kept, and takes that back', async () => {
    const host = new FakeHost({ documents: 12 });
    const [folder] = host.folders.all;
    if (folder !== undefined)
      folder.settings = { ...folder.settings, fileAway: { kind: 'move', to: 'Filed', as: '{supplier}/{invoice_number}.pdf' } };
    const { page, complaints, screenshot } = await openWindow(host, { hash: '#/folders/1' });
    const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);
    await page.getByRole('button', { name: 'Test on existing documents' }).click();
    const file = page.getByRole('button', { name: 'File these 3 documents now' });
    await file.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await screenshot('filing what is there');
    await file.focus();
    await page.keyboard.press('Enter');
    await page.getByText('3 documents are filed.', { exact: true }).waitFor();
    expect(asked('fileThere')).toEqual([{ id: 1 }]);
    expect(asked('updateFolder')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 documents go back to where they were.', { exact: true }).waitFor();
    expect(asked('undoFilings')).toEqual([{ id: 9 }]);
    expect(complaints).toEqual([]);
  });
});
