import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron, type Page } from 'playwright-core';
import { findElectron } from '../../../electron/desktop/start.ts';
import type { Hands, Shown } from '../recorder.ts';
import type { Desktop, DesktopOptions } from './driver.ts';

/** Electron's executable, or undefined where it was not fetched. */
export const electronBinary = findElectron(process.env.ELECTRON_OVERRIDE_DIST_PATH);

/** An application that takes hold of Electron (`recorder.ts`) and then runs the built `main.js`. */
const application = join(import.meta.dirname, '..', 'real');
const timeoutMs = 45_000;

/** Starts the built desktop program in the real Electron. */
export async function startElectron(options: DesktopOptions): Promise<Desktop> {
  const program = await _electron.launch({
    ...(electronBinary !== undefined && { executablePath: electronBinary }),
    args: [application, `--user-data-dir=${join(options.home, 'electron')}`, ...(options.args ?? [])],
    cwd: options.home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: options.home,
      INTRAY_DATA_DIR: options.dataDirectory,
      ...(process.env.DISPLAY !== undefined && { DISPLAY: process.env.DISPLAY }),
      ...options.environment,
    },
  });
  let said = '';
  const child = program.process();
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  const ended = new Promise<{ code: number | null }>((resolve) => child.once('close', (code) => resolve({ code })));
  const ask = (name: keyof Hands, ...args: unknown[]): Promise<unknown> =>
    program.evaluate((_electronModule, [work, values]) => Reflect.get(globalThis, 'intrayHands')[work](...values), [
      name,
      args,
    ] as const);
  const names = Object.keys({
    shown: 0,
    clickTray: 0,
    clickMenu: 0,
    clickNotification: 0,
    willChoose: 0,
    closeWindow: 0,
    startAgain: 0,
    wake: 0,
    quit: 0,
    fail: 0,
  } satisfies Record<keyof Hands, 0>) as (keyof Hands)[];
  await program.firstWindow();
  return {
    driver: 'Electron',
    hands: Object.fromEntries(
      names.map((name) => [name, (...args: unknown[]) => ask(name, ...args)]),
    ) as unknown as Desktop['hands'],
    async page(): Promise<Page> {
      return program.firstWindow();
    },
    async until(what, wanted) {
      const since = performance.now();
      for (;;) {
        const shown = (await ask('shown')) as Shown;
        if (wanted(shown)) return shown;
        if (performance.now() - since > timeoutMs)
          throw new Error(`It did not come to this: ${what}\n${JSON.stringify(shown, undefined, 2)}\n${said}`);
        await pause(50);
      }
    },
    ended,
    output: () => said,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
