import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import { type IntrayEnd, jsonLines } from '../support/run-intray.ts';
import { expectNoKey, expectOneSentence } from './outputs.ts';
import { openProgram, type Program } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
interface Stage extends Program {
  /** The flags that every command of the service takes. */
  readonly common: readonly string[];
  readonly route: readonly string[];
  /** A good command line, and more. */
  readonly good: (...more: readonly string[]) => string[];
  /** Ends with 2 and one sentence on stderr, has sent nothing, and has left everything below `space.root` as it was. */
  readonly expectRefusal: (
    args: readonly string[],
    wanted: RegExp,
    options?: { readonly key?: string | null },
  ) => Promise<IntrayEnd>;
}

async function openStage(onTestFinished: Parameters<typeof openProgram>[0]): Promise<Stage> {
  const program = await openProgram(onTestFinished);
  const { space, service, extraction } = program;
  await makeFile(join(space.folder, 'below', 'a.pdf'), 'a');
  const common = ['--url', service.url, '--data-dir', space.dataDir];
  const route = ['--extraction', extraction];
  return {
    ...program,
    common,
    route,
    good: (...more) => ['run', space.folder, ...route, ...common, ...more],
    async expectRefusal(args, wanted, options = {}) {
      const before = readdirSync(space.root, { recursive: true }).sort();
      const end = await program.run(args, options);
      expect(end.stderr).toMatch(wanted);
      expect(end.code, end.stderr).toBe(2);
      expectOneSentence(end.stderr);
      for (const line of jsonLines(end.stdout)) expect(line).toMatchObject({ event: 'error', exit: 2 });
      if (!args.includes('--json')) expect(end.stdout).toBe('');
      expect(readdirSync(space.root, { recursive: true }).sort()).toEqual(before);
      expect(service.received).toEqual([]);
      const key = options.key === undefined ? service.key : options.key;
      if (key !== null) await expectNoKey(key, [space.root], end.stdout, end.stderr);
      return end;
    },
  };
}

describe.concurrent('intray refuses', () => {
  it('a folder that is not there', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['run', join(stage.space.root, 'nowhere'), ...stage.route, ...stage.common], /no folder.*nowhere/);
  });

  it('a file where a folder belongs', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(
      ['run', join(stage.space.folder, 'below', 'a.pdf'), ...stage.route, ...stage.common],
      /a\.pdf is a file/,
    );
  });

  it('an extraction that the service does not know', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['run', stage.space.folder, '--extraction', 'no-such-one', ...stage.common], /no-such-one/);
  });

  it('to run without a key', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(stage.good(), /INTRAY_API_KEY/, { key: null });
  });

  it('a key that the service refuses', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(stage.good(), /key/i, { key: 'wrong-key-5521' });
  });

  it('something that cannot be a key', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(stage.good(), /INTRAY_API_KEY/, { key: 'two words' });
  });

  it('to run without a route', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['run', stage.space.folder, ...stage.common], /--extraction.*--classification/);
  });

  it('two routes', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(stage.good('--classification', 'c'), /--extraction.*--classification/);
  });

  it('something that is not an address', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(
      ['run', stage.space.folder, ...stage.route, '--url', 'not an address', '--data-dir', stage.space.dataDir],
      /not an address/,
    );
  });

  it('an address that is not encrypted', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(
      ['run', stage.space.folder, ...stage.route, '--url', 'http://stage.service.example', '--data-dir', stage.space.dataDir],
      /https/,
    );
  });

  it('to run without an address', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['run', stage.space.folder, ...stage.route, '--data-dir', stage.space.dataDir], /--url/);
  });

  it('to run without a folder', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['run', ...stage.route, ...stage.common], /folder/i);
  });

  it('a data directory that is a file', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    writeFileSync(join(stage.space.root, 'taken'), '');
    await stage.expectRefusal(
      ['run', stage.space.folder, ...stage.route, '--url', stage.service.url, '--data-dir', join(stage.space.root, 'taken')],
      /taken/,
    );
  });

  it('a port that is taken or invalid', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['sandbox', '--port', new URL(stage.service.url).port], /port.*(taken|in use)/i);
    await stage.expectRefusal(['sandbox', '--port', '99999'], /--port/);
  });

  it('a command that it does not know', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['frobnicate'], /frobnicate/);
  });

  it('a flag that it does not know, with --json as well', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(stage.good('--frobnicate'), /--frobnicate/);
    await stage.expectRefusal(stage.good('--json', '--frobnicate'), /--frobnicate/);
  });

  it('with --json: the same sentence on stderr, an object on stdout', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(['run', join(stage.space.root, 'nowhere'), ...stage.route, ...stage.common, '--json'], /nowhere/);
  });

  it('invalid values of its flags, each in a sentence that names the flag', async ({ onTestFinished }) => {
    const stage = await openStage(onTestFinished);
    await stage.expectRefusal(stage.good('--settle-seconds', 'soon'), /^--settle-seconds /);
    await stage.expectRefusal(stage.good('--move-to', '../elsewhere'), /^--move-to /);
    const wrong = {
      '--settle-seconds': '-1',
      '--batch-size': '31',
      '--csv': 'maybe',
      '--unresolved': 'guess',
      '--changed': 'never',
      '--file-away': 'burn',
    };
    const end = await stage.run(stage.good(...Object.entries(wrong).flat()));
    expect(end.code).toBe(2);
    const lines = end.stderr.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(wrong).sort());
    for (const line of lines) expectOneSentence(`${line}\n`);
  });
});

describe.concurrent('intray watch refuses', () => {
  async function openConfig(onTestFinished: Parameters<typeof openProgram>[0]) {
    const stage = await openStage(onTestFinished);
    const config = join(stage.space.root, 'config.json');
    return {
      ...stage,
      config,
      args: ['watch', '--config', config, '--data-dir', stage.space.dataDir],
      folder: (more: object = {}): object => ({
        path: stage.space.folder,
        route: { kind: 'extraction', id: stage.extraction },
        ...more,
      }),
      write: (value: unknown): void => writeFileSync(config, typeof value === 'string' ? value : JSON.stringify(value)),
    };
  }

  /** Mistakes in a folder's members, and the member that the message must name. */
  const mistakes: readonly (readonly [members: object, name: string])[] = [
    [{ path: 7 }, 'path'],
    [{ route: undefined }, 'route'],
    [{ route: { kind: 'sorting', id: 'x' } }, 'route.kind'],
    [{ route: { kind: 'extraction' } }, 'route.id'],
    [{ route: { kind: 'extraction', id: 'x', name: 'y' } }, 'route'],
    [{ settleSeconds: '2' }, 'settleSeconds'],
    [{ include: '**/*.pdf' }, 'include'],
    [{ ignore: ['a', 5] }, 'ignore[1]'],
    [{ recursive: 'yes' }, 'recursive'],
    [{ existing: 'keep' }, 'existing'],
    [{ changed: true }, 'changed'],
    [{ outputs: { json: 'yes' } }, 'outputs.json'],
    [{ outputs: { csv: 'desktop' } }, 'outputs.csv'],
    [{ fileAway: { kind: 'burn' } }, 'fileAway.kind'],
    [{ fileAway: { kind: 'move', to: '' } }, 'fileAway.to'],
    [{ unresolved: null }, 'unresolved'],
    [{ setleSeconds: 2 }, 'setleSeconds'],
  ];

  it('a mistake in a member, and names it', async ({ onTestFinished }) => {
    const { service, args, folder, write, expectRefusal } = await openConfig(onTestFinished);
    for (const [members, name] of [mistakes[1], mistakes[5], mistakes[16]].filter((mistake) => mistake !== undefined)) {
      write({ url: service.url, folders: [folder(members)] });
      await expectRefusal(args, new RegExp(`: folders\\[0\\]\\.${name} `));
    }
  });

  it('many mistakes at once, each in a sentence that names the member', async ({ onTestFinished }) => {
    const { service, config, args, folder, write, run } = await openConfig(onTestFinished);
    write({ url: service.url, folders: mistakes.map(([members]) => folder(members)) });
    const end = await run(args);
    expect(end.code).toBe(2);
    const lines = end.stderr.trimEnd().split('\n');
    for (const line of lines) expectOneSentence(`${line}\n`);
    const named = lines.map((line) => line.replace(`${config}: `, '').split(' ')[0]);
    expect(named).toEqual(mistakes.map(([, name], index) => `folders[${index}].${name}`));
  });

  it('an address, folders and members of the file that are wrong', async ({ onTestFinished }) => {
    const { service, args, folder, write, expectRefusal } = await openConfig(onTestFinished);
    write({ url: 5, folders: [folder()] });
    await expectRefusal(args, /\burl\b/);
    write({ url: service.url, folders: folder() });
    await expectRefusal(args, /\bfolders\b/);
    write({ url: service.url, folders: [] });
    await expectRefusal(args, /\bfolders\b/);
    write({ url: service.url, folders: [folder()], key: 'x' });
    await expectRefusal(args, /\bkey\b/);
  });

  it('a file that is not JSON, and says where', async ({ onTestFinished }) => {
    const { args, write, expectRefusal } = await openConfig(onTestFinished);
    write('{ "url": "http://127.0.0.1",\n  folders: [] }');
    await expectRefusal(args, /line 2/);
    write('[]');
    await expectRefusal(args, /config\.json/);
  });

  it('a config file that does not exist, is a folder, or was not given', async ({ onTestFinished }) => {
    const { space, config, args, expectRefusal } = await openConfig(onTestFinished);
    await expectRefusal(args, /no file at .*config\.json/);
    mkdirSync(config);
    await expectRefusal(args, /config\.json/);
    await expectRefusal(['watch', '--data-dir', space.dataDir], /--config/);
  });

  it('folders that overlap, also by way of a link', async ({ onTestFinished }) => {
    const { space, service, args, folder, write, expectRefusal } = await openConfig(onTestFinished);
    write({ url: service.url, folders: [folder(), folder({ path: join(space.folder, 'below') })] });
    await expectRefusal(args, /below.*inside|inside.*below/);
    write({ url: service.url, folders: [folder(), folder()] });
    await expectRefusal(args, /same folder/);
    if (process.platform === 'win32') return;
    symlinkSync(join(space.folder, 'below'), join(space.root, 'link'));
    write({ url: service.url, folders: [folder(), folder({ path: join(space.root, 'link') })] });
    await expectRefusal(args, /inside/);
  });

  it('a folder that is not there, and a key that is not there', async ({ onTestFinished }) => {
    const { space, service, args, folder, write, expectRefusal } = await openConfig(onTestFinished);
    write({ url: service.url, folders: [folder({ path: join(space.root, 'nowhere') })] });
    await expectRefusal(args, /no folder.*nowhere/);
    write({ url: service.url, folders: [folder()] });
    await expectRefusal(args, /INTRAY_API_KEY/, { key: null });
  });
});
