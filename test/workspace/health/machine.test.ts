import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { err, ok } from '../../../electron/core/result.ts';
import {
  checkData,
  checkSpace,
  freeSpace,
  judgeClock,
  judgeKeychain,
  judgeSpace,
} from '../../../electron/workspace/health/machine-check.ts';

const megabyte = 1024 * 1024;

describe('the clock', () => {
  const now = Date.UTC(2026, 5, 1);
  const statuses = (facts: Partial<Parameters<typeof judgeClock>[0]>) =>
    judgeClock({ now, lastChange: undefined, service: undefined, ...facts }).map(
      ({ status, seen }) => `${status}: ${inEnglish(seen)}`,
    );

  it('is well when it agrees with the service, and is not spoken of where there is nothing to compare it with', () => {
    expect(statuses({})).toEqual([]);
    expect(statuses({ lastChange: now - 1, service: { said: now + 30_000, at: now } })).toEqual([
      expect.stringMatching(/^ok: .*agrees/),
    ]);
  });

  it.each([
    [5 * 60_000, /^warning: .*5 min behind/],
    [-5 * 60_000, /^warning: .*5 min ahead of/],
    [3 * 3_600_000, /^problem: .*3 h behind/],
    [-72 * 3_600_000, /^problem: .*3 days ahead of/],
  ])('is apart from the service by %i ms', (apart, words) => {
    expect(statuses({ service: { said: now + apart, at: now } })).toEqual([expect.stringMatching(words)]);
  });

  it.each([0, Date.UTC(2023, 0, 1), Date.UTC(2120, 0, 1)])('cannot be at %i', (moment) => {
    expect(statuses({ now: moment })).toEqual([expect.stringMatching(/^problem: .*cannot be right/)]);
  });

  it('was set back if the ledger remembers what is to come', () => {
    expect(statuses({ lastChange: now + 3_600_000 })[0]).toMatch(/^warning: .*set back/);
  });
});

describe('disk space', () => {
  it.each([
    [10_000 * megabyte, 'ok', '9.8 GB free.'],
    [300 * megabyte, 'warning', '300 MB free.'],
    [5 * megabyte, 'problem', '5 MB free.'],
    [0, 'problem', '0 B free.'],
    [undefined, 'ok', 'does not report'],
  ])('%s bytes: %s', (free, status, words) => {
    const check = judgeSpace(['/scans'], free);
    expect(check.status).toBe(status);
    expect(inEnglish(check.seen)).toContain(words);
  });

  it('is told once for places on one disk', async () => {
    const places = ['/data', '/scans', '/share'].map((path) => ({ name: path, directory: path }));
    const checks = await checkSpace(places, async (path) => (path === '/share' ? 5 : 800) * megabyte);
    expect(checks.map(({ status, seen }) => [status, inEnglish(seen)])).toEqual([
      ['ok', '/data and /scans: 800 MB free.'],
      ['problem', '/share: 5 MB free.'],
    ]);
  });

  it('is known of a real disk, and of none that is not there', async () => {
    expect(await freeSpace(tmpdir())).toBeGreaterThan(0);
    expect(await freeSpace(join(tmpdir(), 'there is', 'no such directory'))).toBeUndefined();
  });
});

describe('the keychain', () => {
  it.each([
    ['linux', 'Secret Service'],
    ['darwin', 'macOS keychain'],
    ['win32', 'Credential Manager'],
  ] as const)('of %s is named', (platform, name) => {
    const check = judgeKeychain(ok(undefined), platform);
    expect(check.status).toBe('ok');
    expect(inEnglish(check.seen)).toContain(name);
  });

  it('that cannot be used says why and what to do', () => {
    const check = judgeKeychain(
      err({ kind: 'locked', message: foreign('The keyring is locked; set INTRAY_API_KEY instead.') }),
      'linux',
    );
    expect(check).toMatchObject({
      status: 'warning',
      seen: { code: 'health.keychain.unusable' },
      remedy: say('health.keychain.remedy'),
    });
  });
});

describe('the data directory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intray-doctor-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is well when it is private, or is still to be made', async () => {
    expect(await checkData(directory, process.platform)).toMatchObject({
      status: 'ok',
      seen: say('health.data.fine', { path: directory }),
    });
    expect(await checkData(join(directory, 'none'), process.platform)).toMatchObject({ status: 'ok' });
  });

  it.runIf(process.platform !== 'win32')('is not well when others can look into it', async () => {
    await mkdir(join(directory, 'open'));
    await chmod(join(directory, 'open'), 0o755);
    expect(await checkData(join(directory, 'open'), process.platform)).toMatchObject({
      status: 'warning',
      remedy: { code: 'health.data.makePrivate' },
    });
    expect(await checkData(join(directory, 'open'), 'win32')).toMatchObject({ status: 'ok' });
  });

  it('is a problem where it cannot be', async () => {
    await writeFile(join(directory, 'file'), '');
    expect(await checkData(join(directory, 'file'), process.platform)).toMatchObject({ status: 'problem' });
    if (process.platform !== 'linux') return;
    // A place where nobody, whatever the rights, can make a file.
    expect(await checkData('/proc/intray', 'linux')).toMatchObject({ status: 'problem', seen: { code: 'health.data.readOnly' } });
  });
});
