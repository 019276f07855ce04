/** The built program and a ledger that is damaged or gone: said loudly, nothing deleted, nothing sent without a word. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { expectOneSentence, expectResults, summaryOf } from '../acceptance/outputs.ts';
import { openProgram, type Program, sentOtherThanOnce } from '../acceptance/program.ts';
import { makeFile } from '../support/make-files.ts';
import { filesBelow, jsonLines } from '../support/run-intray.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
vi.setConfig({ testTimeout: 240_000 });

const ledgerOf = ({ space }: Program) => join(space.dataDir, 'ledger.sqlite');

/** `a.pdf` is delivered and in the backups. Then the ledger is damaged, and `b.pdf` comes. */
async function lived(onTestFinished: (work: () => Promise<void>) => void): Promise<Program> {
  const program = await openProgram(onTestFinished);
  await makeFile(join(program.space.folder, 'a.pdf'), 'lost ledger a');
  const first = await program.runFolder();
  expect(first.code, first.stderr).toBe(0);
  expect(readdirSync(join(program.space.dataDir, 'backups')).length).toBeGreaterThan(0);
  await makeFile(join(program.space.folder, 'b.pdf'), 'lost ledger b');
  return program;
}

function spoil(file: string): Buffer {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 0, 100);
  writeFileSync(file, bytes);
  return bytes;
}

describe('a damaged ledger', () => {
  it('is put aside, its backup restored, and what is new is held until a person decides: send', async ({ onTestFinished }) => {
    const program = await lived(onTestFinished);
    const damaged = spoil(ledgerOf(program));
    const held = await program.runFolder();
    expect(held.code, held.stderr).toBe(1);
    expect(held.stderr).toMatch(
      /ledger .* is damaged.*backup of .* was restored.*Start with --unverified send or --unverified leave/,
    );
    const lost = jsonLines(held.stdout).find(({ event }) => event === 'ledger-lost');
    expect(lost).toMatchObject({ message: expect.stringContaining('damaged'), backup: expect.any(String) });
    const [aside = ''] = (lost?.quarantined ?? []) as string[];
    expect(held.stderr).toContain(aside);
    expect(readFileSync(aside).equals(damaged)).toBe(true);
    expect(summaryOf(held).balance).toMatchObject({ found: 2, delivered: 1, moving: 1 });
    expect(program.service.uploads.size).toBe(1);

    // It is said again at each start, until it is decided.
    const again = await program.runFolder();
    expect(again.stderr).toContain('--unverified send');
    expect(program.service.uploads.size).toBe(1);
    const end = await program.runFolder(['--unverified', 'send']);
    expect(end.stderr).not.toContain('Start with --unverified');
    expect(summaryOf(end).balance).toMatchObject({ found: 2, delivered: 2 });
    await expectResults(program.space.folder, ['a.pdf', 'b.pdf']);
    expect(sentOtherThanOnce(program.service)).toEqual([]);
    expect((await program.runFolder()).stderr).not.toContain('unverified');
  });

  it('leave: what is new is left out, also by later runs', async ({ onTestFinished }) => {
    const program = await lived(onTestFinished);
    rmSync(ledgerOf(program));
    const end = await program.runFolder(['--unverified', 'leave']);
    expect(end.code, end.stderr).toBe(0);
    expect(end.stderr).toMatch(/ledger .* is missing/);
    expect(summaryOf(end).balance).toMatchObject({ found: 1, delivered: 1, moving: 0 });
    expect((await program.runFolder()).code).toBe(0);
    expect(program.service.uploads.size).toBe(1);
  });

  it('a decision must be one of the two', async ({ onTestFinished }) => {
    const program = await openProgram(onTestFinished);
    const end = await program.runFolder(['--unverified', 'perhaps']);
    expect(end.code).toBe(2);
    expectOneSentence(end.stderr);
    expect(await filesBelow(program.space.dataDir)).toEqual([]);
  });
});

describe('a directory in the place of the ledger', () => {
  it('is refused in a sentence, and nothing is touched or sent', async ({ onTestFinished }) => {
    const program = await lived(onTestFinished);
    rmSync(ledgerOf(program));
    mkdirSync(join(ledgerOf(program), 'within'), { recursive: true });
    const backups = readdirSync(join(program.space.dataDir, 'backups'));
    const end = await program.runFolder();
    expect(end.code, end.stderr).toBe(2);
    expectOneSentence(end.stderr);
    expect(readdirSync(ledgerOf(program))).toEqual(['within']);
    expect(readdirSync(join(program.space.dataDir, 'backups'))).toEqual(backups);
    expect(program.service.uploads.size).toBe(1);
  });
});
