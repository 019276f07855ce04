import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The look of the window', () => {
  itUnlessMissing(missingBrowser, 'follows a dark system, and a preference against it', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { dark: true, hash: '#/queue/80' });
    await page.getByText('The service could not process it').waitFor();
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await background()).toBe('rgb(27, 29, 31)');
    expect(await axeFindings(page)).toEqual([]);
    await host.answer('setPreferences', { changes: { appearance: 'light' } });
    await page.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)');
  });

  itUnlessMissing(missingBrowser, 'speaks German where the system does, and English where a person wants it', async () => {
    const host = new FakeHost();
    const { page, complaints } = await openWindow(host, { language: 'de-AT', hash: '#/queue/80' });
    await page.getByRole('heading', { name: 'Dokumente', level: 1 }).waitFor();
    await page.getByText('Der Dienst konnte das Dokument nicht verarbeiten:').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByText('could not be read by the model').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await host.answer('setPreferences', { changes: { language: 'en' } });
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'loses nothing at 200 %: no sideways scrolling, everything within reach', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { zoom: 2, hash: '#/queue/80' });
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

  itUnlessMissing(
    missingBrowser,
    'shortens names in their middle, leaves those of other directions whole, and keeps the side still',
    async () => {
      const host = new FakeHost({ documents: 40 });
      const names = [
        `Rechnung ${'sehr langer Name '.repeat(12)}2026-0417.pdf`,
        'חשבונית מספר 17 של ספק ארוך מאוד עם שם ארוך מאוד.pdf',
        '👩‍👩‍👧‍👦 Família 🇵🇹 recibo nº 7 ✨.pdf',
      ];
      for (const name of names) Object.assign(host.land('processed', 1), { path: name, changedAt: Date.now() });
      const { page, screenshot } = await openWindow(host, { viewport: { width: 800, height: 600 } });
      const row = (text: string) => page.locator('[id^="document-"]').filter({ hasText: text });
      const long = row('2026-0417.pdf').locator('bdi').first();
      await long.waitFor();
      const [head, tail] = await long.evaluate((name) =>
        [...name.children].map((part) => ({
          isCut: part.scrollWidth > part.clientWidth + 1,
          right: part.getBoundingClientRect().right,
        })),
      );
      expect(head?.isCut).toBe(true);
      expect(tail?.isCut).toBe(false);
      expect(tail?.right).toBeLessThanOrEqual(await long.evaluate((name) => name.getBoundingClientRect().right + 1));
      for (const name of names.slice(1)) {
        const shown = row(name.slice(0, 12)).locator('bdi').first();
        expect((await shown.textContent())?.replaceAll(/[\u2066-\u2069]/g, '')).toBe(name);
      }
      await screenshot('queue-names');
      expect(await axeFindings(page)).toEqual([]);

      // Whatever the status line says, the screens stay where they are.
      await page.setViewportSize({ width: 1_280, height: 800 });
      const navigation = page.getByRole('navigation', { name: 'Screens' });
      const place = async () => (await navigation.boundingBox())?.y;
      await page.getByText('Working').first().waitFor();
      const before = await place();
      host.line = { kind: 'paused' };
      host.emit({ status: true });
      await page.getByText('Paused', { exact: true }).waitFor();
      expect(await place()).toBe(before);
      host.line = { kind: 'watching' };
      for (const document of host.documents)
        Object.assign(document, { state: { kind: 'processed' }, delivery: { kind: 'done', at: host.now } });
      host.emit({ status: true, documents: 'many' });
      await page.getByText('Watching', { exact: true }).waitFor();
      expect(await place()).toBe(before);
    },
  );

  itUnlessMissing(missingBrowser, 'reads well with the system’s forced colours', async () => {
    const { page } = await openWindow(new FakeHost(), { forcedColors: true });
    await page.locator('[id^="document-"]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
