import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueFor } from '../../electron/web/announcement.ts';
import { createOneTimeSecrets, oneTimeMs } from '../../electron/web/one-time-secrets.ts';
import { type OwnFiles, openOwnFiles } from '../../electron/web/own-files.ts';
import { openSessions, unusedMs } from '../../electron/web/sessions.ts';
import { Scene } from '../support/scene.ts';
import { secretIn, startTestHost } from './web-host.ts';

let scene: Scene;
let files: OwnFiles;
let time: number;
const now = () => time;

beforeEach(() => {
  scene = new Scene();
  files = openOwnFiles(scene.root);
  time = Date.parse('2026-03-01T12:00:00Z');
});
afterEach(() => scene.end());

const stored = () =>
  readdirSync(join(scene.root, 'web'))
    .map((name) => `${name} ${readFileSync(files.path(name), 'utf8')}`)
    .join('\n');

describe('A link or a code', () => {
  it.each(['link', 'code'] as const)('works once, whoever issued it, and dies after ten minutes: %s', (kind) => {
    const [server, other] = [createOneTimeSecrets(files, now), createOneTimeSecrets(files, now)];
    const [used, late] = [other.issue(kind), other.issue(kind)];
    expect(stored()).not.toContain(used);
    expect(server.isLive(kind, used)).toBe(true);
    expect([server.redeem(kind, used), server.redeem(kind, used), other.redeem(kind, used)]).toEqual([true, false, false]);
    time += oneTimeMs;
    expect(server.redeem(kind, late)).toBe(false);
    server.issue(kind);
    // What has died does not lie about.
    expect(readdirSync(join(scene.root, 'web'))).toHaveLength(1);
  });

  it('is a code only for what a code is for', () => {
    const secrets = createOneTimeSecrets(files, now);
    expect(secrets.redeem('link', secrets.issue('code'))).toBe(false);
    expect(secrets.redeem('code', secrets.issue('link'))).toBe(false);
  });

  it('may be typed as it comes', () => {
    const secrets = createOneTimeSecrets(files, now);
    const code = secrets.issue('code');
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(secrets.redeem('code', ` ${code.toLowerCase().replace('-', ' ')} `)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('counts only if its file could be written by its owner alone', () => {
    const secrets = createOneTimeSecrets(files, now);
    const secret = secrets.issue('link');
    const [name = ''] = readdirSync(join(scene.root, 'web'));
    expect(statSync(files.path(name)).mode & 0o777).toBe(0o600);
    chmodSync(files.path(name), 0o620);
    expect(secrets.redeem('link', secret)).toBe(false);
    chmodSync(files.path(name), 0o600);
    expect(secrets.redeem('link', secret)).toBe(true);
    const linked = secrets.issue('link');
    const [other = ''] = readdirSync(join(scene.root, 'web'));
    writeFileSync(join(scene.root, 'elsewhere'), readFileSync(files.path(other)));
    files.remove(other);
    symlinkSync(join(scene.root, 'elsewhere'), files.path(other));
    expect(secrets.redeem('link', linked)).toBe(false);
  });

  it('is issued only where a server runs, in the process that works there', async () => {
    expect(issueFor(scene.root, 'link', undefined)).toBeUndefined();
    const host = await startTestHost();
    const data = join(host.root, 'data');
    expect(issueFor(data, 'link', process.pid + 1)).toBeUndefined();
    const link = issueFor(data, 'link', process.pid) ?? '';
    expect(link.startsWith(`${host.url}#link=`)).toBe(true);
    expect((await host.redeem(link)).status).toBe(200);
    await host.close();
    expect(issueFor(data, 'link', process.pid)).toBeUndefined();
    await host.remove();
  });
});

describe('A session', () => {
  it('is still there when the server starts again, of which only a hash was kept', () => {
    const secret = openSessions(files, now).begin('Firefox');
    expect(stored()).not.toContain(secret);
    expect(statSync(files.path('sessions.json')).mode & 0o777).toBe(0o600);
    expect(openSessions(files, now).find(secret)).toMatchObject({ agent: 'Firefox', madeAt: time });
    expect(openSessions(files, now).find(`${secret}x`)).toBeUndefined();
  });

  it('ends when it is signed out, for good', () => {
    const sessions = openSessions(files, now);
    const [first, second] = [sessions.begin('one'), sessions.begin('two')];
    let told = 0;
    sessions.onEnd(() => {
      told += 1;
    });
    sessions.end(({ agent }) => agent === 'one');
    expect(told).toBe(1);
    for (const each of [sessions, openSessions(files, now)]) {
      expect(each.find(first)).toBeUndefined();
      expect(each.find(second)).toBeDefined();
    }
  });

  it('ends when it was not used for ninety days', () => {
    const sessions = openSessions(files, now);
    const secret = sessions.begin('one');
    time += unusedMs - 1;
    expect(sessions.find(secret)).toBeDefined();
    time += unusedMs - 1;
    // That it was used has been stored.
    expect(openSessions(files, now).find(secret)).toBeDefined();
    time += unusedMs;
    expect(sessions.find(secret)).toBeUndefined();
    expect(sessions.all()).toEqual([]);
  });

  it('is one of a hundred at most', () => {
    const sessions = openSessions(files, now);
    const secrets = Array.from({ length: 101 }, () => {
      time += 1;
      return sessions.begin('one');
    });
    expect(secrets.filter((secret) => sessions.find(secret) === undefined)).toEqual([secrets[0]]);
  });

  it.each(['{', '{"sessions":[{"id":"x"}]}', ''])('is not one that a file of another form tells of: %s', (text) => {
    files.write('sessions.json', text);
    expect(openSessions(files, now).all()).toEqual([]);
  });

  it('begun while nothing can be stored lasts as long as the server', () => {
    const faults: unknown[] = [];
    const sessions = openSessions(files, now, (fault) => faults.push(fault));
    mkdirSync(files.path('sessions.json'));
    const secret = sessions.begin('one');
    expect(sessions.find(secret)).toBeDefined();
    expect(faults).toHaveLength(1);
    expect(() => sessions.end(() => true)).toThrow();
    expect(sessions.find(secret)).toBeUndefined();
  });

  it('survives the server over HTTP', async () => {
    const host = await startTestHost();
    const session = secretIn(await host.redeem(host.link()));
    await host.close();
    const next = await startTestHost({ dataDirectory: join(host.root, 'data') });
    expect((await next.ask({ path: '/preview/1', session })).status).toBe(404);
    expect((await next.ask({ path: '/preview/1' })).status).toBe(401);
    await next.remove();
    await host.remove();
  });
});
