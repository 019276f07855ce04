import { describe, expect } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The first run', () => {
  const inputsOf = (host: FakeHost, name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);

  async function open(host: FakeHost, options: object = {}) {
    const window = await openWindow(host, options);
    await window.page.getByRole('heading', { level: 1 }).waitFor();
    return window;
  }

  itUnlessMissing(
    missingBrowser,
    'leads without an account to the first folder, by keyboard, saying what the sandbox is',
    async () => {
      const host = new FakeHost({ firstRun: true });
      const { page, complaints } = await open(host);
      await page.getByText('No document and no value goes anywhere else.').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Tab');
      const start = page.getByRole('button', { name: 'Start the sandbox' });
      await expect.poll(() => start.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your first folder' }).waitFor();
      expect(inputsOf(host, 'useSandbox')).toEqual([{}]);
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'says at the field what is wrong with address and key, and loses nothing', async () => {
    const host = new FakeHost({ firstRun: true });
    const { page } = await open(host, { dark: true });
    const address = page.getByRole('textbox', { name: 'Address' });
    const key = page.getByLabel('API key', { exact: true });
    const connect = page.getByRole('button', { name: 'Test and save' });
    await connect.click();
    await page.getByText('Enter the address.').waitFor();
    await address.fill('documents example');
    await connect.click();
    await page.getByText('This is not an address.').waitFor();
    await address.fill('https://documents.example');
    await connect.click();
    await page.getByText('Enter a key.').waitFor();
    await expect.poll(() => key.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(inputsOf(host, 'connect')).toEqual([]);
    await page.keyboard.type('bad-key');
    await page.keyboard.press('Enter');
    await page.getByText('The service does not know this key.').waitFor();
    await page.getByText('stores it in this system’s keychain').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await address.fill('https://down.example');
    await connect.click();
    await page.getByText('nothing was saved').waitFor();
    await page.getByText('There was no answer within 10 seconds.').waitFor();
    await key.fill('good-key');
    await address.fill('https://documents.example');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The service responds and accepts the key.').waitFor();
    expect(host.preferences.current.service.key).toBe('none');
    await key.press('Enter');
    await page.getByRole('heading', { name: 'Your first folder' }).waitFor();
    await page.getByText('Saved. The key is in this system’s keychain.').first().waitFor();
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('good-key');
  });

  itUnlessMissing(missingBrowser, 'says so where the sandbox cannot start, and where there is no keychain', async () => {
    const host = new FakeHost({ firstRun: true });
    host.refuse.set('useSandbox', 'The port is taken.');
    host.preferences.current = {
      ...host.preferences.current,
      service: { sandbox: false, key: 'none', keychainProblem: foreign('No secret service is running.') },
    };
    const { page } = await open(host);
    await page.getByRole('button', { name: 'Start the sandbox' }).click();
    await page.getByText('The port is taken.').waitFor();
    await page.getByText('No secret service is running.').waitFor();
  });

  itUnlessMissing(missingBrowser, 'speaks German, and fits at 200 %', async () => {
    const { page, complaints } = await open(new FakeHost({ firstRun: true }), { language: 'de-DE', zoom: 2 });
    await page.getByRole('heading', { name: 'Mit Ihrem Dienst verbinden' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await page.getByRole('button', { name: 'Testen und speichern' }).scrollIntoViewIfNeeded();
    expect(complaints).toEqual([]);
  });
});
