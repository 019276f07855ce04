import { afterAll, beforeAll, describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { startBrowser } from './support/open-window.ts';

describe('The look of the window', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;

  beforeAll(async () => {
    if (missingBrowser === undefined) browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  itUnlessMissing(missingBrowser, 'follows a dark system, and a preference against it', async () => {
    const host = new FakeHost();
    const { page } = await browser.open(host, { dark: true, hash: '#/queue/80' });
    await page.getByText('The service could not process it').waitFor();
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await background()).toBe('rgb(27, 29, 31)');
    expect(await axeFindings(page)).toEqual([]);
    await host.answer('setPreferences', { changes: { appearance: 'light' } });
    await page.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)');
  });

  itUnlessMissing(missingBrowser, 'speaks German where the system does, and English where a person wants it', async () => {
    const host = new FakeHost();
    const { page, complaints } = await browser.open(host, { language: 'de-AT', hash: '#/queue/80' });
    await page.getByRole('heading', { name: 'Dokumente', level: 1 }).waitFor();
    await page.getByText('Der Dienst konnte das Dokument nicht verarbeiten:').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByText('could not be read by the model').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await host.answer('setPreferences', { changes: { language: 'en' } });
    await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'loses nothing at 200 %: no sideways scrolling, everything within reach', async () => {
    const host = new FakeHost();
    const { page } = await browser.open(host, { zoom: 2, hash: '#/queue/80' });
    await page.getByText('The service could not process it').waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await page.getByRole('button', { name: 'Send again' }).first().scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('grid').scrollIntoViewIfNeeded();
    expect(await page.locator('[id^="document-"]').count()).toBeLessThan(60);
    await page.locator('[id^="document-"]').first().click();
    await page.getByRole('region', { name: /^Details of/ }).waitFor();
    expect(await overflow()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'reads well with the system’s forced colours', async () => {
    const { page } = await browser.open(new FakeHost(), { forcedColors: true });
    await page.locator('[id^="document-"]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
