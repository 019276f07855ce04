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
      await page.locator('details > summary').last().click();
      await page.getByRole('switch', { name: 'Move documents away when they are done' }).click();
      const template = page.getByRole('textbox', { name: 'Name them by their values' });
      await template.fill('{supplier');
      await page.getByText('the { at character 1 is never closed; add }').waitFor();
      expect(await page.getByRole('button', { name: 'Preview' }).count()).toBe(0);
      await template.fill('{supplier}/{no_such_field}');
      await page.getByText('“no_such_field” at character 13: there is no such field.').waitFor();
      await template.fill('{supplier}/{invoice_number}.pdf');
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText(/documents? would be filed/).waitFor();
      const list = page.getByRole('region', { name: 'Where documents would go' });
      await list.getByText('→ Filed/ACME/1.pdf').waitFor();
      await list.getByText('vendor_name has no value that a file could be named by.').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(asked('updateFolder')).toEqual([]);
      await template.fill('{supplier}.pdf');
      await page.getByText('The template has changed since.').waitFor();
      await page.getByRole('switch', { name: 'Wait for review' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
      expect(asked('updateFolder')).toMatchObject([
        { id: 1, settings: { fileAway: { kind: 'move', to: 'Processed', as: '{supplier}.pdf', when: 'delivered' } } },
      ]);
      expect(complaints).toEqual([]);
    },
  );
});
