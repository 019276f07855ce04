import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestName, RequestOutput } from '../../../../electron/core/contract/contract.ts';
import { samplesDirectory } from '../../../../electron/headless/input/resources.ts';
import { startSandbox } from '../../../../electron/sandbox/sandbox.ts';
import { missingBrowser, sharedChromium } from '../../../support/chromium.ts';
import { hasProgram, itUnlessMissing, itWith } from '../../../support/programs.ts';
import {
  filesBelow,
  type Intray,
  jsonLines,
  makeWorkspace,
  runIntray,
  startIntray,
  stopAll,
  type Workspace,
} from '../../../support/run-intray.ts';
import { askAt, redeemAt, secretIn } from '../../../web/web-host.ts';

// Every sample is read for real, on a machine that may be busy.
describe('intray watch --window', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await makeWorkspace();
  });
  afterEach(async () => {
    await stopAll();
    await space.remove();
  });

  interface Served {
    readonly intray: Intray;
    readonly url: string;
    readonly port: number;
    readonly session: string;
    /** A new link, from `intray watch --link`. */
    link(): Promise<string>;
    ask<Name extends RequestName>(name: Name, input: unknown): Promise<RequestOutput<Name>>;
  }

  /** Starts it, and lets a browser in that is none. */
  async function serve(...more: string[]): Promise<Served> {
    const intray = startIntray({
      args: ['watch', '--window', '0', '--json', '--data-dir', space.dataDir, '--root', space.folder, ...more],
      home: space.home,
    });
    await intray.until('it serves', () => intray.stdout().includes('\n'));
    const [serving] = jsonLines(intray.stdout());
    const url = String(serving?.url);
    const port = Number(new URL(url).port);
    const session = secretIn(await redeemAt(url, String(serving?.link)));
    return {
      ...{ intray, url, port, session },
      async link() {
        const { stdout } = await runIntray({ args: ['watch', '--link', '--data-dir', space.dataDir], home: space.home });
        return stdout.trim();
      },
      async ask(name, input) {
        const { body } = await askAt(port, {
          ...{ method: 'POST', path: '/api/request', session, body: JSON.stringify({ name, input }) },
          headers: { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' },
        });
        const answer = JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
        if (answer.ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
        return answer.value;
      },
    };
  }

  it('starts from nothing, delivers results beside the documents, and exits properly when told to stop', async () => {
    const { intray, ask } = await serve();
    expect((await ask('status', {})).line).toEqual({ kind: 'first-run' });
    expect(await ask('about', {})).toMatchObject({
      host: 'headless',
      can: { chooseFolder: false, listDirectories: true, openFiles: false, startAtLogin: false, notifications: false },
    });
    await ask('useSandbox', {});
    expect((await ask('listDirectories', { path: space.folder })).entries).toEqual([]);
    await expect(ask('listDirectories', { path: space.root })).rejects.toThrow('workspace.folder.outside');
    // The sandbox's own routes appear once it is set up.
    await expect.poll(async () => (await ask('routes', {})).map(({ route }) => route.kind)).toContain('extraction');
    const route = (await ask('routes', {})).find(({ route: { kind } }) => kind === 'extraction')?.route;
    const { id } = await ask('addFolder', { settings: { path: space.folder, route, settleSeconds: 1 } });
    const { files } = await ask('dropSamples', { id });
    expect(files.length).toBeGreaterThan(0);
    await expect
      .poll(async () => (await ask('status', {})).balance, { timeout: 120_000, interval: 250 })
      .toMatchObject({ found: files.length, moving: 0 });
    const written = await filesBelow(space.folder);
    expect(written.filter((name) => name.endsWith('.json')).length).toBeGreaterThan(0);
    expect(written.some((name) => /^intray-.*\.csv$/.test(name))).toBe(true);

    const lines = jsonLines(intray.stdout());
    // The one link is used up: what the terminal still shows lets nobody in.
    const events = lines.map(({ event }) => event);
    expect(events.filter((event) => ['serving', 'signed-in', 'link', 'code'].includes(String(event)))).toEqual([
      'serving',
      'signed-in',
    ]);
    expect(events).toEqual(expect.arrayContaining(['document', 'folder', 'upload']));
    expect(intray.stderr()).toContain(`within ten minutes:\n\n  ${lines[0]?.link}\n`);
    expect(intray.stderr()).toContain('A browser has signed in. If that was not you');
    intray.signal('SIGTERM');
    const end = await intray.ended;
    expect([end.code, end.signal]).toEqual([0, null]);
    // Nothing unfinished lies about.
    expect(await filesBelow(space.folder)).toEqual(written);
  });

  it.runIf(process.getuid?.() === 0 && hasProgram('setpriv'))(
    'gives root a link to the window of a service account',
    async () => {
      const as = (user: string) => ['setpriv', `--reuid=${user}`, '--clear-groups'];
      await mkdir(space.dataDir);
      for (const path of [space.root, space.home, space.dataDir]) await chown(path, 65_534, 65_534);
      const intray = startIntray({
        args: ['watch', '--window', '0', '--json', '--data-dir', space.dataDir],
        ...{ home: space.home, enter: as('65534') },
      });
      await intray.until('it serves', () => intray.stdout().includes('\n'));
      const link = (enter: readonly string[] = []) =>
        runIntray({ args: ['watch', '--link', '--data-dir', space.dataDir], home: space.home, enter });
      const url = String(jsonLines(intray.stdout())[0]?.url);
      expect(secretIn(await redeemAt(url, (await link()).stdout.trim()))).toMatch(/./);
      const other = await link(as('65533'));
      expect([other.code, other.stdout]).toEqual([2, '']);
      expect(other.stderr).toContain('belongs to another account');
    },
  );

  it('resumes everything when it is started again, knows its browsers, and prints another link for another browser', async () => {
    const { intray, link, session, ask } = await serve();
    const first = await link();
    await ask('useSandbox', {});
    await expect.poll(async () => (await ask('routes', {})).length).toBeGreaterThan(0);
    const [known] = await ask('routes', {});
    await ask('addFolder', { settings: { path: space.folder, route: known?.route } });
    intray.signal('SIGTERM');
    expect((await intray.ended).code).toBe(0);
    const off = await runIntray({ args: ['watch', '--link', '--data-dir', space.dataDir], home: space.home });
    expect([off.code, off.stdout]).toEqual([2, '']);
    expect(off.stderr).toContain('“intray watch --window” is not running on');
    const next = await serve();
    expect((await askAt(next.port, { path: '/preview/1', session })).status).toBe(404);
    const [line] = jsonLines(
      (await runIntray({ args: ['watch', '--link', '--json', '--data-dir', space.dataDir], home: space.home })).stdout,
    );
    expect(line?.event).toBe('link');
    expect(String(line?.link).startsWith(`${next.url}#link=`)).toBe(true);
    for (const each of [first, String(line?.link)]) {
      const reply = await redeemAt(next.url, each);
      expect(reply.status).toBe(200);
      expect((await askAt(next.port, { path: '/preview/1', session: secretIn(reply) })).status).toBe(404);
      expect((await redeemAt(next.url, each)).status).toBe(401);
    }
    expect((await next.ask('folders', {})).map(({ settings }) => settings.path)).toEqual([space.folder]);
    await expect.poll(async () => (await next.ask('status', {})).line.kind).toBe('watching');
  });

  it('asks for a code from the terminal before another service gets the documents', async () => {
    const { intray, ask } = await serve();
    const [first, second] = await Promise.all([startSandbox(), startSandbox()]);
    const keyOf = ({ keys }: typeof first) => keys[0]?.key ?? '';
    expect((await ask('connect', { url: first.url, key: keyOf(first) })).kind).toBe('good');
    const input = { url: second.url, key: keyOf(second) };
    await expect(ask('connect', input)).rejects.toThrow('requests.codeNeeded');
    const printed = () => jsonLines(intray.stdout()).findLast(({ event }) => event === 'code')?.code;
    await intray.until('the code is printed', () => intray.stderr().includes(`:\n\n  ${printed()}\n`));
    const more = await runIntray({ args: ['watch', '--code', '--data-dir', space.dataDir], home: space.home });
    expect(more.stdout).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}\n$/);
    await expect(ask('connect', { ...input, code: 'AAAA-AAAA' })).rejects.toThrow('requests.codeWrong');
    expect((await ask('connect', { ...input, code: more.stdout.trim() })).kind).toBe('good');
    await Promise.all([first.close(), second.close()]);
  });

  itWith(['ps', 'setpriv'], 'shows no secret to another user who reads the list of processes', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('needs root, to be another user');
    // A browser that stays: its arguments can be read for as long as it runs.
    const bin = join(space.root, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), '#!/bin/sh\necho "$1" > "$HOME/opened"\nread -r _ < "$HOME/end"\n');
    await chmod(join(bin, 'xdg-open'), 0o755);
    await chmod(space.root, 0o755);
    await chmod(space.home, 0o755);
    const asStranger = (...command: string[]) =>
      spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...command], { encoding: 'utf8' });
    expect(spawnSync('mkfifo', [join(space.home, 'end')]).status).toBe(0);
    const intray = startIntray({
      args: ['watch', '--open', '--window', '0', '--json', '--data-dir', space.dataDir],
      home: space.home,
      environment: { DISPLAY: ':0', PATH: `${bin}:${process.env.PATH}` },
    });
    const opened = () => readFile(join(space.home, 'opened'), 'utf8').catch(() => '');
    await intray.until('the browser is open', async () => (await opened()).endsWith('\n'));
    const page = (await opened()).trim();
    const [serving] = jsonLines(intray.stdout());
    const link = String(serving?.link);
    const seen = asStranger('ps', '-eww', '-o', 'args').stdout;
    expect(seen).toContain(page);
    expect(seen).not.toContain(link.slice(link.indexOf('#link=') + 6));
    expect(asStranger('cat', page)).toMatchObject({ status: 1, stdout: '' });
    expect(asStranger('ls', dirname(page))).toMatchObject({ status: 2, stdout: '' });
    expect(await readFile(page, 'utf8')).toContain(link);
    await writeFile(join(space.home, 'end'), '\n');
  });

  it('shows the pages of watched documents only', async () => {
    const { port, ask, session } = await serve();
    await ask('useSandbox', {});
    await expect.poll(async () => (await ask('routes', {})).length).toBeGreaterThan(0);
    const route = (await ask('routes', {})).find(({ route: { kind } }) => kind === 'extraction')?.route;
    const [pdf = '', docx = ''] = ['.pdf', '.docx'].map((end) =>
      readdirSync(samplesDirectory()).find((name) => name.endsWith(end)),
    );
    copyFileSync(join(samplesDirectory(), pdf), join(space.folder, 'a.pdf'));
    copyFileSync(join(samplesDirectory(), docx), join(space.folder, 'b.docx'));
    await ask('addFolder', { settings: { path: space.folder, route, existing: 'send', settleSeconds: 1 } });
    const settled = async () => (await ask('documents', {})).documents.filter(({ delivery }) => delivery === 'done').length;
    await expect.poll(settled).toBe(2);
    const { documents } = await ask('documents', {});
    const idOf = (name: string) => documents.find(({ path }) => path === name)?.id;
    const see = (id: unknown) => askAt(port, { path: `/preview/${id}`, session });
    const page = await see(idOf('a.pdf'));
    expect(page.headers['content-type']).toBe('application/pdf');
    expect(Buffer.from(page.body, 'latin1').equals(await readFile(join(samplesDirectory(), pdf)))).toBe(true);
    const text = await see(idOf('b.docx'));
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.body.length).toBeGreaterThan(20);
    expect((await see(12_345)).status).toBe(404);

    // A link in its place leads out of the folder, and so would a directory on the way.
    await writeFile(join(space.root, 'secret.pdf'), '%PDF-1.7 a secret');
    await rm(join(space.folder, 'a.pdf'));
    await symlink(join(space.root, 'secret.pdf'), join(space.folder, 'a.pdf'));
    const linked = await see(idOf('a.pdf'));
    expect(linked.status).toBe(404);
    expect(linked.body).not.toContain('a secret');
  });

  it('does not touch a data directory that another Intray holds, and names that one', async () => {
    const { intray } = await serve();
    const second = await runIntray({ args: ['watch', '--window', '0', '--json', '--data-dir', space.dataDir], home: space.home });
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(new RegExp(`^Intray is running: process ${intray.pid} on .*--data-dir\\.\n$`));
    expect(jsonLines(second.stdout)).toMatchObject([{ event: 'error', exit: 2 }]);
    const status = await runIntray({ args: ['status', '--json', '--data-dir', space.dataDir], home: space.home });
    expect(status.code, status.stderr).not.toBe(2);
  });

  it('lets nobody in without the link where other machines can reach it', async () => {
    const intray = startIntray({
      args: ['watch', '--window', '0', '--json', '--data-dir', space.dataDir, '--host', '0.0.0.0', '--insecure'],
      home: space.home,
    });
    await intray.until('it serves', () => intray.stdout().includes('\n'));
    const port = Number(new URL(String(jsonLines(intray.stdout())[0]?.url)).port);
    expect((await askAt(port, { path: '/preview/1' })).status).toBe(401);
    expect((await askAt(port, { headers: { host: `evil.example:${port}` } })).status).toBe(403);
  });

  it('says so where there is no desktop session to open a browser in', async () => {
    const { intray } = await serve('--open');
    await intray.until('it says so', () => intray.stderr().includes('There is no desktop session here'));
  });

  itUnlessMissing(missingBrowser, 'is the window, in a real browser, with nothing that its policy forbids', async () => {
    const { link } = await serve();
    const page = await (await sharedChromium()).newPage({ locale: 'en-US' });
    try {
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(await link());
      await page.getByRole('heading').first().waitFor();
      expect(await page.getByRole('main').textContent()).not.toBe('');
      expect(complaints).toEqual([]);
    } finally {
      await page.context().close();
    }
  });
});
