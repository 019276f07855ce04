/**
 * `npm run screenshots [-- NAME…]`: takes every screen of the window as it is: the built window over the loopback host, a
 * real workspace with the sandbox, the sample documents. The clock stands still meanwhile, so that pictures taken again
 * differ little.
 *
 * `--language fr --to DIR`: the same in another language, and into another directory than `resources/screenshots`; with
 * the screens that only a check of the wording needs.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Language, languages, languageTags } from '../../electron/core/languages/languages.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { type Hosted, hostWindow, type Look, openHosted, viewport } from '../../test/support/hosted-window.ts';
import { projectRoot } from './build.ts';
import { newcomersStage, openStage, pictureTime, type Stage } from './screenshots/stage.ts';

const { values: options, positionals } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, to: { type: 'string' } },
  allowPositionals: true,
});
const language = languageNamed(options.language);
const words = languages[language];
const directory = resolve(options.to ?? join(projectRoot, 'resources', 'screenshots'));
if (options.to === undefined && language !== 'en') throw new Error('Say where the pictures of another language go: --to DIR.');

interface Picture {
  readonly name: string;
  readonly hash: (stage: Stage) => Promise<string> | string;
  readonly look?: Look;
  /** What a person does before the picture. */
  readonly act?: (page: Page, stage: Stage) => Promise<unknown>;
  /** Taken only for a check of the wording. */
  readonly isExtra?: boolean;
}

const values = async (stage: Stage) => `#/review/${(await stage.find('Carta Seguros Miramar.pdf')).id}`;
const rows = (page: Page) => page.locator('[role="row"][id^="document-"]').nth(9).waitFor();
const pageShown = (page: Page) => page.locator('[data-page-scroller] canvas, [data-page-scroller] img').first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name }).first();

const newcomersPictures: readonly (Pick<Picture, 'name' | 'isExtra'> & { readonly act: (page: Page) => Promise<unknown> })[] = [
  { name: 'first-run', act: (page) => button(page, words.firstRun.sandboxStart).waitFor() },
];

const pictures: readonly Picture[] = [
  { name: 'queue', hash: () => '#/queue', act: rows },
  { name: 'queue-dark', hash: () => '#/queue', look: { dark: true }, act: rows },
  ...(language === 'en'
    ? [{ name: 'queue-german', hash: () => '#/queue', look: { language: 'de-DE', timeZone: 'Europe/Berlin' }, act: rows }]
    : []),
  {
    name: 'queue-details',
    hash: async (stage) => `#/queue/${(await stage.find('Rechnung Müller & Söhne.pdf')).id}`,
    act: (page) => page.locator('section a canvas, section a img').first().waitFor(),
  },
  {
    name: 'queue-failed',
    hash: async (stage) => `#/queue/${(await stage.find('scan0001.png')).id}?show=needs-you`,
    isExtra: true,
  },
  { name: 'queue-found', hash: () => '#/queue?folder=1&sort=-when&text=m%C3%BCller', isExtra: true },
  { name: 'queue-columns', hash: () => '#/queue', act: (page) => button(page, words.queue.choose.open).click(), isExtra: true },
  { name: 'queue-none', hash: () => '#/queue?text=nothing+has+this', isExtra: true },
  { name: 'review', hash: values, act: pageShown },
  { name: 'review-dark', hash: values, look: { dark: true }, act: pageShown },
  { name: 'review-category', hash: async (stage) => `#/review/${(await stage.find('scan0001.png')).id}`, act: pageShown },
  { name: 'folders', hash: () => '#/folders', act: (page) => page.getByText('Receipts').first().waitFor() },
  { name: 'folder-add', hash: () => '#/folders/add', act: beginFolder },
  { name: 'folder-add-extraction', hash: () => '#/folders/add', act: makeExtraction, isExtra: true },
  { name: 'folder-change', hash: () => '#/folders/1', act: openFiling, isExtra: true },
  { name: 'insights', hash: () => '#/insights', act: (page) => page.locator('[data-dense]').nth(1).waitFor() },
  { name: 'settings', hash: () => '#/settings' },
  { name: 'settings-end', hash: () => '#/settings', act: scrollToAbout, isExtra: true },
  { name: 'shortcuts', hash: () => '#/queue', act: (page) => button(page, words.status.keysTitle).click(), isExtra: true },
];

/** A folder in which a few documents are already. */
async function beginFolder(page: Page, { scans }: Stage): Promise<void> {
  const path = join(scans, 'Mail 2025');
  mkdirSync(path, { recursive: true });
  for (const name of ['Letter Hargreaves & Lowe.docx', 'Carta Seguros Miramar.pdf', 'scan0001.png']) {
    copyFileSync(join(projectRoot, 'resources', 'samples', name), join(path, name));
  }
  await page.getByLabel(words.folders.where.label, { exact: true }).fill(path);
  await page.getByText(/\b3\s\p{L}+.*\(/u).waitFor();
}

async function makeExtraction(page: Page, stage: Stage): Promise<void> {
  await beginFolder(page, stage);
  await page.getByRole('radio', { name: words.folders.to.newExtraction }).click();
}

async function openFiling(page: Page): Promise<void> {
  await page.getByRole('tab', { name: words.folders.tabs.filing }).click();
  await page.getByText(words.folders.settings.fileAway.hint).scrollIntoViewIfNeeded();
}

async function scrollToAbout(page: Page): Promise<void> {
  await page.getByRole('heading', { name: words.settings.about.title }).waitFor();
  await page.getByRole('heading', { name: words.settings.about.title }).scrollIntoViewIfNeeded();
}

const wanted = new Set(positionals);
const isWanted = ({ name, isExtra }: Pick<Picture, 'name' | 'isExtra'>): boolean =>
  wanted.size === 0 ? isExtra !== true || options.to !== undefined : wanted.has(name);

mkdirSync(directory, { recursive: true });
const browser = await launchChromium();
try {
  if (newcomersPictures.some(isWanted)) {
    const stage = await newcomersStage();
    await withWindow(stage.test.workspace, async (hosted) => {
      for (const { name, act } of newcomersPictures.filter(isWanted)) {
        await take(browser, hosted, name, '#/queue', {}, act);
      }
    });
    await stage.end();
  }
  if (pictures.some(isWanted)) {
    const stage = await openStage(say);
    await withWindow(stage.test.workspace, async (hosted) => {
      for (const { name, hash, look, act } of pictures.filter(isWanted)) {
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
  const { page, context, complaints } = await openHosted(by, hosted, hash, {
    ...look,
    fixedTime: pictureTime,
    language: look.language ?? systemLanguage(language),
  });
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
  say('  the picture kept changing');
  return before;
}

function languageNamed(tag: string): Language {
  const found = languageTags.find((each) => each === tag);
  if (found === undefined) throw new Error(`Intray does not speak "${tag}", only ${languageTags.join(', ')}.`);
  return found;
}

/** What a system of this language would say of itself; British English, where no language is asked for. */
function systemLanguage(of: Language): string {
  return of === 'en' ? 'en-GB' : languages[of].language.locale;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
