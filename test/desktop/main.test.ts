import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

function run(environment: Readonly<Record<string, string>> = {}): Record<string, unknown> {
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'run-main.ts')], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('The desktop program, under a stand-in of Electron', () => {
  let report: Record<string, unknown>;
  beforeAll(() => {
    report = run();
  });

  it('opens one window on its own page', () => {
    expect(report.windows).toBe(1);
    expect(existsSync(fileURLToPath(String(report.url)))).toBe(true);
  });

  it('keeps Node out of the page: isolated, sandboxed, with a preload script that is there', () => {
    expect(report.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    });
    expect(existsSync((report.webPreferences as { preload: string }).preload)).toBe(true);
  });

  it('lets the page go nowhere, open nothing and use no device', () => {
    expect(report).toMatchObject({ open: 'deny', navigation: true, frameNavigation: true, webview: true, granted: false });
  });

  it('answers its own page, wherever in the page it stands', () => {
    expect(report.page).toEqual({ ok: true, value: { name: 'Intray', version: '9.8.7', host: 'desktop' } });
  });

  it('refuses other pages, frames inside its page, and requests that it does not know', () => {
    expect(report).toMatchObject({
      elsewhere: { ok: false, error: { kind: 'unavailable' } },
      frame: { ok: false, error: { kind: 'unavailable' } },
      noFrame: { ok: false, error: { kind: 'unavailable' } },
      unknown: { ok: false, error: { kind: 'unknown-request' } },
    });
  });

  it('shows the window when the page is ready, and brings it back when it is started a second time', () => {
    expect(report.did).toEqual(['show', 'restore', 'show', 'focus']);
  });

  it('leaves when its window is closed', () => {
    expect(report.quits).toBe(1);
  });

  it('leaves at once when it is the second instance', () => {
    expect(run({ STAND_IN_SECOND_INSTANCE: '1' })).toEqual({ windows: 0, quits: 1 });
  });
});
