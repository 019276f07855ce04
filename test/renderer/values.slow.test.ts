import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The values that were found', () => {
  const first = (page: Page) => page.locator('[role="row"][aria-rowindex="2"]');
  const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

  itUnlessMissing(missingBrowser, 'are columns: chosen, sorted, searched with what matched, and kept as a view', async () => {
    const host = new FakeHost();
    const { page, complaints } = await openWindow(host, { hash: '#/queue?folder=1' });
    await header(page, 'Supplier').waitFor();

    // Sorting, with a click and by keyboard; what has no value comes last both ways.
    await header(page, 'Total').getByRole('button').click();
    await page.locator('[aria-sort="ascending"]').filter({ hasText: 'Total' }).waitFor();
    const total = (descending: boolean) => {
      const wanted = {
        folderId: 1,
        sort: { by: 'field:total' as const, descending },
        columns: ['field:total'],
        offset: 0,
        limit: 1,
      };
      const [document] = host.list(wanted).documents;
      // As the window writes it.
      return Number(document?.values?.['field:total']).toLocaleString('en', { minimumFractionDigits: 2 });
    };
    await first(page)
      .filter({ hasText: total(false) })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[aria-sort="descending"]').filter({ hasText: 'Total' }).waitFor();
    await first(page)
      .filter({ hasText: total(true) })
      .waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Total');
    expect(await axeFindings(page)).toEqual([]);

    // Another column, put first; kept for this folder alone.
    await page.getByRole('button', { name: 'Columns…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of values' });
    await dialog.getByRole('checkbox', { name: 'VAT ID' }).check();
    for (let place = 3; place > 0; place -= 1) {
      await dialog.getByRole('button', { name: 'Move VAT ID forward' }).press('Enter');
      await dialog
        .getByRole('listitem')
        .nth(place - 1)
        .filter({ hasText: 'VAT ID' })
        .waitFor();
      await dialog.locator('button[aria-label="Move VAT ID forward"]:focus').waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await header(page, 'VAT ID').waitFor();
    expect((await page.getByRole('columnheader').allTextContents()).slice(3, 5)).toEqual(['VAT ID', 'Supplier']);
    expect(Object.values(host.preferences.current.queue.columns)).toEqual([
      ['field:vat_id', 'field:supplier', 'field:invoice_date', 'field:total'],
    ]);
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('2');
    await header(page, 'Merchant').waitFor();
    expect(await header(page, 'VAT ID').count()).toBe(0);
    await page.goBack();
    await header(page, 'VAT ID').waitFor();

    // A search says where it was found: in a column, or beside the name.
    const due = host.list({
      folderId: 1,
      text: 'brightwater',
      standings: ['done'],
      columns: ['field:due_date'],
      offset: 0,
      limit: 1,
    });
    await page.getByRole('searchbox').fill('water bright');
    await page.locator('mark').filter({ hasText: 'Bright' }).first().waitFor();
    await page.getByRole('searchbox').fill(due.documents[0]?.values?.['field:due_date'] ?? '');
    await page
      .getByText(/^Due date:/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
