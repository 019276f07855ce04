import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../../../electron/headless/command-line.ts';
import { testHost } from '../../test-host.ts';

/** What it says of these flags before it ends. */
async function refusalOf(...flags: string[]): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'intray-window-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const host = testHost();
  expect(await runCommandLine(['watch', ...flags, '--data-dir', join(root, 'data')], host)).toBe(2);
  expect(host.output.text).toBe('');
  return host.messages.text;
}

it.each([
  [[], /^Give --config FILE, --window, or both/],
  [['--root', '/srv'], /^--root needs --window/],
  [['--window', 'http'], /^--window must be a whole number from 0 to 65,535, not “http”\.\n$/],
  [['--window', '65536'], /^--window must be/],
  [['--window', '--host', '0.0.0.0'], /^Other computers could reach 0\.0\.0\.0, and the connection is not encrypted/],
  [['--window', '--public-url', 'intray.example'], /^--public-url must be an address such as https/],
  [['--window', '--public-url', 'http://intray.example'], /^Connections to http:\/\/intray\.example\/ are not encrypted/],
  [['--window', '--root', '/no/such/place'], /^There is no folder at \/no\/such\/place\./],
  [
    ['--window', '0', '--host', '192.0.2.1', '--insecure'],
    /^This computer has no address 192\.0\.2\.1 to listen on\. Check --host/,
  ],
])('refuses %s in one sentence', async (flags, message) => {
  expect(await refusalOf(...flags)).toMatch(message);
});

it('refuses a port that another program has', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  onTestFinished(() => void other.close());
  expect(await refusalOf('--window', String(port))).toBe(
    `Another program already listens on port ${port}. Choose another with --window.\n`,
  );
});
