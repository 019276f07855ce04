import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkConfig } from '../../electron/headless/commands/config.ts';
import { doctor } from '../../electron/headless/commands/doctor/doctor.ts';
import { paceFrom } from '../../electron/headless/commands/options.ts';
import { serviceAddress } from '../../electron/headless/input/service-access.ts';
import { policyPath, readPolicy } from '../../electron/settings/policy.ts';
import { testHost } from '../headless/test-host.ts';
import { Scene } from '../support/scene.ts';
import { openTestWorkspace, type TestWorkspace } from '../support/workspace.ts';

const scenes: Scene[] = [];
let test: TestWorkspace | undefined;
afterEach(async () => {
  await test?.end();
  test = undefined;
  for (const scene of scenes.splice(0)) await scene.end();
});

function place(content?: object | string) {
  const scene = new Scene();
  scenes.push(scene);
  const policyFile = join(scene.root, 'policy.json');
  const write = (policy: object | string) =>
    writeFileSync(policyFile, typeof policy === 'string' ? policy : JSON.stringify(policy));
  if (content !== undefined) write(content);
  return { scene, policyFile, write, host: { ...testHost({ directory: scene.root }), policyFile } };
}

describe('The policy of a machine', () => {
  it('lies where only an administrator writes', () => {
    expect(policyPath('linux', {})).toBe('/etc/intray/policy.json');
    expect(policyPath('darwin', {})).toBe('/Library/Application Support/Intray/policy.json');
    expect(policyPath('win32', { ProgramData: 'D:\\Data' })).toContain('D:\\Data');
  });

  it('may be missing or commented, and is refused with its file and what is wrong', () => {
    const { policyFile, write } = place();
    expect(readPolicy(policyFile)).toEqual({ ok: true, value: { locked: [] } });
    write('{ "logDays": 7, // a week\n "locked": ["logDays"] }');
    expect(readPolicy(policyFile)).toEqual({ ok: true, value: { logDays: 7, locked: ['logDays'] } });
    write({ logDay: 7 });
    expect(readPolicy(policyFile)).toMatchObject({ ok: false, error: [{ code: 'configuration.inFile' }] });
    write({ locked: ['folders'] });
    expect(readPolicy(policyFile).ok).toBe(false);
  });

  it('gives the settings that nobody has chosen, and follows its administrator until somebody does', async () => {
    const { policyFile, write } = place({ language: 'de', limits: { requestsPerSecond: 5 }, logDays: 7 });
    test = await openTestWorkspace({ policyFile });
    expect(await test.ask('preferences', {})).toMatchObject({
      language: 'de',
      logDays: 7,
      limits: { requestsPerSecond: 5, uploads: 4 },
    });
    await test.ask('setPreferences', { changes: { logDays: 14 } });
    write({ language: 'fr', limits: { requestsPerSecond: 6 }, logDays: 9 });
    test = await test.again();
    expect(await test.ask('preferences', {})).toMatchObject({
      language: 'fr',
      logDays: 14,
      limits: { requestsPerSecond: 6, uploads: 4 },
    });
  });

  it('locks settings for the window: what was chosen before and what is chosen now', async () => {
    const { policyFile, write } = place();
    test = await openTestWorkspace({ policyFile });
    await test.ask('setPreferences', { changes: { logDays: 14, appearance: 'dark' } });
    write({ logDays: 90, url: 'https://docs.example.com', locked: ['logDays', 'url'] });
    test = await test.again();
    expect(await test.ask('preferences', {})).toMatchObject({ logDays: 90, appearance: 'dark' });
    const locked = { kind: 'invalid-input', message: { code: 'workspace.locked' } };
    expect(await test.refused('setPreferences', { changes: { logDays: 1 } })).toMatchObject({
      ...locked,
      field: 'changes.logDays',
    });
    expect(await test.refused('connect', { url: 'https://elsewhere.example', key: 'k' })).toMatchObject({
      ...locked,
      field: 'url',
    });
    await test.ask('setPreferences', { changes: { appearance: 'light' } });
  });

  it('that cannot be used is named in the window, and sets nothing', async () => {
    const { policyFile } = place('{');
    test = await openTestWorkspace({ policyFile });
    expect((await test.ask('preferences', {})).logDays).toBe(30);
    expect((await test.ask('status', {})).warnings).toMatchObject([{ code: 'configuration.notJson' }]);
  });

  it('gives the command line its address and its rate, and refuses other addresses where it locks them', async () => {
    const { host, write, scene } = place({ url: 'https://docs.example.com', limits: { requestsPerSecond: 5 } });
    const to = (flag: string | undefined) => serviceAddress({ flag, host });
    const limits = (flag?: string) => {
      const policy = readPolicy(host.policyFile);
      return paceFrom({ ...(flag !== undefined && { requestsPerSecond: flag }) }, {}, policy.ok ? policy.value : undefined);
    };
    expect([to(undefined), to('https://other.example')]).toEqual(['https://docs.example.com', 'https://other.example']);
    expect([limits(), limits('9')]).toEqual([{ requestsPerSecond: 5 }, { requestsPerSecond: 9 }]);
    write({ url: 'https://docs.example.com', limits: { requestsPerSecond: 5 }, locked: ['url', 'limits'] });
    expect([to(undefined), to('https://docs.example.com/')]).toEqual(Array(2).fill('https://docs.example.com'));
    expect(limits('9')).toEqual({ requestsPerSecond: 5 });
    expect(() => to('https://other.example')).toThrow(/allows https:\/\/docs\.example\.com only/);
    const config = join(scene.root, 'intray.json');
    const folders = [{ path: scene.root, route: { kind: 'extraction', id: 'x' } }];
    writeFileSync(config, JSON.stringify({ url: 'https://other.example', folders }));
    await expect(checkConfig(config, {}, host)).rejects.toThrow(/policy\.json/);
    write('{');
    expect(() => to('https://docs.example.com')).toThrow(/policy\.json/);
  });

  it('is told by doctor, with what is wrong with it', async () => {
    const { host, write, scene } = place({ url: 'https://127.0.0.1:9', logDays: 7, locked: ['url'] });
    const told = async () => {
      host.output.text = '';
      await doctor({ json: true, dataDir: join(scene.root, 'data') }, host);
      const lines = host.output.text.trim().split('\n');
      return lines.map((line) => JSON.parse(line)).find(({ area }) => area === 'policy');
    };
    expect(await told()).toMatchObject({ status: 'ok', seen: expect.stringMatching(/: logDays\. Set for good: url\./) });
    write({ logDays: 0 });
    expect(await told()).toMatchObject({ status: 'problem', remedyCode: 'answers.doctor.askAdministrator' });
  });
});
