import { describe, expect, it } from 'vitest';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { confirm } from '../../../electron/core/review/local-review.ts';
import { labelOf } from '../../../renderer/review/review-task.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { jobWith } from '../../support/jobs.ts';
import { axeFindings } from '../support/axe.ts';
import { readValues, routeOf } from '../support/fake-document.ts';
import { confirmBlank, disagree, focused, isConfirmed, openReview, quietHost, waits } from './review-host.ts';

describe.skipIf(missingBrowser !== undefined)('Review, in a real browser', () => {
  it('lets a person review 20 documents with the keyboard alone, six of them corrected, and no key too many', async () => {
    const host = quietHost();
    const read = { invoice_number: 'RE-7', supplier: 'ACME', invoice_date: '2026-03-12', total: '119.00', currency: 'EUR' };
    const waiting = Array.from({ length: 20 }, () => waits(host, { values: { ...read, vat_id: 'DE811234567', due_date: '' } }));
    const { page, complaints } = await openReview(host);
    await page.evaluate(() => {
      Object.assign(window, { keysSeen: 0 });
      window.addEventListener(
        'keydown',
        () => Object.assign(window, { keysSeen: (window as never as { keysSeen: number }).keysSeen + 1 }),
        true,
      );
    });
    let keys = 0;
    const press = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name);
      keys += names.length;
    };
    for (const [index, document] of waiting.entries()) {
      await page.getByText(`${index + 1} of 20`, { exact: true }).waitFor();
      await page.getByRole('heading', { name: document.path }).waitFor();
      // Its page is in sight before anything is confirmed.
      await page.locator('[data-page] canvas, [data-page-scroller] [role="note"]').first().waitFor();
      expect(waiting.filter(isConfirmed)).toEqual(waiting.slice(0, index));
      // The first flagged field has the focus without a click.
      const blank = Object.entries(readValues(document)).flatMap(([key, value]) => (value === '' ? labelOf(key) : []));
      const isCorrected = index % 3 === 2;
      for (const label of blank) {
        await expect.poll(() => focused(page)).toBe(label);
        if (isCorrected) await press(...'2026-05-01');
        await press('Enter');
      }
      if (!isCorrected) {
        // What is flagged and empty is asked about once.
        await page.getByText(/^Flagged and empty:/).waitFor();
        expect(waiting.filter(isConfirmed)).toHaveLength(index);
        await press('Enter');
      }
      await expect.poll(() => waiting.filter(isConfirmed).length).toBe(index + 1);
    }
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await page.getByText('You have reviewed 20 documents.').waitFor();
    const confirmed = host.asked
      .filter(({ name }) => name === 'confirm')
      .map(({ input }) => input as { id: number; corrections: object });
    expect(confirmed.map(({ id }) => id)).toEqual(waiting.map(({ id }) => id));
    expect(confirmed.filter(({ corrections }) => JSON.stringify(corrections).includes('2026-05-01'))).toHaveLength(6);
    expect(confirmed.filter(({ corrections }) => Object.keys(corrections).length > 0)).toHaveLength(6);
    // 14 confirmed as they are, by two keys; six dates of ten characters, and Enter.
    expect(await page.evaluate(() => (window as never as { keysSeen: number }).keysSeen)).toBe(keys);
    expect(keys).toBe(14 * 2 + 6 * 11);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('keeps what is in sight when another window confirms it, and hints without changing anything', async () => {
    const host = quietHost();
    const values = { supplier: 'ACME', total: '120.00', due_date: '' };
    const document = waits(host, { values });
    waits(host);
    const judged = (of: typeof document, corrections: Readonly<Record<string, string>>, by: string) => {
      if (of.result === undefined) throw new Error('It has no result.');
      const confirmed = confirm(undefined, of.result, corrections, { at: Date.now(), by });
      if (!confirmed.ok) throw new Error(confirmed.error.code);
      of.review = confirmed.value;
    };
    judged(waits(host, { values }), { total: '119.00' }, 'mara');
    const { page } = await openReview(host);
    await page.getByRole('heading', { name: document.path }).waitFor();
    const total = page.getByLabel('Total', { exact: true });
    await page.getByText('In an earlier document of this sender, “120.00” was corrected to “119.00”.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await total.inputValue()).toBe('120.00');
    await total.press('F8');
    expect(await total.inputValue()).toBe('119.00');

    judged(document, {}, 'ada');
    host.changed(document);
    await page.getByText(/^Confirmed by ada,.*What you have typed is not confirmed yet\.$/).waitFor();
    await page.getByRole('heading', { name: document.path }).waitFor();
    expect(await total.inputValue()).toBe('119.00');
    expect(new URL(page.url()).hash).toBe(`#/review/${document.id}`);
  });

  it('goes from field to field with Tab after an edit, and takes digits and letters for no shortcut while its form is open', async () => {
    const host = quietHost();
    const document = waits(host);
    waits(host);
    const { page } = await openReview(host);
    await expect.poll(() => focused(page)).toBe('Due date');
    await page.getByLabel('Supplier', { exact: true }).fill('Stadtwerke');
    for (const [label, typed] of [
      ['Invoice date', '2026-03-01'],
      ['Due date', '2026-04-01'],
      ['Total', '3'],
    ] as const) {
      await page.keyboard.press('Tab');
      await expect.poll(() => focused(page)).toBe(label);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(typed);
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(typed);
    }
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused(page)).toBe('Due date');
    // Neither on a button of the form nor beside it.
    const hash = await page.evaluate(() => window.location.hash);
    await page
      .getByRole('button', { name: /^Confirm and next/ })
      .first()
      .focus();
    for (const key of ['j', 'k', '3', 'g', 'q', '1']) await page.keyboard.press(key);
    await page.getByLabel('Total', { exact: true }).press('Escape');
    for (const key of ['1', '3', '5']) await page.keyboard.press(key);
    expect(await page.evaluate(() => window.location.hash)).toBe(hash);
    await page.getByText('1 of 2', { exact: true }).waitFor();
    // A field's own correction is taken back without leaving it.
    await page.getByLabel('Total', { exact: true }).press('F9');
    await expect.poll(() => page.getByLabel('Total', { exact: true }).inputValue()).toBe('180,00');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => isConfirmed(document)).toBe(true);
    expect(host.asked.find(({ name }) => name === 'confirm')?.input).toEqual({
      id: document.id,
      corrections: { supplier: 'Stadtwerke', invoice_date: '2026-03-01', due_date: '2026-04-01' },
    });
  });

  it('goes through the flagged fields with Enter, asks once about those that are empty, and confirms after the last', async () => {
    const host = quietHost();
    const keys = ['invoice_number', 'supplier', 'invoice_date', 'due_date', 'total', 'currency'];
    const document = waits(host, { values: Object.fromEntries([...keys.map((key) => [key, '']), ['vat_id', 'DE1']]) });
    const other = waits(host, { values: { ...Object.fromEntries(keys.map((key) => [key, 'x'])), vat_id: '', due_date: '' } });
    const { page, screenshot } = await openReview(host);
    const confirmed = () => host.asked.filter(({ name }) => name === 'confirm').map(({ input }) => input);
    const labels = ['Invoice number', 'Supplier', 'Invoice date', 'Due date', 'Total', 'Currency'];
    const listed = (await page.getByRole('heading', { level: 2 }).textContent()) ?? '';
    expect(listed).toBe(document.path);
    for (const label of labels) {
      await expect.poll(() => focused(page)).toBe(label);
      if (label === 'Total') await page.keyboard.type('12.00');
      await page.keyboard.press('Enter');
    }
    await page.getByText('Flagged and empty: Invoice number, Supplier, Invoice date, Due date and Currency.').waitFor();
    await expect.poll(() => focused(page)).toBe('Invoice number');
    await screenshot('review blanks');
    const hidden = await page.evaluate(() => {
      const top = window.document.querySelector('form header')?.getBoundingClientRect().bottom ?? 0;
      return (window.document.activeElement?.getBoundingClientRect().top ?? 0) < top;
    });
    expect(hidden).toBe(false);
    expect(confirmed()).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(confirmed).toEqual([{ id: document.id, corrections: { total: '12.00' } }]);
    // The next document: Ctrl+Enter does not go through the fields, and asks all the same.
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Flagged and empty: /).waitFor();
    expect(confirmed()).toHaveLength(1);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => isConfirmed(other)).toBe(true);
  });

  it('says at the field what its column cannot read, before it is confirmed; a second Enter keeps it', async () => {
    const host = quietHost();
    const document = waits(host, { values: { invoice_date: '12.03.2026', total: '180,00', due_date: '1.4.2026' } });
    const { page, screenshot } = await openReview(host);
    const confirmed = () => host.asked.filter(({ name }) => name === 'confirm').map(({ input }) => input);
    const [date, total] = ['Invoice date', 'Total'].map((label) => page.getByLabel(label, { exact: true }));
    await date?.fill('99.99.2026');
    // Nothing is said while it is being typed.
    expect(await page.getByText('is not a date').count()).toBe(0);
    await total?.fill('12 bananas');
    await page.getByText('“99.99.2026” is not a date.').waitFor();
    await total?.press('Control+Enter');
    const asked = page.getByText('Not readable as what their fields ask for: Invoice date and Total.', { exact: false });
    await asked.waitFor();
    await page.getByText('“12 bananas” is not an amount.').waitFor();
    await expect.poll(() => describedBy(page, 'Total')).toContain('is not an amount');
    expect(confirmed()).toEqual([]);
    await screenshot('review unreadable');
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => focused(page)).not.toBe('Total');
    // What is typed afterwards is another value, and is asked about as well; what can be read is not.
    await total?.fill('13 bananas');
    await date?.fill('31.3.2026');
    await date?.press('Control+Enter');
    await page.getByText('Not readable as what its field asks for: Total.', { exact: false }).waitFor();
    expect(confirmed()).toEqual([]);
    await expect.poll(() => focused(page)).toBe('Total');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => isConfirmed(document)).toBe(true);
    expect(confirmed()).toEqual([{ id: document.id, corrections: { invoice_date: '31.3.2026', total: '13 bananas' } }]);
  });

  it('sends only what was corrected, and shows what the service said', async () => {
    const host = quietHost();
    const document = waits(host);
    const { page } = await openReview(host);
    const total = page.getByLabel('Total', { exact: true });
    await total.fill('181,00');
    await page.getByText('The service read: 180,00').waitFor();
    await expect.poll(() => describedBy(page, 'Total')).toContain('180,00');
    await confirmBlank(total);
    await expect.poll(() => isConfirmed(document)).toBe(true);
    expect(host.asked.find(({ name }) => name === 'confirm')?.input).toEqual({
      id: document.id,
      corrections: { total: '181,00' },
    });
    // Opened again, it still shows the service's value, and lists who changed what.
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await page.goto(`${page.url().split('#')[0]}#/review/${document.id}`);
    await page.getByText('Confirmed by mara', { exact: false }).waitFor();
    await page.getByText('The service read: 180,00').waitFor();
  });

  it('stays where a person has gone before the answer came', async () => {
    const host = quietHost();
    const first = waits(host);
    waits(host);
    const { page } = await openReview(host);
    const { promise, resolve } = Promise.withResolvers<void>();
    host.answerAfter.set('confirm', promise);
    await confirmBlank(page.getByLabel('Total', { exact: true }));
    await expect.poll(() => isConfirmed(first)).toBe(true);
    const hash = '#/queue';
    await page.evaluate((to) => window.location.assign(to), hash);
    resolve();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    expect(await page.evaluate(() => window.location.hash)).toBe(hash);
  });

  it('describes a flagged field by its reason', async () => {
    const host = quietHost();
    waits(host);
    const { page } = await openReview(host);
    await page.getByText('1 field is flagged.', { exact: true }).waitFor();
    await expect.poll(() => describedBy(page, 'Due date')).toContain('The service left it empty.');
    await expect
      .poll(() => page.locator('[data-announcement]').textContent())
      .toBe('1 of 1: Zahlungserinnerung Stadtwerke.pdf. 1 field is flagged.');
  });

  it('keeps what was typed when a person leaves and comes back', async () => {
    const host = quietHost();
    waits(host);
    waits(host);
    const { page } = await openReview(host);
    const supplier = page.getByLabel('Supplier', { exact: true });
    await supplier.fill('Stadtwerke Nord');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await expect.poll(() => supplier.inputValue()).toBe('Seguros Miramar S.A.');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByRole('link', { name: 'Review' }).first().click();
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await expect.poll(() => supplier.inputValue()).toBe('Stadtwerke Nord');
    expect(host.asked.filter(({ name }) => name === 'confirm')).toEqual([]);
  });

  it('undoes a confirmation from the toast and from the keyboard, and restores what was typed', async () => {
    const host = quietHost();
    const first = waits(host);
    waits(host);
    const { page } = await openReview(host);
    const currency = page.getByLabel('Currency', { exact: true });
    await currency.fill('CHF');
    await confirmBlank(currency);
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await expect.poll(() => isConfirmed(first)).toBe(false);
    await expect.poll(() => currency.inputValue()).toBe('CHF');
    await confirmBlank(currency);
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await expect.poll(() => isConfirmed(first)).toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(() => isConfirmed(first)).toBe(false);
    await page.getByText('1 of 2', { exact: true }).waitFor();
  });

  it('takes the last confirmation back also when nothing is left to review', async () => {
    const host = quietHost();
    const only = waits(host);
    const { page } = await openReview(host);
    await confirmBlank(page.getByLabel('Currency', { exact: true }));
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await expect.poll(() => isConfirmed(only)).toBe(false);
    // It is taken back once.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.keyboard.press('Control+z');
    expect(host.asked.filter(({ name }) => name === 'undoConfirm')).toHaveLength(1);
  });

  it('confirms documents with the same single gap at once, after they were listed, and takes all of them back', async () => {
    const host = quietHost();
    const read = { invoice_number: 'RE-7', supplier: 'ACME', invoice_date: '2026-03-12', total: '119.00', currency: 'EUR' };
    const values = { ...read, vat_id: 'DE811234567', due_date: '' };
    const alike = [1, 2, 3].map(() => waits(host, { values }));
    const other = waits(host, { values: { ...values, vat_id: '' } });
    const { page, screenshot } = await openReview(host);
    await page.getByText('2 other documents in this folder are flagged for this field alone: Due date.').waitFor();
    await screenshot('review-alike');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Confirm all 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm 3 documents as they are?' });
    await dialog.getByText('Their other values are confirmed unseen.', { exact: false }).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm 3 documents' }).click();
    await page.getByText('4 of 4', { exact: true }).waitFor();
    expect([...alike, other].map(isConfirmed)).toEqual([true, true, true, false]);
    // This one has two gaps: there is nothing to offer.
    expect(await page.getByRole('button', { name: 'Confirm all' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 of 4', { exact: true }).waitFor();
    await expect.poll(() => alike.map(isConfirmed)).toEqual([false, false, false]);
  });

  it('dismisses a document whose values nobody needs', async () => {
    const host = quietHost();
    const [first, second] = [waits(host), waits(host)];
    const { page } = await openReview(host);
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    expect([first.dismissed, second.dismissed]).toEqual([true, undefined]);
  });

  it('stays on the document when the host refuses, says why, and keeps what was typed', async () => {
    const host = quietHost();
    waits(host);
    waits(host);
    const { page } = await openReview(host);
    host.refuse.set('confirm', 'The ledger cannot be written: the disk is full.');
    const currency = page.getByLabel('Currency', { exact: true });
    await currency.fill('CHF');
    await confirmBlank(currency);
    await page.getByText('the disk is full', { exact: false }).waitFor();
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await expect.poll(() => currency.inputValue()).toBe('CHF');
  });

  it('shows both sides of a conflict, and confirms nothing until a person chooses', async () => {
    const host = quietHost();
    const document = waits(host);
    disagree(document, 'total', '181,00', '182,00');
    const { page } = await openReview(host);
    const conflict = page.getByRole('region', { name: 'The service confirmed different values' });
    await conflict.waitFor();
    expect((await conflict.getByRole('row').nth(1).textContent()) ?? '').toBe('Total181,00182,00');
    await page.keyboard.press('Enter');
    await page.getByText('First choose which values to keep.').waitFor();
    expect(host.asked.some(({ name }) => name === 'confirm')).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Use the service’s' }).click();
    await expect.poll(() => document.review?.conflict).toBeUndefined();
    expect(host.asked.find(({ name }) => name === 'resolveConflict')?.input).toEqual({ id: document.id, take: 'service' });
  });

  it('moves a document to another category, by name or by a typed id, and has it classified again', async () => {
    const host = quietHost();
    const category = { id: 'cat-letter', name: 'Letter' };
    const [first, second, third] = [1, 2, 3].map(() => waits(host, { category, path: 'Letter Hargreaves & Lowe.docx' }, 3));
    const { page } = await openReview(host);
    await page.getByText('Dear', { exact: false }).first().waitFor();
    await page.getByText('The letterhead', { exact: false }).waitFor();
    await expect.poll(() => focused(page)).toBe('Letter');
    expect(await axeFindings(page)).toEqual([]);
    // By its number, and still so after the window was loaded again; a number that none has leaves nothing.
    await page.keyboard.press('2');
    await expect.poll(() => focused(page)).toBe('Invoice');
    await page.reload();
    await expect.poll(() => page.getByLabel('Invoice', { exact: true }).isChecked()).toBe(true);
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 3', { exact: true }).waitFor();
    await expect.poll(() => isConfirmed(first)).toBe(true);
    expect(host.asked.find(({ name }) => name === 'overrideCategory')?.input).toEqual({
      id: first?.id,
      categoryId: 'cat-invoice',
    });

    await page.getByLabel('Another category…').check();
    await page.keyboard.press('Enter');
    await page.getByText('Enter the ID of the category.', { exact: false }).waitFor();
    await page.getByLabel('Category ID').fill('cat-77');
    await page.getByLabel('Name (optional)').fill('Complaint');
    await page.keyboard.press('Enter');
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await expect.poll(() => second?.result).toMatchObject({ categoryId: 'cat-77' });
    await expect
      .poll(() => JSON.stringify(host.asked.find(({ name }) => name === 'changeClassification')?.input) ?? '')
      .toContain('Complaint');

    await page.getByRole('button', { name: 'Classify again' }).click();
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await expect.poll(() => third?.state.kind).toBe('processing');
  });

  it('changes the category of a document that has gone on, once somebody has agreed to pay for its pages', async () => {
    const host = quietHost();
    const route = routeOf(3, 'mail');
    const letter = { categoryId: 'cat-letter', categoryName: 'Letter' };
    const result = { kind: 'classification', status: 'confirmed', ...letter, extra: {} } as const;
    const document = waits(host, {
      values: { invoice_number: 'RE-7' },
      verdict: jobWith({ route, result, state: { kind: 'confirmed' } }),
      wouldPay: say('reviewing.willExtract', { extractions: 'Invoices', pages: 3 }),
    });
    const { page } = await openReview(host);
    const category = page.getByLabel('Category', { exact: true });
    const change = page.getByRole('button', { name: 'Change category' });
    await category.waitFor();
    await page.getByRole('button', { name: 'Not this kind of document' }).click();
    await expect.poll(() => focused(page)).toBe('Category');
    expect(await change.isDisabled()).toBe(true);
    await category.selectOption('Invoice');
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'Pay for these pages?' });
    await dialog.getByText('The extraction Invoices will extract its 3 pages, which the service charges for.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(document.result).toBeDefined();
    await change.click();
    await dialog.getByRole('button', { name: 'Send and pay' }).click();
    await expect.poll(() => document.state.kind).toBe('waiting');
    const asked = host.asked.filter(({ name }) => name === 'overrideCategory').map(({ input }) => input);
    const input = { id: document.id, categoryId: 'cat-invoice' };
    expect(asked).toEqual([input, input, { ...input, agreed: true }]);
    // The same is said to screen readers.
    await page.getByText('Changed the category of', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Send and pay' }).click();
    const changes = () => host.asked.filter(({ name }) => name === 'overrideCategory').map((each) => each.input);
    await expect.poll(() => changes().at(-1)).toEqual({ ...input, categoryId: 'cat-letter', agreed: true });
  });

  it('shows why a document failed, asks before anything is paid twice, and lets a dismissal be undone', async () => {
    const host = quietHost();
    const lost = waits(host, {
      state: { kind: 'unresolved', message: foreign('The connection broke before the answer.') },
      delivery: { kind: 'none' },
    });
    const failed = waits(host, {
      state: { kind: 'failed', by: 'service', message: foreign('The page is blank.') },
      delivery: { kind: 'none' },
    });
    const { page } = await openReview(host);
    await page.getByText('The connection broke before the answer.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    const asked = page.getByRole('dialog', { name: 'Send it again?' });
    await asked.waitFor();
    expect(lost.state.kind).toBe('unresolved');
    await asked.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => lost.state.kind).toBe('waiting');
    // What failed is not in the round: the queue leads to it.
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await page.evaluate((id) => (globalThis.location.hash = `#/review/${id}`), failed.id);
    await page.getByText('The page is blank.', { exact: false }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => failed.dismissed).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => failed.dismissed).toBeUndefined();
    await page.getByText('The page is blank.', { exact: false }).waitFor();
  });

  it('says of a document that waits for the disk what is so: its page, and that it is sent unless it is dismissed', async () => {
    const host = quietHost();
    const message = say('disk.full', { path: '/home/mara/Scans/Invoices' });
    const blocked = waits(host, { state: { kind: 'waiting', wait: { kind: 'blocked', message } }, delivery: { kind: 'none' } });
    delete blocked.result;
    // Nobody has looked at its content yet.
    delete blocked.contentType;
    const { page, screenshot } = await openReview(host);
    await page.getByRole('heading', { name: 'It cannot be sent yet' }).waitFor();
    await page.getByText('The disk is full, or your quota is used up', { exact: false }).waitFor();
    await page.getByText('Dismiss it if it should not be sent.', { exact: false }).waitFor();
    await page.locator('[data-page]').first().waitFor();
    for (const untrue of ['There is no preview for this type', 'needs your decision', 'There is nothing to send'])
      expect(await page.getByText(untrue, { exact: false }).count()).toBe(0);
    await screenshot('review disk full');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => blocked.dismissed).toBe(true);
    await page.getByRole('heading', { name: /^(All done|Nothing needs you)$/ }).waitFor();
    await page.evaluate((id) => (globalThis.location.hash = `#/review/${id}`), blocked.id);
    await page.getByText('It was dismissed, so it is not sent.', { exact: false }).waitFor();
    expect(await page.getByText('It is not sent until', { exact: false }).count()).toBe(0);
  });

  it('confirms one document however long Enter is held down', async () => {
    const host = quietHost();
    for (let count = 0; count < 4; count += 1) waits(host);
    const { page } = await openReview(host);
    await page.getByText('1 of 4', { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('Due date');
    // From the second on these are repeats, as from a key held down.
    for (let count = 0; count < 8; count += 1) await page.keyboard.down('Enter');
    await page.getByText(/^Flagged and empty:/).waitFor();
    expect(host.asked.filter(({ name }) => name === 'confirm')).toEqual([]);
    await page.keyboard.up('Enter');
    for (let count = 0; count < 8; count += 1) await page.keyboard.down('Enter');
    await page.getByText('2 of 4', { exact: true }).waitFor();
    for (let count = 0; count < 8; count += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('3 of 4', { exact: true }).waitFor();
    await expect.poll(() => host.asked.filter(({ name }) => name === 'confirm')).toHaveLength(1);
  });

  it('lists everything that waits, rendering only the visible rows', async () => {
    const host = quietHost();
    for (let count = 0; count < 1_000; count += 1) waits(host);
    const { page } = await openReview(host, { viewport: { width: 1_600, height: 900 } });
    await page.getByText('1 of 1,000', { exact: true }).waitFor();
    const list = page.getByRole('navigation', { name: 'Documents that need you' });
    expect(await list.getByRole('link').count()).toBeLessThan(60);
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect
      .poll(
        () =>
          host.asked.filter(({ name, input }) => name === 'documents' && JSON.stringify(input).includes('"offset":200')).length,
      )
      .toBeGreaterThan(0);
    await list.getByRole('link').last().click();
    await expect.poll(() => page.locator('[data-position]').textContent()).not.toBe('1 of 1,000');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('reviews one folder alone, and says what waits in others', async () => {
    const host = quietHost();
    waits(host);
    waits(host, { values: { merchant: 'Harbour Inn', date: '', total: '12.80' }, path: 'receipt harbour inn.pdf' }, 2);
    const { page } = await openReview(host);
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.getByLabel('Folder').selectOption({ label: 'Receipts (1)' });
    await page.getByRole('heading', { name: 'receipt harbour inn.pdf' }).waitFor();
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await confirmBlank(page.getByLabel('Total', { exact: true }));
    await page.getByText('1 document in another folder needs you.').waitFor();
  });

  it('says so when nothing waits', async () => {
    const { page } = await openReview(quietHost());
    await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('adds arriving documents without disturbing the current one', async () => {
    const host = quietHost();
    waits(host);
    const { page } = await openReview(host);
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByLabel('Supplier', { exact: true }).fill('Half typed');
    host.changed(waits(host));
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Supplier', { exact: true }).inputValue()).toBe('Half typed');
  });
});

/** What a screen reader says after a field's name. */
async function describedBy(page: Awaited<ReturnType<typeof openReview>>['page'], label: string): Promise<string> {
  return page.getByLabel(label, { exact: true }).evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}
