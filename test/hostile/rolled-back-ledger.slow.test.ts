/** The built program, and a ledger that is not what it was: nothing is sent twice unasked, and it is said. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openProgram, type Program, sentOtherThanOnce } from '../acceptance/program.ts';
import { makeFile } from '../support/make-files.ts';
import { jsonLines } from '../support/run-intray.ts';

// Each test starts the program several times, and a machine may be busy.
vi.setConfig({ testTimeout: 240_000 });

const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}.pdf`);

const put = async ({ space }: Program, ...files: readonly string[]) => {
  for (const name of files) await makeFile(join(space.folder, name), `rolled back: ${name}`);
};
const results = ({ space }: Program) => names.filter((name) => existsSync(join(space.folder, `${name}.json`)));
const data = ({ space }: Program, name = '') => join(space.dataDir, name);

/** Six documents are at the service, nothing of them is delivered, and the program has died. The ledger had lived before. */
async function diedWhileWaiting(onTestFinished: (work: () => Promise<void>) => void): Promise<Program> {
  const program = await openProgram(onTestFinished, { processingMilliseconds: 20_000 });
  const before = program.start(program.folderArgs());
  expect((await before.ended).code, before.stderr()).toBe(0);
  await put(program, ...names);
  const intray = program.start(program.folderArgs());
  const isAccepted = () => new Set(intray.stdout().match(/"path":"[^"]+","state":"(queued|processing)"/g)).size >= names.length;
  await intray.until('all are at the service', () => program.service.uploads.size === names.length && isAccepted());
  intray.signal('SIGKILL');
  await intray.ended;
  expect(results(program)).toEqual([]);
  return program;
}

const log = (program: Program) => data(program, 'ledger.sqlite-wal');

describe('a ledger', () => {
  // Whatever else can become of a log is found alike: `test/ledger/promises.test.ts`.
  it('of whose log one byte is flipped, after a death with six documents at the service', async ({ onTestFinished }) => {
    const program = await diedWhileWaiting(onTestFinished);
    const bytes = readFileSync(log(program));
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(log(program), bytes);
    const held = await program.runFolder();
    expect(held.code, held.stderr).toBe(1);
    expect(held.stderr).toMatch(/ledger .* is damaged.*Start with --unverified send or --unverified leave/s);
    expect(jsonLines(held.stdout).find(({ event }) => event === 'ledger-lost')).toBeDefined();
    expect(sentOtherThanOnce(program.service)).toEqual([]);
    const again = await program.runFolder();
    expect(again.stderr).toContain('--unverified send');
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });
});

describe('a data directory', () => {
  it('of which an older copy was put back: what was sent since is not sent again unasked', async ({ onTestFinished }) => {
    const program = await openProgram(onTestFinished);
    await put(program, 'one.pdf');
    expect((await program.runFolder()).code).toBe(0);
    const older = join(program.space.root, 'older');
    cpSync(data(program), older, { recursive: true });
    await put(program, 'two.pdf', 'three.pdf', 'four.pdf');
    expect((await program.runFolder()).code).toBe(0);
    expect(results(program)).toHaveLength(4);
    // Booked, and taken away.
    for (const name of results(program)) rmSync(join(program.space.folder, `${name}.json`));
    for (const table of ['results.csv', 'intray.csv']) rmSync(join(program.space.folder, table), { force: true });
    rmSync(data(program), { recursive: true });
    cpSync(older, data(program), { recursive: true });
    const held = await program.runFolder();
    expect(held.stderr).toContain('is ahead of the ledger');
    expect(held.stderr).toContain('--unverified send');
    expect(held.code).toBe(1);
    expect((await program.runFolder()).stderr).toContain('--unverified send');
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });

  it('that was deleted: what the folder has is not sent again unasked', async ({ onTestFinished }) => {
    const program = await openProgram(onTestFinished);
    await put(program, 'one.pdf', 'two.pdf');
    expect((await program.runFolder()).code).toBe(0);
    for (const name of results(program)) rmSync(join(program.space.folder, `${name}.json`));
    for (const table of ['results.csv', 'intray.csv']) rmSync(join(program.space.folder, table), { force: true });
    rmSync(data(program), { recursive: true });
    const held = await program.runFolder();
    expect(held.stderr).toContain('was watched from this data directory before');
    expect(held.code).toBe(1);
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });
});
