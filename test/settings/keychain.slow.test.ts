import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { err, ok } from '../../electron/core/result.ts';
import {
  type AskKeychain,
  createKeychain,
  createKeychainHelper,
  describeProblem,
  type KeychainRequest,
} from '../../electron/settings/keychain.ts';
import { itWith } from '../support/programs.ts';

/** A keychain in memory, which answers like the helper. */
function memory(): { readonly ask: AskKeychain; readonly requests: KeychainRequest[] } {
  const kept = new Map<string, string>();
  const requests: KeychainRequest[] = [];
  return {
    requests,
    async ask(request) {
      requests.push(request);
      const name = `${request.service}\n${request.account}`;
      if (request.action === 'get') return ok(kept.get(name) ?? null);
      if (request.action === 'clear') return ok(kept.delete(name));
      kept.set(name, request.key);
      return ok(null);
    },
  };
}

describe('the keychain', () => {
  it('keeps one key for each address, and gives it to no other', async () => {
    const { ask } = memory();
    const keychain = createKeychain({ ask });
    await keychain.set('https://a.example', 'key-a');
    await keychain.set('https://b.example', 'key-b');
    expect(await keychain.get('https://a.example')).toEqual(ok('key-a'));
    expect(await keychain.get('https://b.example')).toEqual(ok('key-b'));
    expect(await keychain.get('https://a.example:444')).toEqual(ok(undefined));
    expect(await keychain.get('http://a.example')).toEqual(ok(undefined));
  });

  it('forgets a key, and says whether there was one', async () => {
    const keychain = createKeychain({ ask: memory().ask });
    await keychain.set('https://a.example', 'key-a');
    expect(await keychain.clear('https://a.example')).toEqual(ok(true));
    expect(await keychain.clear('https://a.example')).toEqual(ok(false));
    expect(await keychain.get('https://a.example')).toEqual(ok(undefined));
  });

  it('gives its entries the name Intray and the address', async () => {
    const { ask, requests } = memory();
    await createKeychain({ ask }).get('https://a.example/base');
    expect(requests).toEqual([{ action: 'get', service: 'Intray', account: 'https://a.example/base' }]);
  });

  it('says why it cannot answer, and what to do instead', async () => {
    const ask: AskKeychain = async () => err({ kind: 'refused', detail: 'Platform failure: DBus error: Failed to connect' });
    const answer = await createKeychain({ ask, platform: 'linux' }).set('https://a.example', 'sesame-open');
    expect(answer.ok).toBe(false);
    expect(answer).toEqual(
      err({ kind: 'unavailable', message: say('keychain.noSecretService', { remedy: say('keychain.remedy') }) }),
    );
    expect(JSON.stringify(answer)).not.toContain('sesame-open');
  });

  it.each([
    ['linux', 'Platform failure: DBus error: set your DBUS_SESSION_BUS_ADDRESS', 'unavailable'],
    ['linux', "Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
    ['linux', "Couldn't access platform storage: Secret Service: no result found", 'unavailable'],
    ['linux', 'Something else', 'other'],
    ['darwin', 'The user name or passphrase you entered is not correct.', 'other'],
  ] as const)('on %s tells "%s" as %s', (platform, detail, kind) => {
    const problem = describeProblem({ kind: 'refused', detail }, platform, 1000);
    expect(problem.kind).toBe(kind);
    expect(problem.message.values.remedy).toEqual(say('keychain.remedy'));
    expect(inEnglish(problem.message)).not.toContain('\n');
  });

  it('says so when its helper ends without an answer', async () => {
    const ask: AskKeychain = async () => err({ kind: 'no-answer', exit: 'SIGKILL' });
    expect(await createKeychain({ ask }).get('https://a.example')).toMatchObject({
      ok: false,
      error: { kind: 'other', message: say('keychain.noAnswer', { detail: 'SIGKILL', remedy: say('keychain.remedy') }) },
    });
  });

  it('says so when its native module is missing', async () => {
    const ask = createKeychainHelper({ timeoutMs: 10_000, modulePath: '/nowhere/keytar' });
    const answer = await createKeychain({ ask }).get('https://a.example');
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', message: { code: 'keychain.noModule' } },
    });
  });
});

describe.runIf(process.platform === 'linux')('the Secret Service', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intray-keychain-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  function keychainAt(environment: Record<string, string | undefined>, timeoutMs = 15_000) {
    const ask = createKeychainHelper({ timeoutMs, environment: { ...process.env, ...environment } });
    return createKeychain({ ask, timeoutMs });
  }

  it('gets a clear message when it is missing, and no key is kept anywhere else', async () => {
    const keychain = keychainAt({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${directory}/none` });
    const kept = await keychain.set('https://a.example', 'sesame-open');
    expect(kept).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    expect(await keychain.get('https://a.example')).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });

  it('is not waited for beyond the limit when it is silent', async () => {
    const sockets = new Set<Socket>();
    const silent = await listen(join(directory, 'bus'), sockets);
    const keychain = keychainAt({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${directory}/bus` }, 700);
    try {
      expect(await keychain.get('https://a.example')).toMatchObject({ ok: false, error: { kind: 'time-out' } });
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('is asked by a helper that has the key neither in its arguments nor in its environment', async () => {
    const sockets = new Set<Socket>();
    const silent = await listen(join(directory, 'bus'), sockets);
    const keychain = keychainAt({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${directory}/bus`, INTRAY_API_KEY: 'sesame-environment' });
    const asking = keychain.set('https://a.example', 'sesame-open');
    try {
      await expect.poll(() => sockets.size).toBeGreaterThan(0);
      const helpers = await visibleOf(/keychain-process/, directory);
      expect(helpers).toHaveLength(1);
      expect(helpers.join()).not.toContain('sesame');
    } finally {
      silent.close();
      for (const socket of sockets) socket.destroy();
      await asking;
    }
  });

  itWith(
    ['dbus-run-session', 'gnome-keyring-daemon'],
    'keeps, gives and forgets a key in GNOME Keyring',
    async () => {
      expect(await inSession(directory, 'echo -n pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null')).toEqual([
        ok(undefined),
        ok(undefined),
        ok('key "1"'),
        ok(undefined),
        ok(true),
        ok(false),
      ]);
    },
    60_000,
  );

  itWith(
    ['dbus-run-session', 'gnome-keyring-daemon'],
    'says so when the keyring is locked and nobody can open it',
    async () => {
      const [before, kept] = await inSession(directory, 'gnome-keyring-daemon --start --components=secrets >/dev/null');
      expect(before).toEqual(ok(undefined));
      expect(kept).toMatchObject({ ok: false, error: { kind: expect.stringMatching(/locked|unavailable/) } });
    },
    60_000,
  );
});

/** Arguments and environment of the processes whose command and environment match. */
async function visibleOf(command: RegExp, environment: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      return { command: await read('cmdline'), environment: await read('environ') };
    }),
  );
  return texts
    .filter((text) => command.test(text.command) && text.environment.includes(environment))
    .map((text) => `${text.command}\n${text.environment}`);
}

function listen(path: string, sockets: Set<Socket>): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => sockets.delete(socket));
    });
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** get, set, get, get of another address, clear, clear: in its own D-Bus session and home. */
async function inSession(home: string, prepare: string): Promise<unknown[]> {
  const keychain = JSON.stringify(join(import.meta.dirname, '../../electron/settings/keychain.ts'));
  const script = `
    const { createKeychain } = await import(${keychain});
    const keychain = createKeychain({ timeoutMs: 15000 });
    const origin = 'https://a.example';
    const answers = [await keychain.get(origin), await keychain.set(origin, 'key "1"'), await keychain.get(origin),
      await keychain.get('https://b.example'), await keychain.clear(origin), await keychain.clear(origin)];
    console.log('answers:' + JSON.stringify(answers));`;
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env;
  const session = spawn(
    'dbus-run-session',
    [
      '--',
      'sh',
      '-c',
      `mkdir -p "$HOME/.local/share/keyrings"; ${prepare}; exec "$0" --no-warnings --input-type=module -e "$1"`,
      process.execPath,
      script,
    ],
    {
      env: { ...environment, HOME: home, XDG_DATA_HOME: join(home, '.local/share'), XDG_RUNTIME_DIR: home },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const chunks: Buffer[] = [];
  session.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => session.once('close', resolve));
  const line = /^answers:(.*)$/m.exec(Buffer.concat(chunks).toString('utf8'))?.[1];
  const answers: unknown = JSON.parse(line ?? '[]');
  return Array.isArray(answers) ? answers.map(withUndefined) : [];
}

/** Restores what JSON omits. */
function withUndefined(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true && !('value' in answer)
    ? ok(undefined)
    : answer;
}
