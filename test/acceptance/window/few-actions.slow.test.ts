import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { missingBrowser } from '../../support/chromium.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { openWindow, row } from './window.ts';

/** What a person does with mouse and keyboard, counted: each click, each choice and each field that is filled in. */
function person() {
  const done: string[] = [];
  const act =
    <Rest extends readonly unknown[]>(name: string, work: (on: Locator, ...rest: Rest) => Promise<unknown>) =>
    async (on: Locator, ...rest: Rest): Promise<void> => {
      done.push(`${name} ${rest.join()}`);
      await work(on, ...rest);
    };
  return {
    done,
    clicks: () => done.filter((each) => each.startsWith('click')).length,
    click: act('click', (on) => on.click()),
    fill: act('fill', (on, text: string) => on.fill(text)),
    choose: act('choose', (on, label: string) => on.selectOption(label === 'no' ? 'no' : { label })),
  };
}

/** As a newcomer gets it: the sandbox reads the documents itself. */
const world = { sandbox: { delays: { queued: 0, processing: 0 }, seed: 7 } };
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('Few actions lead', () => {
  itUnlessMissing(
    missingBrowser,
    'from the first page to the first own result: at most seven clicks',
    async ({ onTestFinished }) => {
      const { test, page, complaints } = await openWindow(onTestFinished, world, async () => {});
      const { click, fill, clicks } = person();
      const begun = performance.now();
      await click(button(page, 'Start the sandbox'));
      await fill(page.getByRole('combobox', { name: 'Folder' }), join(await realpath(test.root), 'My scans'));
      await click(button(page, 'Create the folder “My scans”'));
      await page.getByText('It contains no documents now.').waitFor();
      await expect.poll(() => page.getByRole('radio', { name: /^Invoices and receipts/ }).isChecked()).toBe(true);
      await click(button(page, 'Start watching'));
      await click(button(page, 'Copy the sample documents into it'));
      await row(page, 'invoice-2026-0417.pdf').filter({ hasText: 'Done' }).waitFor({ timeout: 90_000 });
      expect(await readdir(join(test.root, 'My scans'))).toContain('invoice-2026-0417.pdf.json');
      expect(clicks()).toBeLessThanOrEqual(7);
      // As the reader writes them, not as they are printed (9 March 2026; 5,464.37, and GBP in a field of its own).
      expect(await row(page, 'invoice-2026-0417.pdf').textContent()).toMatch(/9 Mar 2026.*£5,464\.37/);
      process.stderr.write(
        `the first own result after ${clicks()} clicks and ${Math.round((performance.now() - begun) / 100) / 10} s\n`,
      );
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'to three folders with a month’s budget and filing by value: at most twenty-five, without a dead end',
    async ({ onTestFinished }) => {
      const { test, page, complaints } = await openWindow(onTestFinished, world, async () => {});
      const { click, fill, choose, done } = person();
      const root = await realpath(test.root);
      const link = (name: string) => page.getByRole('link', { name });
      const begin = async (name: string): Promise<void> => {
        await fill(page.getByRole('combobox', { name: 'Folder' }), join(root, name));
        await click(button(page, `Create the folder “${name}”`));
        await page.getByText('It contains no documents now.').waitFor();
        await expect.poll(() => page.getByRole('radio', { name: /^Invoices and receipts/ }).isChecked()).toBe(true);
      };
      const start = async (name: string): Promise<void> => {
        await click(button(page, 'Start watching'));
        await page.getByText(`“${name}” is watched.`).first().waitFor();
      };
      await click(button(page, 'Start the sandbox'));
      await begin('Invoices');
      await start('Invoices');
      await click(page.getByRole('navigation').getByRole('link', { name: 'Folders' }));
      await click(link('Add a folder'));
      await begin('Receipts');
      await start('Receipts');
      await click(page.getByRole('navigation').getByRole('link', { name: 'Folders' }));
      await click(link('Add a folder'));
      await begin('Mail');
      await click(page.getByRole('radio', { name: /^Office mail/ }));
      // The categories that are known are there already.
      const invoice = page
        .getByRole('group', { name: /^Category \d$/ })
        .filter({ has: page.locator('input[value="Invoice"]') })
        .first();
      await choose(invoice.getByRole('combobox', { name: 'Documents of it go on to' }), 'Invoices and receipts');
      await choose(invoice.getByRole('combobox', { name: /already linked/ }), 'no');
      await start('Mail');
      await click(page.getByRole('navigation').getByRole('link', { name: 'Folders' }));
      await click(link('Change: Invoices'));
      await click(page.getByRole('tab', { name: 'Limits' }));
      await fill(page.getByRole('textbox', { name: /Pages a month/ }), '400');
      await click(page.getByRole('tab', { name: 'Filing' }));
      await click(page.getByRole('switch', { name: /Move documents away/ }));
      await click(page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Vendor name' }));
      await click(button(page, 'Save changes'));
      await page.getByText('Changes saved.').first().waitFor();
      const settings = (await test.ask('folders', {})).map((folder) => folder.settings);
      expect(settings).toMatchObject([
        { budget: { month: 400 }, fileAway: { kind: 'move', as: '{vendor_name}' } },
        {},
        { next: { categories: { Invoice: { linked: false }, Letter: 'leave' } } },
      ]);
      expect(done.length, done.join('\n')).toBeLessThanOrEqual(25);
      expect(complaints).toEqual([]);
    },
  );
});
