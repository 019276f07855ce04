import { chmodSync, renameSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openWithSandbox } from '../../support/workspace.ts';

describe('The doctor of a running workspace', () => {
  it('checks what the command checks, and names the folder that a remedy is about', async ({ onTestFinished }) => {
    const { test, extraction } = await openWithSandbox();
    onTestFinished(() => test.end());
    const settings = test.folder('scans', extraction);
    await test.ask('addFolder', { settings });
    const { checks } = await test.ask('doctor', {});
    expect(new Set(checks.map(({ area }) => area))).toEqual(
      new Set(['program', 'data', 'ledger', 'folder', 'watch', 'disk', 'service']),
    );
    expect(checks.find(({ area }) => area === 'folder')).toMatchObject({
      status: 'ok',
      seen: { values: { path: settings.path } },
    });

    renameSync(settings.path, `${settings.path}-elsewhere`);
    const gone = (await test.ask('doctor', {})).checks.find(({ area }) => area === 'folder');
    expect(gone).toMatchObject({
      status: 'problem',
      seen: { code: 'health.folder.missing', values: { path: settings.path } },
      remedy: { code: 'health.folder.missingRemedy' },
    });
  });

  it.skipIf(process.platform === 'win32')('makes the data directory private', async ({ onTestFinished }) => {
    const { test } = await openWithSandbox();
    onTestFinished(() => test.end());
    chmodSync(test.dataDirectory, 0o755);
    const data = async () => (await test.ask('doctor', {})).checks.find(({ area }) => area === 'data');
    expect(await data()).toMatchObject({ status: 'warning', remedy: { code: 'health.data.makePrivate' } });
    await test.ask('makeDataPrivate', {});
    expect(statSync(test.dataDirectory).mode & 0o777).toBe(0o700);
    expect(await data()).toMatchObject({ status: 'ok' });
  });
});
