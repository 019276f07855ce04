import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { jobWith } from '../support/jobs.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import type { FakeDocument } from './support/fake-document.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('“Find values…”', () => {
  /** A classified document that the service passes on itself, and of which nothing has come for long. */
  function awaiting(host: FakeHost): FakeDocument {
    const document = host.first('processed', ({ result }) => result?.kind === 'classification');
    const state = { kind: 'passed-on', since: host.now - 2 * 60 * 60_000, asked: true } as const;
    document.passedOn = { ...jobWith({ id: 0, route: { kind: 'extraction', id: 'orders' } }), state };
    return document;
  }

  const asked = (host: FakeHost) => host.asked.filter(({ name }) => name === 'nameBatch').map(({ input }) => input);
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^Where are the values of/ });

  /** From the button that has the focus, by keyboard alone. */
  async function answer(page: Page, batch: string, fileId: string): Promise<void> {
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    // Nothing is asked while no batch is named.
    await page.keyboard.press('Enter');
    expect(await dialog(page).getByRole('button', { name: 'Ask' }).isDisabled()).toBe(true);
    await page.keyboard.type(batch);
    await page.keyboard.press('Tab');
    await page.keyboard.type(fileId);
    expect(await axeFindings(page)).toEqual([]);
  }

  itUnlessMissing(missingBrowser, 'opens from the details of a document, and asks about the batch and the file', async () => {
    const host = new FakeHost();
    const document = awaiting(host);
    const { page, complaints, screenshot } = await openWindow(host, { hash: `#/queue/${document.id}` });
    const open = page.getByRole('region', { name: /^Details of/ }).getByRole('button', { name: 'Find values…' });
    await open.focus();
    await answer(page, ' b-77 ', 'f-5');
    await screenshot('find values');
    // Escape asks for nothing, and leads back to the button.
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => open.evaluate((element) => element === window.document.activeElement)).toBe(true);
    expect(asked(host)).toEqual([]);
    await answer(page, 'b-77', 'f-5');
    await page.keyboard.press('Enter');
    await page.getByText(/^Intray asks the service for the values of/).waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    expect(asked(host)).toMatchObject([{ id: document.id, batch: 'b-77', fileId: 'f-5' }]);
    expect(document.passedOn?.state.named).toMatchObject({ batch: 'b-77' });
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(
    missingBrowser,
    'opens from Review beside the verdict, which its answer neither confirms nor leaves',
    async () => {
      const host = new FakeHost();
      const document = awaiting(host);
      const { page, complaints, screenshot } = await openWindow(host, { hash: `#/review/${document.id}` });
      const open = page.getByRole('button', { name: 'Find values…' });
      await open.waitFor();
      await screenshot('find values in review');
      await open.focus();
      await answer(page, 'b-78', '');
      await page.keyboard.press('Enter');
      await page.getByText(/^Intray asks the service for the values of/).waitFor();
      expect(asked(host)).toEqual([{ id: document.id, batch: 'b-78' }]);
      await page.getByRole('heading', { level: 2, name: document.path.split('/').at(-1) ?? '' }).waitFor();
      expect(new URL(page.url()).hash).toBe(`#/review/${document.id}`);
      expect(host.asked.some(({ name }) => name === 'confirm')).toBe(false);
      expect(document.review).toBeUndefined();
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'says why the host refuses, and keeps what was typed', async () => {
    const host = new FakeHost();
    const document = awaiting(host);
    const { page } = await openWindow(host, { hash: `#/queue/${document.id}` });
    await page
      .getByRole('region', { name: /^Details of/ })
      .getByRole('button', { name: 'Find values…' })
      .focus();
    await answer(page, 'b-79', '');
    // Its values came meanwhile.
    delete document.passedOn;
    await page.keyboard.press('Enter');
    await dialog(page).getByText('waits for no values that the service extracts by itself').waitFor();
    await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Batch' }).inputValue()).toBe('b-79');
  });
});
