import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { keptOutput, type ProgramRun, runProgram } from '../../../electron/workspace/hooks/hook-runner.ts';
import { Scene } from '../../support/scene.ts';
import { waitFor } from '../../support/wait-for.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

/** Runs a script of Node. */
function run(script: string, more: Partial<ProgramRun> & { readonly parameters?: readonly string[] } = {}) {
  const { parameters = [], ...others } = more;
  return runProgram({
    program: [process.execPath, '-e', script, ...parameters],
    ...{ body: '{}', variables: [], environment: process.env, directory: scene.root, timeoutMs: 20_000 },
    signal: new AbortController().signal,
    ...others,
  });
}

const copyInput = "process.stdin.pipe(require('node:fs').createWriteStream(process.argv[1]))";

describe('the program of a hook', () => {
  it('gets the event on its standard input to the letter, whatever the names in it, and no shell reads its arguments', async () => {
    const name = "a\n\"; rm -rf $(HOME) `id`; 'ü'.pdf";
    const body = JSON.stringify({ document: { file: name } });
    const to = join(scene.root, 'got; echo $HOME "quoted"\nline');
    expect(await run(copyInput, { body, parameters: [to] })).toEqual({ kind: 'taken' });
    expect(readFileSync(to, 'utf8')).toBe(`${body}\n`);
    expect(JSON.parse(readFileSync(to, 'utf8'))).toEqual({ document: { file: name } });
  });

  it('gets what every program needs of the environment and what its hook names, and none of Intray’s secrets', async () => {
    const environment = { PATH: process.env.PATH, INTRAY_API_KEY: 'sk-secret', DATABASE: 'db', OTHER: 'no', HOME: '/home/ann' };
    const script = 'console.log(JSON.stringify(Object.keys(process.env).sort()))';
    const outcome = await run(script, { environment, variables: ['DATABASE', 'MISSING'] });
    expect(outcome).toMatchObject({ kind: 'taken' });
    const names = JSON.parse('output' in outcome ? (outcome.output ?? '') : '') as string[];
    expect(names).toEqual(expect.arrayContaining(['DATABASE', 'PATH']));
    expect(names).not.toContain('INTRAY_API_KEY');
    expect(names).not.toContain('OTHER');
  });

  it('has taken the event if it ends with 0; the end of what it wrote is kept', async () => {
    const outcome = await run(`process.stdout.write('x'.repeat(100_000) + 'the end')`);
    expect(outcome).toMatchObject({ kind: 'taken', output: expect.stringMatching(/^x+the end$/) });
    expect('output' in outcome && outcome.output?.length).toBe(keptOutput);
  });

  it.each([
    ['another exit code', 'console.error("no room"); process.exit(3)', /ended with exit code 3\.$/],
    ['a signal', "process.kill(process.pid, 'SIGKILL')", /was ended by SIGKILL\.$/],
  ])('has not with %s', async (_, script, said) => {
    const outcome = await run(script);
    expect(outcome.kind).toBe('refused');
    expect('message' in outcome && inEnglish(outcome.message)).toMatch(said);
  });

  it('says why it cannot be started', async () => {
    const program = [join(scene.root, 'nothing-here')] as const;
    const outcome = await run('', { program });
    expect('message' in outcome && inEnglish(outcome.message)).toMatch(/nothing-here could not be started: .*ENOENT/);
  });

  it('that does not read its input is none the worse for it', async () => {
    expect(await run('process.exit(0)', { body: 'x'.repeat(5_000_000) })).toEqual({ kind: 'taken' });
  });

  it('is not waited for when it leaves something running', async () => {
    const left = join(scene.root, 'left');
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3600000)'], { stdio: 'inherit' });
      child.unref();
      require('node:fs').writeFileSync(${JSON.stringify(left)}, String(child.pid))`;
    expect(await run(script)).toMatchObject({ kind: 'taken' });
    // It still runs: a signal that there is no process for throws.
    process.kill(Number(readFileSync(left, 'utf8')), 'SIGKILL');
  });

  const tree = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"]);
    require('node:fs').writeFileSync(process.argv[1], String(child.pid));
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);`;

  it('that hangs is ended with all that it has started, however it resists, and that is said', async () => {
    const pid = join(scene.root, 'pid');
    const outcome = await run(tree, { parameters: [pid], timeoutMs: 1_000 });
    expect(outcome.kind).toBe('refused');
    expect('message' in outcome && inEnglish(outcome.message)).toMatch(/was not done within 1 s.* and was ended, with all/);
    await waitFor(() => expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false));
  });

  it('is ended when Intray stops, and nobody knows what became of it', async () => {
    const pid = join(scene.root, 'pid');
    const stopping = new AbortController();
    const running = run(tree, { parameters: [pid], signal: stopping.signal });
    await waitFor(() => expect(existsSync(pid) && readFileSync(pid, 'utf8')).toBeTruthy());
    stopping.abort();
    expect(await running).toEqual({ kind: 'aborted' });
    await waitFor(() => expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie that nobody has collected yet does nothing any more.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
