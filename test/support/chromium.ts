import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { hasProgram } from './programs.ts';

const installed = [
  {
    channel: 'chrome',
    places: ['/opt/google/chrome/chrome', '/Applications/Google Chrome.app', 'C:\\Program Files\\Google\\Chrome'],
  },
  {
    channel: 'msedge',
    places: ['/opt/microsoft/msedge/msedge', '/Applications/Microsoft Edge.app', 'C:\\Program Files (x86)\\Microsoft\\Edge'],
  },
] as const;

const carriesOne = process.platform === 'linux' && process.arch === 'x64';
const other = installed.find(({ places }) => places.some((place) => existsSync(place)));

/** What is missing for a real browser, for `itUnlessMissing`: on Linux x64 nothing, a package carries one. */
export const missingBrowser =
  carriesOne || other !== undefined || hasProgram('chromium') ? undefined : 'Chromium, Chrome or Edge';

/** Unpacks the browser of the package, where that is the one to be used and has not been unpacked yet. */
export async function unpackChromium(): Promise<void> {
  if (carriesOne) await chromium.executablePath();
}

/** Starts a real Chromium without a screen: the one in the package on Linux x64, elsewhere an installed Chrome or Edge. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  if (carriesOne)
    return playwright.launch({
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--headless=shell', ...args],
    });
  return playwright.launch({ channel: other?.channel ?? 'chromium', args: [...args] });
}

let shared: Promise<Browser> | undefined;

/** One Chromium for all test files of a process, which ends with it: each test opens contexts of its own, and closes them. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}
