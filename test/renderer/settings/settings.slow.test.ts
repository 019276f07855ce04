import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { missingBrowser } from '../../support/chromium.ts';
import { axeFindings } from '../support/axe.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWindow } from '../support/open-window.ts';

describe.skipIf(missingBrowser !== undefined)('Settings, in a real browser', () => {
  it('replaces a key only with one that was tested, empties the field, and says where it is kept', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/settings' });
    const key = page.getByLabel('API key');
    await page.getByText('The key is stored in this system’s keychain', { exact: false }).waitFor();
    expect(await key.getAttribute('type')).toBe('password');
    await key.fill('wrong-key');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('The service does not know this key.').waitFor();
    await expect.poll(() => key.getAttribute('aria-invalid')).toBe('true');
    expect(await key.inputValue()).toBe('wrong-key');
    await key.fill('good-key');
    await key.press('Enter');
    await page.getByText('Saved. The key is in this system’s keychain.').first().waitFor();
    await expect.poll(() => key.inputValue()).toBe('');
    expect(host.asked.filter(({ name }) => name === 'connect').map(({ input }) => input)).toEqual([
      { url: 'https://documents.example', key: 'wrong-key' },
      { url: 'https://documents.example', key: 'good-key' },
    ]);
    expect(await page.content()).not.toContain('good-key');
  });

  it('shows what the doctor sees, the worst first, and does what helps', async () => {
    const host = new FakeHost();
    const { page, screenshot } = await openWindow(host, { hash: '#/settings' });
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByRole('button', { name: 'Check everything' }).click();
    await health.getByText('1 problem, 1 warning; 1 of 3 checks OK.').waitFor();
    expect((await health.getByRole('listitem').allTextContents()).map((text) => text.split(' ')[0])).toEqual([
      'folder',
      'data',
      'program',
    ]);
    await health.scrollIntoViewIfNeeded();
    await screenshot('settings-health');
    expect(await axeFindings(page)).toEqual([]);
    await health.getByRole('button', { name: 'Make it private' }).click();
    await health.getByText('1 problem; 1 of 2 checks OK.').waitFor();
    await health.getByRole('link', { name: 'Change the folder' }).click();
    await page.waitForFunction(() => location.hash === '#/folders/2');
  });

  it('shows which hooks there are and what none has taken, and has that told again; nothing there sets one', async () => {
    const host = new FakeHost();
    const { page, screenshot } = await openWindow(host, { hash: '#/settings' });
    const hooks = page.getByRole('region', { name: 'Hooks' });
    await hooks.getByText('Program book, for all folders').waitFor();
    await hooks.getByText('Webhook to hooks.example, /home/mara/Scans/Invoices').waitFor();
    await hooks.getByText('1 event waits for a hook; 1 was given up.').waitFor();
    await hooks.getByText('Refused 2 times; told again', { exact: false }).waitFor();
    await hooks.getByText('Given up after 9 tries. No.').waitFor();
    expect(await hooks.getByRole('textbox').count()).toBe(0);
    await hooks.scrollIntoViewIfNeeded();
    await screenshot('settings-hooks');
    expect(await axeFindings(page)).toEqual([]);
    await hooks.getByRole('button', { name: 'Try again a.pdf' }).click();
    await hooks.getByText('1 event waits for a hook; none was given up.').waitFor();
    await expect.poll(() => hooks.getByRole('button').count()).toBe(1);
    expect(host.asked.filter(({ name }) => name === 'tellAgain').map(({ input }) => input)).toEqual([{ ids: ['evt_1'] }]);
  });

  it('shows the licences of what it is made of', async () => {
    const { page } = await openWindow(new FakeHost(), { hash: '#/settings' });
    await page.getByRole('button', { name: 'Licences' }).click();
    const dialog = page.getByRole('dialog', { name: 'Licences' });
    await dialog.getByText('Arimo Project Authors', { exact: false }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('asks for the code from the terminal, says when it is wrong, and loses nothing that was typed', async () => {
    const host = new FakeHost();
    host.preferences.code = 'ABCD-2345';
    const { page, screenshot } = await openWindow(host, { hash: '#/settings' });
    await page.getByLabel('API key').fill('good-key');
    await page.getByRole('button', { name: 'Test and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm with a code' });
    await dialog.getByLabel('Code from the terminal').fill('AAAA-AAAA');
    await screenshot('settings-code');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('This code is wrong', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('API key').inputValue()).toBe('good-key');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await dialog.getByLabel('Code from the terminal').fill('ABCD-2345');
    await page.keyboard.press('Enter');
    await page.getByText('Saved. The key is in this system’s keychain.').first().waitFor();
    expect(host.asked.findLast(({ name }) => name === 'connect')?.input).toMatchObject({ key: 'good-key', code: 'ABCD-2345' });
  });

  it('says at the field that an address is none, before anything is sent, and loses nothing that was typed', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/settings' });
    const address = page.getByLabel('Address');
    await address.fill('documents example');
    await page.getByLabel('API key').fill('good-key');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('This is not an address.', { exact: false }).waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    expect(await address.inputValue()).toBe('documents example');
    expect(await page.getByLabel('API key').inputValue()).toBe('good-key');
    expect(host.asked.some(({ name }) => name === 'connect' || name === 'tryConnection')).toBe(false);
    // Another service never gets the key of this one.
    await address.fill('https://other.example');
    await page.getByLabel('API key').fill('');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Enter a key.').waitFor();
    expect(host.asked.some(({ name }) => name === 'tryConnection')).toBe(false);
  });

  it('tests without keeping, and says what it found', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/settings' });
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The service responds and accepts the key.').waitFor();
    await page.getByLabel('API key').fill('empty-key');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('out of pages', { exact: false }).first().waitFor();
    await page.getByLabel('Address').fill('https://down.example');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('nothing was saved', { exact: false }).waitFor();
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('empty-key');
    expect(host.preferences.current.service.url).toBe('https://documents.example');
  });

  it('asks before it forgets the key, and before it takes the sandbox', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/settings' });
    await page.getByRole('button', { name: 'Remove the key…' }).click();
    await page.getByRole('dialog', { name: 'Remove the key?' }).getByRole('button', { name: 'Remove the key' }).click();
    await page.getByText('There is no key.').first().waitFor();
    expect(host.preferences.current.service.key).toBe('none');
    await page.getByRole('button', { name: 'Use the sandbox instead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use the sandbox?' });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use the sandbox instead' }).click();
    await page.getByRole('heading', { name: 'Connect to your service' }).waitFor();
    expect(host.preferences.current.service.sandbox).toBe(true);
    await page.getByLabel('API key').fill('good-key');
    await page.getByLabel('Address').fill('https://documents.example');
    await page.getByLabel('Address').press('Enter');
    await expect
      .poll(() => host.preferences.current.service)
      .toEqual({ url: 'https://documents.example', sandbox: false, key: 'keychain' });
  });

  it('does not take the sandbox for a service: its address is shown nowhere', async () => {
    const host = new FakeHost({ sandbox: true });
    const { page } = await openWindow(host, { hash: '#/settings' });
    await page.getByRole('heading', { name: 'Connect to your service' }).waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe('');
    expect(await page.getByText('127.0.0.1').count()).toBe(0);
  });

  it('saves at once, says so, and takes it back', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/settings' });
    const limits = page.getByRole('region', { name: 'Limits' });
    await limits.getByLabel('Simultaneous uploads').fill('8');
    await expect.poll(() => host.preferences.current.limits.uploads).toBe(8);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => host.preferences.current.limits.uploads).toBe(4);
    await expect.poll(() => limits.getByLabel('Simultaneous uploads').inputValue()).toBe('4');
    await page.getByLabel('Documents that are done').click();
    await expect.poll(() => host.preferences.current.notifications.finished).toBe(true);
  });

  it('says what is wrong with a number where it stands, keeps it as typed, and saves nothing', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host, { hash: '#/settings' });
    const uploads = page.getByLabel('Simultaneous uploads');
    for (const wrong of ['0', '17', '2.5', 'four', '']) {
      await uploads.fill(wrong);
      await uploads.press('Enter');
      await page.getByText('A whole number from 1 to 16.').waitFor();
      expect(await uploads.inputValue()).toBe(wrong);
    }
    await page.getByLabel('Days to keep logs').click();
    await expect.poll(() => uploads.inputValue()).toBe('');
    expect(host.asked.some(({ name }) => name === 'setPreferences')).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('changes language and appearance at once', async () => {
    const { page } = await openWindow(new FakeHost(), { hash: '#/settings' });
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await page.getByLabel('Darstellung', { exact: true }).selectOption('dark');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.appearance)).toBe('dark');
    await page.getByRole('button', { name: 'Rückgängig' }).last().click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.appearance)).toBeUndefined();
  });

  it('shows what diagnostics hold before it makes a file of them', async () => {
    const { page } = await openWindow(new FakeHost(), { hash: '#/settings' });
    await page.getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'What you would share' });
    await dialog.getByText('Everything is well.').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('intray-diagnostics.txt');
    expect(await readFile(await file.path(), 'utf8')).toBe('Intray 0.1.0\nEverything is well.\n');
  });

  it('offers nothing that the host cannot do', async () => {
    const { page } = await openWindow(new FakeHost({ host: 'headless' }), { hash: '#/settings' });
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
    await page.getByText('In a browser, from intray watch --window', { exact: false }).waitFor();
    expect(await page.getByRole('heading', { name: 'Notifications' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Start', exact: true }).count()).toBe(0);
  });

  it('says so when a choice could not be saved', async () => {
    const host = new FakeHost();
    host.refuse.set('setPreferences', 'The settings cannot be written: the disk is full.');
    const { page } = await openWindow(host, { hash: '#/settings' });
    await page.getByLabel('Documents that are done').click();
    await page.getByText('The settings cannot be written: the disk is full.', { exact: true }).waitFor();
  });

  for (const [name, options] of [
    ['light', {}],
    ['dark, in German', { dark: true, language: 'de-DE' }],
    ['at twice the size', { zoom: 2 }],
    ['in forced colours', { forcedColors: true }],
  ] as const) {
    it(`has nothing that stands in anybody's way, ${name}`, async () => {
      const { page, complaints, screenshot } = await openWindow(new FakeHost(), { hash: '#/settings', ...options });
      await page.getByRole('heading', { level: 2 }).nth(5).waitFor();
      await screenshot(`settings ${name}`);
      expect(await axeFindings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    });
  }
});
