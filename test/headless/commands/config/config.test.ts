import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageTags } from '../../../../electron/core/languages/languages.ts';
import { runCommandLine } from '../../../../electron/headless/command-line.ts';
import { commands } from '../../../../electron/headless/commands/all.ts';
import { itWith } from '../../../support/programs.ts';
import { testHost } from '../../test-host.ts';

const root = join(import.meta.dirname, '../../../..');
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'intray-reference-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function printed(...args: string[]): Promise<string> {
  const host = testHost({ directory });
  expect(await runCommandLine(args, host), host.messages.text).toBe(0);
  return host.output.text;
}

/** The path of a file with what a command prints. */
async function file(name: string, ...args: string[]): Promise<string> {
  const path = join(directory, name);
  writeFileSync(path, await printed(...args));
  return path;
}

describe('intray config schema', () => {
  /** Every config file that the documentation shows. */
  const examples = ['README.md', 'resources/docs/config.md'].flatMap((name) => {
    const blocks = [...readFileSync(join(root, name), 'utf8').matchAll(/```json\n([^`]+)```/g)].map(([, text]) =>
      parse(text ?? ''),
    );
    return blocks.filter((block) => Array.isArray(block?.folders));
  });

  it('takes what the documentation shows, and refuses a typo as an editor would', async () => {
    const accepts = new Ajv({ strict: false }).compile(JSON.parse(await printed('config', 'schema')));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(accepts(example), JSON.stringify(accepts.errors)).toBe(true);
      expect(accepts({ $schema: './intray.schema.json', ...example })).toBe(true);
      const [folder] = example.folders;
      for (const wrong of [
        { setleSeconds: 2 },
        { settleSeconds: 'two' },
        { route: { kind: 'extracton', id: 'e' } },
        { batchSize: 31 },
      ])
        expect(accepts({ ...example, folders: [{ ...folder, ...wrong }] }), JSON.stringify(wrong)).toBe(false);
    }
  });

  it('is the one that is packed', async () => {
    await expect(await printed('config', 'schema')).toMatchFileSnapshot(join(root, 'resources/config.schema.json'));
  });
});

describe('intray config check', () => {
  it('takes a file with comments and a schema, and names what is wrong in one without starting anything', async () => {
    const good = join(directory, 'good.json');
    writeFileSync(
      good,
      `{ "$schema": "./s.json", // ours\n "url": "https://a.example", "folders": [{ "path": "a", "route": { "kind": "extraction", "id": "e" } },] }`,
    );
    expect(await printed('config', 'check', good)).toBe(`${good} is fine: 1 folder.\n`);
    expect(JSON.parse(await printed('config', 'check', good, '--json'))).toMatchObject({
      event: 'config',
      folders: [join(directory, 'a')],
    });
    for (const [text, words] of [
      [
        '{ "folders": [{ "path": "a", "route": { "kind": "extraction", "id": "e" }, "exsting": "send" }] }',
        /did you mean “existing”/,
      ],
      [
        '{ "url": "http://far.example", "folders": [{ "path": "a", "route": { "kind": "extraction", "id": "e" } }] }',
        /"url" in the config file/,
      ],
    ] as const) {
      writeFileSync(good, text);
      const host = testHost({ directory });
      expect(await runCommandLine(['config', 'check', good], host)).toBe(2);
      expect(host.messages.text).toMatch(words);
    }
  });
});

describe.skipIf(process.platform === 'win32')('intray config completion', () => {
  it('lets bash complete commands, the second words of groups, flags and their values', async () => {
    const script = await file('bash', 'config', 'completion', 'bash');
    const lines: readonly (readonly [words: string, completed: readonly string[]])[] = [
      ['', Object.keys(commands)],
      ['st', ['status']],
      ['key ', ['set', 'test', 'clear']],
      ['key set --u', ['--url']],
      ['route extraction ', ['show', 'create', 'update', 'delete']],
      ['route extraction show --j', ['--json']],
      ['run /scans --cl', ['--classification', '--classification-name']],
      ['run /scans --changed ', ['send', 'ask']],
      ['run --unpro', ['']],
    ];
    const program = `source "$1"; shift; for line in "$@"; do
      IFS=' ' read -ra COMP_WORDS <<< "intray $line"; [[ -z $line || $line == *' ' ]] && COMP_WORDS+=('')
      COMPREPLY=(); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _intray; echo "\${COMPREPLY[*]}"; done`;
    const told = execFileSync('bash', ['-c', program, 'bash', script, ...lines.map(([words]) => words)], { encoding: 'utf8' });
    expect(told.split('\n').slice(0, -1)).toEqual(lines.map(([, completed]) => completed.join(' ')));
  });

  itWith('zsh', 'is a script that zsh takes', async () => {
    const script = await file('zsh', 'config', 'completion', 'zsh');
    // To begin with the completions of all other programs, as a shell does, takes seconds.
    const program = `compdef() { echo "completes: $*"; }; source ${script}; whence -w _intray`;
    const { stdout } = spawnSync('zsh', ['-f', '-c', program], { encoding: 'utf8' });
    expect(stdout).toBe('completes: _intray intray\n_intray: function\n');
  });

  itWith('fish', 'is a script that fish takes, and completes with', async () => {
    const script = await file('fish', 'config', 'completion', 'fish');
    const complete = (line: string) =>
      spawnSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
        encoding: 'utf8',
        env: { ...process.env, HOME: directory },
      }).stdout;
    expect(complete('intray sta')).toMatch(/^status\t/);
    expect(complete('intray run --chan')).toMatch(/^--changed\t/);
  });

  it('says in every language which shells there are', async () => {
    for (const language of languageTags) {
      const host = testHost({ language });
      expect(await runCommandLine(['config', 'completion', 'tcsh'], host)).toBe(2);
      expect(host.messages.text).toMatch(/bash.*zsh.*fish.*tcsh/);
    }
  });
});

describe('intray config manual', () => {
  it('is the page that is packed, and has every command', async () => {
    const page = await printed('config', 'manual');
    await expect(page).toMatchFileSnapshot(join(root, 'resources/man/intray.1'));
    for (const name of Object.keys(commands)) expect(page).toContain(`intray ${name.replace('-', '\\-')}`);
    expect(page).toContain('.B \\-\\-extraction');
  });

  itWith('mandoc', 'is formatted without complaint', async () => {
    const { stdout, status } = spawnSync('mandoc', ['-T', 'lint', '-W', 'error', await file('intray.1', 'config', 'manual')], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});
