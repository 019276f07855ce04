import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import {
  filesBelow,
  type IntrayEnd,
  makeWorkspace,
  runIntray,
  startIntray,
  stopAll,
  type Workspace,
} from '../support/run-intray.ts';
import { type StrictService, startStrictService } from '../support/strict/strict-service.ts';

/** Differs from itself in a URL, in base64 and in JSON. */
const key = 'sk+live/7f3a=91c0&5be2%d4"e6\\f8?a1';

/** Every way in which a text could hold it. */
function spellings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((before) => {
    // Where it stands in something longer, its edges are mixed with what is beside it.
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, -2);
  });
  const inJson = JSON.stringify(secret).slice(1, -1);
  const texts = [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
  ];
  return [...texts.map((text) => Buffer.from(text)), Buffer.from(secret, 'utf16le')];
}

async function placesOf(
  secret: string,
  directories: readonly string[],
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const found: string[] = [];
  const look = (bytes: Buffer, where: string) => {
    for (const spelling of spellings(secret)) if (bytes.includes(spelling)) found.push(`${where}: ${spelling.toString()}`);
  };
  for (const [name, text] of Object.entries(texts)) look(Buffer.from(text), name);
  for (const directory of directories) {
    for (const path of await filesBelow(directory)) look(await readFile(join(directory, path)), path);
  }
  return found;
}

describe('the key', () => {
  it.each([
    ['as it is', `the key ${key} was refused`],
    ['in JSON', JSON.stringify({ error: key })],
    ['in a URL', `https://a.example/?key=${encodeURIComponent(key)}&x=1`],
    ['in base64, in something longer', Buffer.from(`user:${key}:more`).toString('base64')],
    ['in hexadecimal', Buffer.from(`x${key}`).toString('hex')],
  ])('would be seen by this test %s', async (_, text) => {
    expect(await placesOf(key, [], { text })).not.toEqual([]);
  });
});

describe('a whole run of the program', () => {
  let space: Workspace;
  let service: StrictService;
  /** A service that repeats the key in its errors, as some do. */
  const echo = `no: ${key}, ${encodeURIComponent(key)}, ${Buffer.from(key).toString('base64')}`;
  let polls = 0;
  beforeEach(async () => {
    space = await makeWorkspace();
    service = await startStrictService({
      keys: [key],
      onRequest({ endpoint }) {
        if (endpoint !== 'getBatchResults') return undefined;
        polls += 1;
        return polls === 1 ? { status: 500, body: { error: echo } } : undefined;
      },
      onWhole: ({ fileNames }) => (fileNames.includes('bad.pdf') ? { status: 400, body: { error: echo } } : undefined),
    });
  });
  afterEach(async () => {
    await stopAll();
    await Promise.all([service.close(), space.remove()]);
  });

  const run = (args: readonly string[]): Promise<IntrayEnd> =>
    runIntray({ args, home: space.home, key, environment: { INTRAY_DEBUG: '1' } });

  it('never writes the key to the data directory, the logs, the outputs or the terminal', async () => {
    const extraction = service.addExtraction();
    const where = ['--url', service.url, '--data-dir', space.dataDir];
    for (const name of ['a.pdf', 'b.png', 'c.docx', 'd.jpg', 'bad.pdf']) await makeFile(join(space.folder, name), name);
    const texts: Record<string, string> = {};
    const note = (name: string, { code, stdout, stderr }: IntrayEnd, wanted: number) => {
      expect(code, `${name}: ${stdout}${stderr}`).toBe(wanted);
      texts[`${name}, stdout`] = stdout;
      texts[`${name}, stderr`] = stderr;
    };

    const flags = ['--extraction', extraction, '--settle-seconds', '0.2', '--json'];
    note('run', await run(['run', space.folder, ...flags, ...where]), 1);
    expect(texts['run, stdout']).toContain('"state":"rejected"');
    expect(polls).toBeGreaterThan(1);

    const config = join(space.root, 'intray.json');
    const folder = { path: space.folder, route: { kind: 'extraction', id: extraction }, settleSeconds: 0.2 };
    await writeFile(config, JSON.stringify({ url: service.url, folders: [folder] }));
    const watch = startIntray({
      args: ['watch', '--config', config, '--data-dir', space.dataDir],
      home: space.home,
      key,
      environment: { INTRAY_DEBUG: '1' },
    });
    await makeFile(join(space.folder, 'late.pdf'), 'late');
    await watch.until('late.pdf is delivered', async () => (await filesBelow(space.folder)).includes('late.pdf.json'));
    note('status', await run(['status', '--data-dir', space.dataDir]), 0);
    expect(texts['status, stdout']).toContain('Intray is running: process');
    note('why', await run(['status', '--why', join(space.folder, 'late.pdf'), '--json', '--data-dir', space.dataDir]), 0);
    note('doctor', await run(['doctor', '--config', config, '--data-dir', space.dataDir]), 0);
    note('key test', await run(['key', 'test', '--url', service.url]), 0);
    watch.signal('SIGTERM');
    note('watch', await watch.ended, 0);

    service.revoke(key);
    note('doctor without a good key', await run(['doctor', '--config', config, '--data-dir', space.dataDir, '--json']), 1);
    note('run without a good key', await run(['run', space.folder, ...flags, ...where]), 2);

    expect(await readdir(join(space.dataDir, 'logs'))).toContain('intray.log');
    expect(await readFile(join(space.dataDir, 'logs', 'intray.log'), 'utf8')).toContain('"msg":"ended"');
    expect(await placesOf(key, [space.root], texts)).toEqual([]);
    expect(service.violations).toEqual([]);
  });

  it('keeps its logs bounded in size and number', async () => {
    const logs = join(space.dataDir, 'logs');
    await mkdir(logs, { recursive: true, mode: 0o700 });
    const line = `${JSON.stringify({ level: 'info', msg: 'x'.repeat(1_000) })}\n`;
    const full = line.repeat(Math.ceil((5 * 1024 * 1024) / line.length));
    for (const name of ['intray.log', 'intray.1.log', 'intray.2.log', 'intray.3.log', 'intray.4.log'])
      await writeFile(join(logs, name), full);
    await makeFile(join(space.folder, 'a.pdf'), 'a');
    const args = ['run', space.folder, '--extraction', service.addExtraction(), '--settle-seconds', '0.2'];
    const end = await run([...args, '--url', service.url, '--data-dir', space.dataDir]);
    expect(end.code, end.stderr).toBe(0);
    const names = (await readdir(logs)).sort();
    expect(names).toEqual(['intray.1.log', 'intray.2.log', 'intray.3.log', 'intray.4.log', 'intray.log']);
    expect((await stat(join(logs, 'intray.log'))).size).toBeLessThan(1024 * 1024);
    for (const name of names) expect((await stat(join(logs, name))).size, name).toBeLessThan(6 * 1024 * 1024);
  });
});
