import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import { jsonLines } from '../support/run-intray.ts';
import { expectNoKey, expectOneSentence } from './outputs.ts';
import { openProgram } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
describe.concurrent('intray key', () => {
  it('test tells whether the key is accepted, at no cost', async ({ onTestFinished }) => {
    const { space, service, run } = await openProgram(onTestFinished);
    const good = await run(['key', 'test', '--url', service.url]);
    expect(good.code, good.stderr).toBe(0);
    expect(service.violations).toEqual([]);
    expect(service.received).toEqual([]);
    service.revoke(service.key);
    const revoked = await run(['key', 'test', '--url', service.url]);
    expect(revoked.code).toBe(2);
    expect(revoked.stderr).toMatch(/revoked/);
    expectOneSentence(revoked.stderr);
    await expectNoKey(service.key, [space.root], good.stdout, good.stderr, revoked.stdout, revoked.stderr);
  });

  // Elsewhere there is a keychain, and a test has no business in it.
  it.runIf(process.platform === 'linux')(
    'set writes no key to disk where there is no keychain, and says what to do instead',
    async ({ onTestFinished }) => {
      const { space, service, run } = await openProgram(onTestFinished);
      const end = await run(['key', 'set', '--url', service.url], { key: null, input: `${service.key}\n` });
      expect(end.code).toBe(2);
      expect(end.stderr).toMatch(/INTRAY_API_KEY/);
      expectOneSentence(end.stderr);
      await expectNoKey(service.key, [space.root], end.stdout, end.stderr);
    },
  );

  it('set saves no key that the service refuses', async ({ onTestFinished }) => {
    const { space, service, run } = await openProgram(onTestFinished);
    const end = await run(['key', 'set', '--url', service.url], { key: null, input: 'wrong-key-5521\n' });
    expect(end.code).toBe(2);
    expectOneSentence(end.stderr);
    await expectNoKey('wrong-key-5521', [space.root], end.stdout, end.stderr);
  });
});

describe.concurrent('intray status', () => {
  it('shows the outcome of everything, and writes nothing', async ({ onTestFinished }) => {
    const { space, run, folderArgs } = await openProgram(onTestFinished, {
      outcome: ({ fileName }) => (fileName === 'odd.pdf' ? 'needs_review' : 'processed'),
    });
    const status = (...more: readonly string[]) => run(['status', '--data-dir', space.dataDir, ...more], { key: null });
    await makeFile(join(space.folder, 'a.pdf'), 'a');
    await makeFile(join(space.folder, 'odd.pdf'), 'odd');
    const end = await run(folderArgs().filter((argument) => argument !== '--json'));
    expect(end.code, end.stderr).toBe(1);
    // Without --json the words are for people, and none of them is for machines.
    expect(end.stdout).toBe('');
    expect(end.stderr).toContain('odd.pdf');
    // SQLite's own files beside the ledger come and go with its readers.
    const written = () =>
      readdirSync(space.root, { recursive: true })
        .filter((path) => !/-(wal|shm)$/.test(String(path)))
        .sort();
    const files = written();
    const told = await status('--json');
    expect(told.code, told.stderr).toBe(0);
    const [line] = jsonLines(told.stdout);
    expect(line).toMatchObject({ balance: { found: 2, delivered: 2, moving: 0 } });
    const plain = await status();
    expect(plain.stdout).toContain('odd.pdf');
    expect(written()).toEqual(files);
  });

  it('of a data directory that does not exist is not an error of the program', async ({ onTestFinished }) => {
    const { space, run } = await openProgram(onTestFinished);
    const end = await run(['status', '--data-dir', space.dataDir], { key: null });
    expect([0, 2]).toContain(end.code);
    expect(`${end.stdout}${end.stderr}`).not.toMatch(/^\s*at |Error:/m);
    expect(readdirSync(space.root)).not.toContain('data');
  });

  it('--help teaches, --version tells', async ({ onTestFinished }) => {
    const { run } = await openProgram(onTestFinished);
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const command of ['run', 'watch', 'status', 'key']) expect(help.stdout).toMatch(new RegExp(`^\\s+${command}\\b`, 'm'));
    const version = await run(['--version']);
    expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  });
});
