import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LedgerDamaged, openLedger } from '../../electron/ledger/ledger.ts';
import { formatsBehind } from '../../electron/ledger/open.ts';
import { migrations } from '../../electron/ledger/schema.ts';
import { upgradeLedger } from '../../electron/ledger/upgrade.ts';
import { type OwnProcess, startNode } from '../../electron/process.ts';
import { temporaryDirectory } from './fixture.ts';
import { makeOldLedger, oldFormat } from './old-ledger.ts';

const steps = migrations.length - oldFormat;

function paths(file: string): string[] {
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  return ledger.documents.page({}).documents.map(({ path }) => path);
}

describe('a large ledger of an earlier version', () => {
  it('is brought up to date by a process of its own, which says how far it is', async () => {
    const file = makeOldLedger(temporaryDirectory());
    const seen: (readonly [number, number])[] = [];
    await upgradeLedger(file, { smallBelow: 0, onProgress: (done, of) => void seen.push([done, of]) });
    expect(seen).toEqual(Array.from({ length: steps + 1 }, (_, done) => [done, steps]));
    expect(formatsBehind(file)).toBe(0);
    expect(paths(file)).toEqual(['scan 3.pdf', 'scan 2.pdf', 'scan 1.pdf']);
  });

  it('goes on where it was when that process was killed', async () => {
    const file = makeOldLedger(temporaryDirectory());
    for (let kills = 0; kills < 3; kills += 1) {
      const left = formatsBehind(file);
      let child: OwnProcess | undefined;
      await upgradeLedger(file, {
        smallBelow: 0,
        start: (...given) => {
          child = startNode(...given);
          return child;
        },
        onProgress: (done) => done > 0 && child?.kill(),
      });
      expect(formatsBehind(file)).toBeLessThan(left);
    }
    await upgradeLedger(file, { smallBelow: 0 });
    expect(formatsBehind(file)).toBe(0);
    expect(paths(file)).toHaveLength(3);
  });

  it('is left as it is, and complete, when the work is given up', async () => {
    const file = makeOldLedger(temporaryDirectory());
    const ending = new AbortController();
    await upgradeLedger(file, { smallBelow: 0, signal: ending.signal, onProgress: (done) => done === 1 && ending.abort() });
    expect(paths(file)).toHaveLength(3);
  });

  it('that is small is left to whoever opens it, and so is one that cannot be opened', async () => {
    const file = makeOldLedger(temporaryDirectory());
    const said: number[] = [];
    await upgradeLedger(file, { onProgress: (done) => said.push(done) });
    writeFileSync(file, 'Not a database. '.repeat(1_000));
    await upgradeLedger(file, { smallBelow: 0, onProgress: (done) => said.push(done) });
    expect(said).toEqual([]);
    expect(() => openLedger(file)).toThrow(LedgerDamaged);
  });
});
