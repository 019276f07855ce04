/**
 * `npm run screenshots [-- NAME…]`: every screen of the window into `resources/screenshots`, as it is: the built window over
 * the loopback host, a real workspace with the sandbox, the sample documents. The clock stands still while pictures are
 * taken, so that pictures made again differ little.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../test/support/chromium.ts';
import { type Hosted, hostWindow, type Look, openHosted, viewport } from '../../test/support/hosted-window.ts';
import { projectRoot } from './build.ts';
import { newcomersStage, openStage, pictureTime, type Stage } from './screenshots/stage.ts';

interface Picture {
  readonly name: string;
  readonly hash: (stage: Stage) => Promise<string> | string;
  readonly look?: Look;
  /** What a person does before the picture. */
  readonly act?: (page: Page, stage: Stage) => Promise<unknown>;
}

const values = async (stage: Stage) => `#/review/${(await stage.find('Carta Seguros Miramar.pdf')).id}`;
const rows = (page: Page) => page.locator('[role="row"][id^="document-"]').nth(9).waitFor();
const pageShown = (page: Page) => page.locator('[data-page-scroller] canvas, [data-page-scroller] img').first().waitFor();

const newcomer = (page: Page) => page.getByRole('button', { name: 'Try it without an account' }).waitFor();

const pictures: readonly Picture[] = [
  { name: 'queue', hash: () => '#/queue', act: rows },
  { name: 'queue-dark', hash: () => '#/queue', look: { dark: true }, act: rows },
  { name: 'queue-german', hash: () => '#/queue', look: { language: 'de-DE', timeZone: 'Europe/Berlin' }, act: rows },
  {
    name: 'queue-details',
    hash: async (stage) => `#/queue/${(await stage.find('Rechnung Müller & Söhne.pdf')).id}`,
    act: (page) => page.getByText('Tischlerei Müller & Söhne GmbH').first().waitFor(),
  },
  { name: 'review', hash: values, act: pageShown },
  { name: 'review-dark', hash: values, look: { dark: true }, act: pageShown },
  { name: 'review-category', hash: async (stage) => `#/review/${(await stage.find('scan0001.png')).id}`, act: pageShown },
  { name: 'folders', hash: () => '#/folders', act: (page) => page.getByText('Receipts').first().waitFor() },
  { name: 'folder-add', hash: () => '#/folders/add', act: beginFolder },
  { name: 'folder-add-route', hash: () => '#/folders/add', act: chooseRoute },
  { name: 'insights', hash: () => '#/insights', act: (page) => page.locator('svg.recharts-surface').nth(2).waitFor() },
  { name: 'settings', hash: () => '#/settings' },
];

/** The first step of the wizard: a folder in which a few documents are already. */
async function beginFolder(page: Page, { scans }: Stage): Promise<void> {
  const path = join(scans, 'Mail 2025');
  mkdirSync(path, { recursive: true });
  for (const name of ['Letter Hargreaves & Lowe.docx', 'Carta Seguros Miramar.pdf', 'scan0001.png']) {
    copyFileSync(join(projectRoot, 'resources', 'samples', name), join(path, name));
  }
  await page.getByRole('textbox', { name: 'Folder' }).fill(path);
  await page.getByText('3 documents').waitFor();
}

async function chooseRoute(page: Page, stage: Stage): Promise<void> {
  await beginFolder(page, stage);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio').first().waitFor();
}

const directory = join(projectRoot, 'resources', 'screenshots');
const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string): boolean => wanted.size === 0 || wanted.has(name);

mkdirSync(directory, { recursive: true });
const browser = await launchChromium();
try {
  if (isWanted('first-run')) {
    const stage = await newcomersStage();
    await withWindow(stage.test.workspace, (hosted) => take(browser, hosted, 'first-run', '#/queue', {}, newcomer));
    await stage.end();
  }
  if (pictures.some(({ name }) => isWanted(name))) {
    const stage = await openStage(say);
    await withWindow(stage.test.workspace, async (hosted) => {
      for (const { name, hash, look, act } of pictures) {
        if (!isWanted(name)) continue;
        await take(browser, hosted, name, await hash(stage), look, (page) => act?.(page, stage));
      }
    });
    await stage.end();
  }
} finally {
  await browser.close();
}

async function withWindow(workspace: Parameters<typeof hostWindow>[0], work: (hosted: Hosted) => Promise<void>): Promise<void> {
  const hosted = await hostWindow(workspace);
  try {
    await work(hosted);
  } finally {
    await hosted.close();
  }
}

async function take(
  by: Browser,
  hosted: Hosted,
  name: string,
  hash: string,
  look: Look = {},
  act: (page: Page) => unknown = () => undefined,
): Promise<void> {
  const { page, context, complaints } = await openHosted(by, hosted, hash, { ...look, fixedTime: pictureTime });
  await act(page);
  const bytes = await still(page);
  writeFileSync(join(directory, `${name}.png`), bytes);
  say(`${name}.png, ${Math.round(bytes.length / 1024)} KB`);
  for (const complaint of complaints) say(`  the browser complained: ${complaint}`);
  await context.close();
}

/** What is seen once nothing changes any more. */
async function still(page: Page): Promise<Buffer> {
  // Nothing is to look as if a pointer were over it.
  await page.mouse.move(viewport.width - 1, viewport.height - 1);
  let before = await page.screenshot();
  for (let look = 0; look < 40; look += 1) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
    const now = await page.screenshot();
    if (now.equals(before)) return now;
    before = now;
  }
  say('  it never came to rest');
  return before;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
