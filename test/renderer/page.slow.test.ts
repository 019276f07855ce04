import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The page, in a real browser', () => {
  let elsewhere: Server;

  beforeAll(async () => {
    if (missingBrowser !== undefined) return;
    elsewhere = createServer((_, response) => response.end('taken'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    elsewhere?.close();
  });

  itUnlessMissing(missingBrowser, 'shows every screen without a complaint of the browser, its policy included', async () => {
    const { page, complaints } = await openWindow(new FakeHost());
    for (const screen of ['queue', 'review', 'folders', 'insights', 'settings']) {
      await page.evaluate((hash) => Object.assign(location, { hash }), `#/${screen}`);
      await page.locator(`a[href="#/${screen === 'insights' ? 'queue' : screen}"][aria-current]`).waitFor();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'runs no script that is not its own', async () => {
    const { page, complaints } = await openWindow(new FakeHost());
    await page.getByRole('heading', { level: 1 }).waitFor();
    const title = await page.title();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      document.body.append(script);
    });
    expect(await page.title()).toBe(title);
    expect(complaints.join()).toContain('Content Security Policy');
  });

  itUnlessMissing(missingBrowser, 'sends nothing to another address', async () => {
    const { page } = await openWindow(new FakeHost());
    await page.getByRole('heading', { level: 1 }).waitFor();
    const outcome = await page.evaluate(
      (address) =>
        fetch(address, { mode: 'no-cors' }).then(
          () => 'sent',
          () => 'refused',
        ),
      `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`,
    );
    expect(outcome).toBe('refused');
  });

  itUnlessMissing(missingBrowser, 'says so where no host answers, and goes on when it is back', async () => {
    const host = new FakeHost();
    const { page } = await openWindow(host);
    await page.getByRole('row').nth(1).waitFor();
    host.isGone = true;
    host.emit({ status: true });
    await page.getByText('Intray is not responding.').waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(5);
    host.isGone = false;
    host.land('queued').path = 'came meanwhile.pdf';
    await page.getByText('came meanwhile.pdf').waitFor();
    await expect.poll(() => page.getByText('Intray is not responding.').count()).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'says what the host says when it refuses the first question', async () => {
    const host = new FakeHost();
    host.refuse.set('status', 'The engine is being updated.');
    const { page } = await openWindow(host);
    await page.getByText('The engine is being updated.').waitFor();
  });
});
