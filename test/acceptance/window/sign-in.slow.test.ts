import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { pieceBytes } from '../../../electron/core/contract/bridge.ts';
import { projectRoot } from '../../../resources/tools/build.ts';
import { axeFindings } from '../../renderer/support/axe.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { openHosted } from '../../support/hosted-window.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { openWindow, row, statusLine } from './window.ts';

describe('Signing in and out', () => {
  itUnlessMissing(missingBrowser, 'browsers see each other, and each can sign out any of them', async ({ onTestFinished }) => {
    const { page, hosted, browser } = await openWindow(onTestFinished);
    const other = await openHosted(browser, hosted, '#/queue');
    onTestFinished(() => other.context.close());
    await page.goto(`${hosted.url}#/settings`);
    const section = page.getByRole('region', { name: 'Signed-in browsers' });
    await expect
      .poll(() => section.getByRole('listitem').allTextContents())
      .toEqual([
        expect.stringContaining('Chrome, Linux (this one)'),
        expect.stringMatching(/^Chrome, Linux Signed in .+, last used .+Sign out$/),
      ]);
    expect(await axeFindings(page)).toEqual([]);
    const shots = process.env.INTRAY_SCREENSHOTS;
    await section.scrollIntoViewIfNeeded();
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'sessions.png') });

    await section.getByRole('button', { name: 'Sign out', exact: true }).click();
    await other.page.getByRole('heading', { name: 'Sign in with a link' }).waitFor();
    expect(await axeFindings(other.page)).toEqual([]);
    if (shots !== undefined) await other.page.screenshot({ path: join(shots, 'signed-out.png') });
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1);
    // In the same tab: the window comes back.
    const link = other.page.getByRole('textbox', { name: 'The link that was printed' });
    await link.fill(hosted.url);
    await link.press('Enter');
    await other.page.getByText('This is no link to sign in with.').waitFor();
    // One that was used says so, and what to do.
    await link.fill(`${hosted.url}#link=an-older-one`);
    await link.press('Enter');
    await other.page.getByText('This link was used before, or is older than ten minutes.').waitFor();
    await other.page.getByText('Get a new link, as described here.').waitFor();
    expect(await axeFindings(other.page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.page.emulateMedia({ colorScheme });
      if (shots !== undefined) await other.page.screenshot({ path: join(shots, `signed-out-${colorScheme}.png`) });
    }
    await link.fill(hosted.link());
    await link.press('Enter');
    await other.page.getByRole('heading', { name: 'Documents' }).waitFor();

    await expect.poll(() => section.getByRole('listitem').count()).toBe(2);
    await section.getByRole('button', { name: 'Sign out all others' }).click();
    await other.page.getByRole('heading', { name: 'Sign in with a link' }).waitFor();
    await section.getByRole('button', { name: 'Sign out of this browser' }).click();
    await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('intray.session'))).toBeNull();
  });

  itUnlessMissing(
    missingBrowser,
    'a browser stays signed in when Intray starts again; one that was forgotten sees only why, and takes a new link',
    async ({ onTestFinished }) => {
      const { page, hosted } = await openWindow(onTestFinished);
      await expect.poll(() => statusLine(page).textContent()).toBe('No folder yet');
      await hosted.restart();
      // What it shows comes from the new server.
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/request') && response.ok());
      await page.getByRole('link', { name: 'Review' }).click();
      await answered;
      await expect.poll(() => statusLine(page).textContent()).toBe('No folder yet');

      await hosted.restart('forgotten');
      await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor();
      expect(await statusLine(page).count()).toBe(0);
      expect(await page.getByRole('heading').allTextContents()).toEqual(['Intray', 'Sign in with a link']);
      await page.getByRole('textbox', { name: 'The link that was printed' }).fill(hosted.link());
      await page.keyboard.press('Enter');
      await expect.poll(() => statusLine(page).textContent()).toBe('No folder yet');
    },
  );

  itUnlessMissing(
    missingBrowser,
    'a signed-in browser adds files, is shown the pages of documents, and lets go of them',
    async ({ onTestFinished }) => {
      const { test, page, watch, asked, complaints } = await openWindow(onTestFinished);
      const extraction = (await test.ask('routes', {})).find(({ route }) => route.kind === 'extraction')?.route;
      if (extraction === undefined) throw new Error('The sandbox has no extraction.');
      const folder = await watch('Tickets', extraction);
      // By the window, in several pieces: a browser knows no path.
      const ticket = await readFile(join(projectRoot, 'resources', 'samples', 'ticket restaurant.jpg'));
      // Larger by comments, so that it is still a whole picture.
      const comment = Buffer.concat([Buffer.from('fffeffff', 'hex'), Buffer.alloc(65_533, 1)]);
      const buffer = Buffer.concat([ticket.subarray(0, 2), ...Array(20).fill(comment), ticket.subarray(2)]);
      await writeFile(join(folder, 'ticket.jpg'), 'not a picture');
      await page.getByRole('button', { name: 'Add files…' }).waitFor();
      await page.locator('[data-add-files]').setInputFiles({ name: 'ticket.jpg', mimeType: 'image/jpeg', buffer });
      await page.getByText('1 file was added to Tickets.', { exact: true }).waitFor();
      expect((await readFile(join(folder, 'ticket (2).jpg'))).equals(buffer)).toBe(true);
      expect(asked.get('addPiece')).toBe(Math.ceil(buffer.length / pieceBytes));
      await row(page, 'ticket (2).jpg')
        .filter({ hasText: /Done|Needs/ })
        .waitFor();
      const id = (await test.ask('documents', {})).documents.find(({ path }) => path === 'ticket (2).jpg')?.id;
      await page.goto(`${page.url().split('#')[0]}#/review/${id}`);
      const picture = page.locator('[data-page] img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      const address = await picture.getAttribute('src');
      expect(address).toMatch(/^blob:/);
      await page.goto(`${page.url().split('#')[0]}#/queue`);
      await picture.waitFor({ state: 'detached' });
      const fetched = await page.evaluate(
        (url) =>
          fetch(url ?? '').then(
            () => 'still there',
            () => 'gone',
          ),
        address,
      );
      expect(fetched).toBe('gone');
      expect(complaints.filter((text) => !text.includes('ERR_FILE_NOT_FOUND') && !text.includes('blob:'))).toEqual([]);
    },
  );
});
