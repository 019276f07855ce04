import { concatTransformationMatrix, drawObject, PDFDocument, popGraphicsState, pushGraphicsState, StandardFonts } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { axeFindings } from '../support/axe.ts';
import { confirmBlank, openReview, quietHost, waits } from './review-host.ts';

describe.skipIf(missingBrowser !== undefined)('The page beside its values, in a real browser', () => {
  it('draws a PDF, marks the values on it, and highlights the value of the focused field', async () => {
    const host = quietHost();
    waits(host);
    const { page, complaints } = await openReview(host);
    await page.locator('[data-page="1"] canvas').waitFor();
    await expect.poll(() => inkOf(page)).toBeGreaterThan(500);
    await expect.poll(() => page.locator('[data-mark="invoice_number"]').count()).toBe(1);
    const mark = await boxOf(page, '[data-mark="invoice_number"]');
    const sheet = await boxOf(page, '[data-page="1"]');
    // "SW-558120" is in the upper half of the letter, on the right, and much narrower than the page.
    expect(mark.y).toBeGreaterThan(sheet.y + sheet.height * 0.3);
    expect(mark.y).toBeLessThan(sheet.y + sheet.height * 0.5);
    expect(mark.width).toBeLessThan(sheet.width * 0.2);
    expect(mark.width).toBeGreaterThan(sheet.width * 0.03);
    await page.getByLabel('Invoice number', { exact: true }).focus();
    await expect.poll(() => page.locator('[data-mark="invoice_number"]').getAttribute('data-active')).toBe('true');
    await page.locator('[data-mark="total"]').click();
    await expect
      .poll(() => page.getByLabel('Total', { exact: true }).evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('keeps the marks on their words when the page is enlarged and rotated', async () => {
    const host = quietHost();
    waits(host);
    const { page, screenshot } = await openReview(host);
    const offset = () => offsetOf(page, 'invoice_number', 'SW-558120');
    await expect.poll(offset).toBeLessThan(4);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(offset).toBeLessThan(4);
    await page.getByRole('button', { name: 'Rotate clockwise' }).click();
    await expect
      .poll(() =>
        page.locator('[data-mark="invoice_number"]').evaluate(({ clientHeight, clientWidth }) => clientHeight > clientWidth),
      )
      .toBe(true);
    await expect.poll(offset).toBeLessThan(4);
    await screenshot('review-rotated');
  });

  it('shows every page of a long PDF, scrolls to the one with the value, and draws only nearby pages', async () => {
    const host = quietHost();
    waits(host, {
      path: 'long.pdf',
      values: { invoice_number: 'LONG-9', supplier: 'Page One Ltd', due_date: '2026-05-01', vat_id: '' },
    });
    const body = await longPdf(30);
    const { page } = await openReview(host, { previews: { 'long.pdf': { contentType: 'application/pdf', body } } });
    await page.getByText('30 pages').waitFor();
    await page.locator('[data-page="1"] canvas').waitFor();
    await expect.poll(() => page.locator('[data-page]').count()).toBe(30);
    expect(await page.locator('[data-page] canvas').count()).toBeLessThan(6);
    await expect.poll(() => page.locator('[data-mark="supplier"]').count()).toBe(1);
    await page.getByLabel('Invoice number', { exact: true }).focus();
    // Helvetica, which the document does not bring, is drawn with a font that may be passed on.
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect((await loaded()).filter((name) => /\.ttf/.test(name))).toEqual([expect.stringMatching(/Arimo_400Regular-/)]);
    // The number occurs only on page 24.
    await page.locator('[data-page="24"] canvas').waitFor();
    const shown = page.locator('[data-mark="invoice_number"]');
    const isInSight = async () => {
      const y = (await shown.boundingBox())?.y ?? 0;
      return y > 90 && y < 800;
    };
    await expect.poll(isInSight).toBe(true);
  });

  it('draws a fax-encoded scan, even where WebAssembly is forbidden', async () => {
    const host = quietHost();
    waits(host, { path: 'fax.pdf' });
    const body = await faxPdf();
    const { page } = await openReview(host, {
      hash: '#/queue',
      previews: { 'fax.pdf': { contentType: 'application/pdf', body } },
    });
    // A worker follows the policy served with its own script.
    await page.route('**/assets/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" } });
    });
    await page.evaluate(() => window.location.assign('#/review'));
    await page.locator('[data-page="1"] canvas').waitFor();
    await expect.poll(() => inkOf(page)).toBeGreaterThan(10_000);
  });

  it('zooms, fits, turns and scrolls with keys', async () => {
    const host = quietHost();
    waits(host);
    const { page } = await openReview(host);
    await page.locator('[data-page="1"] canvas').waitFor();
    const fitted = await boxOf(page, '[data-page="1"]');
    await page.keyboard.press('F6');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(async () => (await boxOf(page, '[data-page="1"]')).width).toBeGreaterThan(fitted.width * 1.2);
    await page.keyboard.press('0');
    await expect.poll(async () => (await boxOf(page, '[data-page="1"]')).width).toBe(fitted.width);
    await page.keyboard.press('r');
    await expect.poll(async () => (await boxOf(page, '[data-page="1"]')).height).toBeLessThan(fitted.width);
    await expect.poll(() => inkOf(page)).toBeGreaterThan(500);
    await page.keyboard.press('r');
    await page.keyboard.press('r');
    await page.keyboard.press('r');
    await page.keyboard.press('F6');
    await page.keyboard.press('PageDown');
    await expect.poll(() => page.locator('[data-page-scroller]').evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
  });

  it('puts the word that is clicked into the focused field, zooms to a value that is found, and says where there is no text', async () => {
    const host = quietHost();
    waits(host);
    waits(host, { path: 'ticket restaurant.jpg' });
    const { page } = await openReview(host);
    const due = page.getByLabel('Due date', { exact: true });
    const word = page.locator('[data-page="1"] span', { hasText: 'Zahlungserinnerung' }).first();
    await word.waitFor();
    const fitted = await boxOf(page, '[data-page="1"]');
    await word.click();
    await expect.poll(() => due.inputValue()).toBe('Zahlungserinnerung');
    await expect.poll(() => due.evaluate((element) => element === document.activeElement)).toBe(true);
    await word.click({ modifiers: ['Control'] });
    await expect.poll(() => due.inputValue()).toBe('Zahlungserinnerung Zahlungserinnerung');
    await page.getByText('Due date: Zahlungserinnerung').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByLabel('Invoice number', { exact: true }).focus();
    await expect.poll(async () => (await boxOf(page, '[data-page="1"]')).width).toBeGreaterThan(fitted.width * 1.2);
    await page.getByRole('button', { name: 'Zoom to the field' }).click();
    await expect.poll(async () => (await boxOf(page, '[data-page="1"]')).width).toBe(fitted.width);

    await page.keyboard.press('Alt+ArrowDown');
    await page.getByAltText('Image of ticket restaurant.jpg').click();
    await page.getByText('This page is a picture: there are no words to click.').waitFor();
  });

  it('lets a person select text on the page', async () => {
    const host = quietHost();
    waits(host);
    const { page } = await openReview(host);
    const word = page.locator('[data-page="1"] span', { hasText: 'Zahlungserinnerung' }).first();
    // The words are laid over the page once more when it has its size.
    const selected = async () => {
      await word.dblclick();
      return (await page.evaluate(() => String(window.getSelection()))).trim();
    };
    await expect.poll(selected).toBe('Zahlungserinnerung');
  });

  it('shows a picture and rotates it', async () => {
    const host = quietHost();
    waits(host, { path: 'ticket restaurant.jpg' });
    const { page } = await openReview(host);
    const picture = page.getByAltText('Image of ticket restaurant.jpg');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    const upright = await boxOf(page, '[data-page="1"]');
    await page.getByRole('button', { name: 'Rotate clockwise' }).click();
    await expect.poll(async () => (await boxOf(page, '[data-page="1"]')).height).not.toBe(upright.height);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows the text of a DOCX with its values marked', async () => {
    const host = quietHost();
    waits(host, {
      path: 'Letter Hargreaves & Lowe.docx',
      values: { supplier: 'Hargreaves & Lowe LLP', invoice_date: '2026-02-26' },
    });
    const { page } = await openReview(host);
    await page.locator('[data-mark="supplier"]').first().waitFor();
    // The letter spells this date differently.
    await expect.poll(() => offsetOf(page, 'invoice_date', '26 February 2026')).toBeLessThan(4);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => offsetOf(page, 'invoice_date', '26 February 2026')).toBeLessThan(4);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('says why there is no page: the reason from the host, or that the file is damaged or locked', async () => {
    const host = quietHost();
    waits(host, { path: 'gone.pdf' });
    waits(host, { path: 'away.jpg' });
    waits(host, { path: 'broken.pdf' });
    waits(host, { path: 'broken.jpg' });
    const refusalOf = (text: string): string =>
      JSON.stringify({ ok: false, error: { kind: 'unavailable', message: foreign(text) } });
    const { page } = await openReview(host, {
      previews: {
        'gone.pdf': {
          status: 404,
          contentType: 'application/json',
          body: refusalOf('The file is on a share that is not there.'),
        },
        'away.jpg': { status: 404, contentType: 'application/json', body: refusalOf('The file was moved.') },
        'broken.pdf': { contentType: 'application/pdf', body: '%PDF-1.7 and no more' },
        'broken.jpg': { contentType: 'image/jpeg', body: 'no picture' },
      },
    });
    await page.getByText('The file is on a share that is not there.').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('The file was moved.').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('The file is damaged, or not what its name says.').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('4 of 4', { exact: true }).waitFor();
    await page.getByText('The file is damaged, or not what its name says.').waitFor();
    // The values can still be confirmed.
    await confirmBlank(page.getByLabel('Total', { exact: true }));
    await expect.poll(() => host.asked.some(({ name }) => name === 'confirm')).toBe(true);
  });

  it.each([
    ['at twice the size', { zoom: 2 }],
    ['in a window of 800 × 600', { viewport: { width: 800, height: 600 } }],
  ] as const)('keeps the page in sight while a value is typed, %s', async (name, options) => {
    const host = quietHost();
    waits(host);
    const { page, screenshot } = await openReview(host, options);
    const sheet = page.locator('[data-page="1"]');
    await sheet.locator('canvas').waitFor({ state: 'attached' });
    for (const label of ['Invoice number', 'Due date', 'Currency']) {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type('12');
      await expect.poll(() => visibleHeight(page, '[data-page="1"]')).toBeGreaterThan(60);
      await expect.poll(() => visibleHeight(page, ':focus')).toBeGreaterThan(20);
    }
    await screenshot(`review typing ${name.replaceAll(' ', '-')}`);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('lets a screen reader read the page', async () => {
    const host = quietHost();
    waits(host);
    const { page } = await openReview(host);
    await page.locator('[data-page="1"] canvas').waitFor({ state: 'attached' });
    const sheet = page.getByRole('article', { name: 'Page 1 of 1' });
    await expect.poll(() => sheet.ariaSnapshot()).toContain('Stadtwerke');
    expect(await axeFindings(page)).toEqual([]);
  });

  for (const [name, options] of [
    ['light', {}],
    ['dark, in German', { dark: true, language: 'de-DE' }],
    ['at twice the size', { zoom: 2 }],
    ['in forced colours', { forcedColors: true }],
  ] as const) {
    it(`is accessible and does not overflow, ${name}`, async () => {
      const host = quietHost();
      waits(host, { possibleDuplicate: true });
      waits(host);
      const { page, complaints, screenshot } = await openReview(host, options);
      await page.locator('[data-page="1"] canvas').waitFor({ state: 'attached' });
      await screenshot(`review ${name}`);
      expect(await axeFindings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    });
  }
});

/** How many pixels of the first page are not white. */
function inkOf(page: Page): Promise<number> {
  return page.locator('[data-page="1"] canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 200) ink += 1;
    return ink;
  });
}

async function boxOf(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not visible.`);
  return box;
}

/** A black square, encoded as scanners encode black and white (CCITT Group 4): every line repeats the one above. */
async function faxPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([300, 300]);
  const lines = new Uint8Array(8).fill(0xff);
  const end = [0x00, 0x10, 0x01];
  const image = pdf.context.stream(new Uint8Array([...lines, ...end]), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 64,
    Height: 64,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: 64, Rows: 64, BlackIs1: true },
  });
  const name = page.node.newXObject('Fax', pdf.context.register(image));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(200, 0, 0, 200, 50, 50),
    drawObject(name),
    popGraphicsState(),
  );
  return Buffer.from(await pdf.save());
}

async function longPdf(count: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= count; number += 1) {
    const page = pdf.addPage([595, 842]);
    page.drawText(`Sheet ${number}`, { x: 60, y: 760, font, size: 18 });
    if (number === 1) page.drawText('Page One Ltd', { x: 60, y: 700, font, size: 12 });
    if (number === 24) page.drawText('Number LONG-9', { x: 60, y: 200, font, size: 12 });
  }
  return Buffer.from(await pdf.save());
}

/** How many pixels of an element's height are in sight, in the window and in all that scrolls around it. */
function visibleHeight(page: Page, selector: string): Promise<number> {
  return page.evaluate((selector) => {
    const element = document.querySelector(selector);
    if (element === null) return 0;
    let { top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue;
      const frame = around.getBoundingClientRect();
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  }, selector);
}

/** How far the first mark of a field is from these words on the page, in CSS pixels; undefined without either. */
function offsetOf(page: Page, field: string, words: string): Promise<number | undefined> {
  return page.evaluate(
    ([name, text]) => {
      const nodes = [...document.querySelectorAll('[data-page="1"] :is(span, div)')].map(({ firstChild }) => firstChild);
      const node = nodes.find((each) => each instanceof Text && each.data.includes(text));
      const mark = document.querySelector(`[data-mark="${name}"]`)?.getBoundingClientRect();
      if (!(node instanceof Text) || mark === undefined) return undefined;
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(text));
      range.setEnd(node, node.data.indexOf(text) + text.length);
      // Words may be broken over two lines, each with a mark.
      const [there] = range.getClientRects();
      if (there === undefined) return undefined;
      return Math.round(Math.max(Math.abs(mark.left - there.left), Math.abs(mark.top - there.top)));
    },
    [field, words] as const,
  );
}
