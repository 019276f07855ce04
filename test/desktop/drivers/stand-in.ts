import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Shown } from '../recorder.ts';
import type { DesktopOptions, StandIn } from './driver.ts';

const script = join(import.meta.dirname, '..', 'stand-in', 'run.ts');
const timeoutMs = 45_000;
const names = [
  'shown',
  'clickTray',
  'clickMenu',
  'clickNotification',
  'willChoose',
  'closeWindow',
  'startAgain',
  'wake',
  'quit',
  'fail',
] as const;

/** Starts the built desktop program under the stand-in of Electron; its window is a page of a real Chromium. */
export async function startStandIn(options: DesktopOptions): Promise<StandIn> {
  const child = fork(script, options.args ?? [], {
    execArgv: [],
    silent: true,
    cwd: options.home,
    env: {
      PATH: process.env.PATH,
      HOME: options.home,
      INTRAY_DATA_DIR: options.dataDirectory,
      ...options.environment,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  const ended = new Promise<{ code: number | null }>((resolve) => child.once('close', (code) => resolve({ code })));
  const ask = asker(child);
  const isOver = (): boolean => (child.exitCode ?? child.signalCode) !== null;
  // Where its page can be reached; undefined if it has left in order before there was one.
  const port = await new Promise<unknown>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'port' in message) resolve(message.port);
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`The desktop program did not start (${code}).\n${said}`)),
    );
  });
  let browser: Browser | undefined;

  const until = async (what: string, wanted: (shown: Shown) => boolean): Promise<Shown> => {
    const since = performance.now();
    for (;;) {
      const shown = (await ask('shown')) as Shown;
      if (wanted(shown)) return shown;
      if (isOver() || performance.now() - since > timeoutMs)
        throw new Error(`It did not come to this: ${what}\n${JSON.stringify(shown, undefined, 2)}\n${said}`);
      await pause(50);
    }
  };

  return {
    driver: 'stand-in',
    hands: Object.fromEntries(
      names.map((name) => [name, (...args: unknown[]) => ask(name, ...args)]),
    ) as unknown as StandIn['hands'],
    async page(): Promise<Page> {
      browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const since = performance.now();
      for (;;) {
        const pages = browser.contexts().flatMap((context) => context.pages());
        const page = pages.findLast((one) => one.url().startsWith('http://app.intray.localhost'));
        if (page !== undefined) return page;
        if (performance.now() - since > timeoutMs) throw new Error(`There is no window.\n${said}`);
        await pause(50);
      }
    },
    until,
    ended,
    output: () => said,
    async kill() {
      await browser?.close().catch(() => undefined);
      if (!isOver()) child.kill('SIGKILL');
      await ended;
    },
    security: () => ask('security') as ReturnType<StandIn['security']>,
    clickLink: (url) => ask('clickLink', url) as Promise<void>,
    askAs: (...args) => ask('askAs', ...args),
    rightClick: (...args) => ask('rightClick', ...args) as ReturnType<StandIn['rightClick']>,
    crossed: (text) => ask('crossed', text) as ReturnType<StandIn['crossed']>,
    watchDelay: () => ask('watchDelay') as Promise<void>,
    delay: () => ask('delay') as ReturnType<StandIn['delay']>,
    setProxy: (answer) => ask('setProxy', answer) as Promise<void>,
    setOnline: (online) => ask('setOnline', online) as Promise<void>,
  };
}

function asker(child: ChildProcess): (name: string, ...args: unknown[]) => Promise<unknown> {
  let last = 0;
  const waiting = new Map<number, (answer: { value?: unknown; error?: string }) => void>();
  child.on('message', (message) => {
    if (typeof message !== 'object' || message === null || !('id' in message) || typeof message.id !== 'number') return;
    waiting.get(message.id)?.(message as { value?: unknown; error?: string });
    waiting.delete(message.id);
  });
  child.once('exit', () => {
    for (const answer of waiting.values()) answer({ error: 'the desktop program has ended' });
  });
  return (name, ...args) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ value, error }) => (error === undefined ? resolve(value) : reject(new Error(error))));
      if (child.connected) child.send({ id: last, name, args });
      else reject(new Error('the desktop program has ended'));
    });
}
