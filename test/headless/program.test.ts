import { describe, expect, it } from 'vitest';
import { type Language, languageTags } from '../../electron/core/languages/languages.ts';
import { type MessageCode, say } from '../../electron/core/messages/message.ts';
import { runCommandLine } from '../../electron/headless/command-line.ts';
import { commands } from '../../electron/headless/commands/all.ts';
import { systemLanguages } from '../../electron/headless/host.ts';
import type { Refusal } from '../../electron/headless/input/refusal.ts';
import { parsed } from './parsed.ts';
import { testHost } from './test-host.ts';

const extraction = ['--extraction', 'e-1'];

async function helpOf(language: Language, ...args: string[]): Promise<string> {
  const host = testHost({ language });
  expect(await runCommandLine([...args, '--help'], host)).toBe(0);
  return host.output.text;
}

describe('the command line', () => {
  it('gives the exit code of the command that ran', async () => {
    expect(await parsed('status', '--json', '--data-dir', 'd')).toEqual({
      ...{ command: 'status', operands: [], flags: { json: true, dataDir: 'd' }, exit: 7 },
    });
  });

  it.each<[string[], string, object, string[]?]>([
    [['watch', '--config', 'c.json', '--url', 'u'], 'watch', { config: 'c.json', url: 'u' }],
    [['status', '--why', 'a.pdf', '--json'], 'status', { why: 'a.pdf', json: true }],
    [['doctor'], 'doctor', {}],
    [['doctor', '--config', 'c.json', '--url', 'u', '--data-dir', 'd'], 'doctor', { config: 'c.json', url: 'u', dataDir: 'd' }],
    [['watch', '--window', '1', '--host', '::1', '--open'], 'watch', { window: '1', host: '::1', open: true }],
    [['watch', '--window', '--open'], 'watch', { window: true, open: true }],
    [['answer', 'a.pdf', 'b.pdf', '--send-again'], 'answer', { sendAgain: true }, ['a.pdf', 'b.pdf']],
    [['export', '--to', 'd', '--only', 'csv', '--delimiter', 'tab'], 'export', { to: 'd', only: 'csv', delimiter: 'tab' }],
    [['export', 'a', 'b'], 'export', {}, ['a', 'b']],
    [['key', 'set', '--url', 'u'], 'key set', { url: 'u' }],
    [['key', 'test', '--json'], 'key test', { json: true }],
    [['key', 'clear'], 'key clear', {}],
    [['route', 'extraction', 'show', 'e'], 'route extraction show', {}, ['e']],
    [
      ['route', 'extraction', 'create', '--details', 'd', '--file', 'a', '--file', 'b'],
      'route extraction create',
      { details: 'd', file: ['a', 'b'] },
    ],
    [['route', 'extraction', 'update', 'e', '--details', 'd'], 'route extraction update', { details: 'd' }, ['e']],
    [['route', 'extraction', 'delete', 'e', '--yes'], 'route extraction delete', { yes: true }, ['e']],
    [['route', 'classification', 'create', '--details', 'd'], 'route classification create', { details: 'd' }],
    [['demo', '--folder', 'd', '--json'], 'demo', { folder: 'd', json: true }],
    [['sandbox'], 'sandbox', {}],
    [['sandbox', '--port', '80', '--fault', 'a', '--fault', 'b'], 'sandbox', { port: '80', fault: ['a', 'b'] }],
  ])('reads %j', async (args, command, flags, operands = []) => {
    expect(await parsed(...args)).toEqual({ command, flags, operands, exit: 7 });
  });

  it.each([
    [['run', '', ...extraction], 'FOLDER'],
    [['run', '/scans', '--extraction', ''], '--extraction'],
    [['run', '/scans', ...extraction, '--include', '*.pdf', '--include', ''], '--include'],
    [['run', '/scans', ...extraction, '--data-dir='], '--data-dir'],
    [['watch', '--config', ''], '--config'],
    [['send', '', '--to', '/scans'], 'FILE'],
    [['send', 'a.pdf', '', '--to', '/scans'], 'FILE'],
    [['send', 'a.pdf', '--to', ''], '--to'],
    [['answer', 'a.pdf', '', '--send-again'], 'PATH'],
    [['export', ''], 'PATH'],
    [['status', '--why', ''], '--why'],
    [['answer', '', '--send'], 'PATH'],
    [['route', 'extraction', 'delete', '', '--yes'], 'ID'],
  ])('refuses what a script left empty: %j', async (args, name) => {
    const host = testHost();
    expect(await runCommandLine(args, host)).toBe(2);
    expect(host.messages.text).toBe(`${name} is empty: perhaps a variable is not set.\n`);
  });

  it('takes the folder after repeatable flags too', async () => {
    expect((await parsed('run', '--include', '*.pdf', '/scans', ...extraction)).operands).toEqual(['/scans']);
  });

  it('takes what is decided about unverified files', async () => {
    const { flags } = await parsed('run', '/scans', ...extraction, '--unverified', 'leave');
    expect(flags).toMatchObject({ unverified: 'leave' });
    const refused = await parsed('run', '/scans', ...extraction, '--unverified', 'perhaps').catch((error: Refusal) => error.said);
    expect(refused).toEqual([say('commandLine.flags.oneOf', { flag: '--unverified', values: 'send, leave', text: 'perhaps' })]);
  });

  it.each<[MessageCode, string[]]>([
    ['commandLine.missingArgument', ['run']],
    ['commandLine.excessArguments', ['run', '/a', '/b', ...extraction]],
    ['commandLine.missingOption', ['send', 'a.pdf']],
    ['commandLine.missingValue', ['watch', '--config']],
    ['commandLine.unknownCommand', ['nothing']],
    ['commandLine.unknownOption', ['run', '/a', '--frobnicate']],
    ['commandLine.unknownOption', ['run', '/a', '-x']],
  ])('refuses with %s: %j', async (code, args) => {
    const refusal = await parsed(...args).catch((error: Refusal) => error.said);
    expect(refusal).toMatchObject([{ code: 'commandLine.seeHelp', values: { problem: { code } } }]);
  });

  it('refuses to explain a command that there is not, and has no full stop before its hint', async () => {
    for (const language of languageTags) {
      const host = testHost({ language });
      expect(await runCommandLine(['help', 'nope'], host)).toBe(2);
      expect(host.output.text).toBe('');
      expect(host.messages.text).toMatch(/nope.*--help/);
      for (const args of [['run'], ['run', '/a', '/b'], ['watch'], ['watch', '--config'], ['run', '/a', '-x'], ['']]) {
        const refused = testHost({ language });
        expect(await runCommandLine(args, refused)).toBe(2);
        expect(refused.messages.text, args.join(' ')).not.toMatch(/\.\s*; --help/);
      }
    }
    expect(await parsed('help', 'stauts').catch((error: Refusal) => error.said)).toEqual([
      say('commandLine.meant', { problem: say('commandLine.unknownCommand', { name: 'stauts' }), meant: 'status' }),
    ]);
  });

  it('marks what is required, and explains with a command only what that command takes', async () => {
    expect(await helpOf('en', 'route', 'extraction', 'create')).toMatch(
      /--details <file>\s+a JSON file that describes it \(required\)/,
    );
    expect(await helpOf('en', 'route', 'extraction', 'show')).not.toContain('--details');
    expect(await helpOf('en', 'route', 'classification', 'create')).toContain('"categories"');
  });

  it('guesses what was meant', async () => {
    const said = async (...args: string[]) => parsed(...args).catch((error: Refusal) => error.said);
    expect(await said('run', '/a', '--extractoin', 'e')).toEqual([
      say('commandLine.meant', { problem: say('commandLine.unknownOption', { flag: '--extractoin' }), meant: '--extraction' }),
    ]);
    expect(await said('stauts')).toEqual([
      say('commandLine.meant', { problem: say('commandLine.unknownCommand', { name: 'stauts' }), meant: 'status' }),
    ]);
    expect(await said('key', 'sett')).toEqual([
      say('commandLine.meant', { problem: say('commandLine.unknownCommand', { name: 'sett' }), meant: 'set' }),
    ]);
  });

  it('says a refusal in the language of the terminal, and to machines with its code and in English', async () => {
    const host = testHost({ language: 'de' });
    expect(await runCommandLine(['status', '--frobnicate', '--json'], host)).toBe(2);
    expect(host.messages.text).toBe('Unbekannte Option --frobnicate; --help erklärt es.\n');
    expect(JSON.parse(host.output.text)).toMatchObject({
      ...{ event: 'error', exit: 2, code: 'commandLine.seeHelp' },
      message: 'Unknown option --frobnicate; --help explains it.',
    });
  });
});

describe('the help', () => {
  it('lists every command', async () => {
    const help = await helpOf('en');
    for (const name of Object.keys(commands)) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  it.each(languageTags)('has nothing of commander’s own English in it: %s', async (language) => {
    for (const args of [[], ...Object.keys(commands).map((name) => [name]), ['key', 'set'], ['route', 'extraction', 'create']]) {
      const help = await helpOf(language, ...args);
      if (language !== 'en') expect(help).not.toMatch(/Usage:|Options:|Commands:|Arguments:|\[command\]|default:/);
      expect(help).not.toMatch(/undefined|\bhelp\.\w+\.\w+/);
      // Punctuation stays with its word in French, too.
      expect(help).not.toMatch(/^\s*[:;?!»]/m);
    }
  });

  it('is shown for a group of commands without one of them', async () => {
    const host = testHost();
    expect(await runCommandLine(['key'], host)).toBe(2);
    expect(host.messages.text).toContain('intray key');
    expect(host.output.text).toBe('');
  });
});

describe('the language of the terminal', () => {
  it.each<[Record<string, string>, string]>([
    [{ LC_ALL: 'de_AT.UTF-8', LANG: 'fr_FR.UTF-8' }, 'de-AT'],
    [{ LC_ALL: '', LC_MESSAGES: 'fr_CA', LANG: 'de_DE.UTF-8' }, 'fr-CA'],
    [{ LANG: 'de_DE.UTF-8@euro' }, 'de-DE'],
    [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'POSIX' }, 'en'],
  ])('of %j is %s', (environment, tag) => {
    expect(systemLanguages(environment)).toEqual([tag]);
  });

  it('is that of the system’s settings where the environment says nothing', () => {
    expect(systemLanguages({})).toEqual([Intl.DateTimeFormat().resolvedOptions().locale]);
  });
});
