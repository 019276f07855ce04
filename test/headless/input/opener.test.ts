import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOpener, openingCommands } from '../../../electron/headless/input/opener.ts';
import { waitFor } from '../../support/wait-for.ts';

const linux = { platform: 'linux', environment: { DISPLAY: ':0' }, has: () => true } as const;

describe('What opens files and addresses', () => {
  it('is what each desktop brings', () => {
    const url = 'http://127.0.0.1:8467/?token=x';
    expect(openingCommands(linux)?.open(url)).toEqual(['xdg-open', url]);
    expect(openingCommands({ ...linux, platform: 'darwin', environment: {} })?.open(url)).toEqual(['open', url]);
    const windows = openingCommands({ ...linux, platform: 'win32', environment: {} });
    expect(windows?.open(url)).toEqual(['rundll32', 'url.dll,FileProtocolHandler', url]);
    expect(windows?.show('C:\\scans\\a.pdf')).toEqual(['explorer', '/select,C:\\scans\\a.pdf']);
  });

  it('opens a file’s directory where the file itself cannot be selected', () => {
    expect(openingCommands(linux)?.show('/scans/a b.pdf')).toEqual(['xdg-open', '/scans']);
  });

  it.skipIf(process.platform === 'win32')('is not told the API key', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'intray-opener-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const seen = join(directory, 'environment');
    writeFileSync(join(directory, 'xdg-open'), `#!/bin/sh\nenv > '${seen}.partial'\nmv '${seen}.partial' '${seen}'\n`, {
      mode: 0o755,
    });
    const PATH = `${directory}:${process.env.PATH ?? ''}`;
    const opener = findOpener({ PATH, DISPLAY: ':0', INTRAY_API_KEY: 'sk-secret', LANG: 'C' }, 'linux');
    expect(await opener?.open('http://127.0.0.1:8467/')).toBe(true);
    const environment = await waitFor(() => readFileSync(seen, 'utf8'));
    expect(environment).toContain('LANG=C');
    expect(environment).not.toContain('sk-secret');
  });

  it('is nothing without a desktop session', () => {
    expect(openingCommands({ ...linux, environment: {} })).toBeUndefined();
    expect(openingCommands({ ...linux, environment: { DISPLAY: '' } })).toBeUndefined();
    expect(openingCommands({ ...linux, environment: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeDefined();
    expect(openingCommands({ ...linux, has: () => false })).toBeUndefined();
    for (const platform of ['darwin', 'win32'] as const)
      expect(openingCommands({ ...linux, platform, environment: { SSH_CONNECTION: '1 2 3 4' } })).toBeUndefined();
  });
});
