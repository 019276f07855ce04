import { describe, expect, it } from 'vitest';
import { openingCommands } from '../../../electron/headless/input/opener.ts';

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

  it('shows a file in its directory where it can not be marked', () => {
    expect(openingCommands(linux)?.show('/scans/a b.pdf')).toEqual(['xdg-open', '/scans']);
  });

  it('is nothing where nobody sits in front of the machine', () => {
    expect(openingCommands({ ...linux, environment: {} })).toBeUndefined();
    expect(openingCommands({ ...linux, environment: { DISPLAY: '' } })).toBeUndefined();
    expect(openingCommands({ ...linux, environment: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeDefined();
    expect(openingCommands({ ...linux, has: () => false })).toBeUndefined();
    for (const platform of ['darwin', 'win32'] as const)
      expect(openingCommands({ ...linux, platform, environment: { SSH_CONNECTION: '1 2 3 4' } })).toBeUndefined();
  });
});
