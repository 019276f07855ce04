import { describe, expect, it } from 'vitest';
import { say } from '../../../electron/core/messages/message.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { axeFindings } from '../support/axe.ts';
import { openReview, quietHost, waits } from './review-host.ts';

describe.skipIf(missingBrowser !== undefined)('What breaks a check of the folder’s own, in Review', () => {
  it('is flagged at its field by the rule’s name, beside what the service asks for', async () => {
    const host = quietHost();
    const document = waits(host, { values: { supplier: 'ACME', total: '119.00', due_date: '' } });
    const message = say('checks.breach.range', { field: 'total', value: '119.00', side: 'to', bound: '100.00', kind: 'amount' });
    document.findings = [{ rule: 'Small sums', outcome: 'breach', field: 'total', message }];
    const { page, complaints } = await openReview(host);
    await page.getByText('Check “Small sums”: “total” is 119.00, which is more than 100.00.').waitFor();
    await page.getByText('The service asks for a review.').waitFor();
    const total = page.getByLabel('Total', { exact: true });
    const described = await total.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
    expect(described).toContain('Check “Small sums”');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('is shown side by side with the first scan of the invoice, pages and values, and nothing is decided there', async () => {
    const host = quietHost();
    const first = host.first('processed', ({ folderId }) => folderId === 1);
    const second = waits(host, { values: { supplier: 'ACME', total: '119.00', invoice_number: 'RE-7' } });
    const message = say('checks.breach.secondScan', { path: first.path, count: 1 });
    second.findings = [
      { rule: 'second-scan: invoice_number', outcome: 'breach', field: 'invoice_number', message, others: [first.id] },
    ];
    const { page } = await openReview(host);
    await page.getByText('It may be a second scan of one invoice.').waitFor();
    const show = page.getByRole('button', { name: /^Show it beside / });
    await show.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Two scans of one invoice?' });
    await dialog.getByRole('region', { name: `First: ${first.path}` }).waitFor();
    await dialog.getByRole('region', { name: `Second: ${second.path}` }).waitFor();
    await dialog.getByRole('row', { name: /Total.*119\.00/ }).waitFor();
    expect(await dialog.getByText('(differs)').count()).toBeGreaterThan(0);
    await dialog.locator('[data-page] canvas, [data-page-scroller] [role="note"]').nth(1).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => show.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(host.asked.filter(({ name }) => name === 'confirm')).toEqual([]);
  });
});
