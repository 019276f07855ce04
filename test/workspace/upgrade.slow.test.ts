import { mkdirSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { formatsBehind } from '../../electron/ledger/open.ts';
import { makeOldLedger } from '../ledger/old-ledger.ts';
import { openTestWorkspace, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

/** The least that is brought up to date apart, and a little more. */
const large = 70 * 2 ** 20;

async function openOnOldLedger(): Promise<string> {
  test = await openTestWorkspace();
  await test.close();
  rmSync(test.dataDirectory, { recursive: true });
  mkdirSync(test.dataDirectory);
  const file = makeOldLedger(test.dataDirectory, { bytes: large });
  test = await test.again();
  return file;
}

describe('a workspace with a large ledger of an earlier version', () => {
  it('is there at once, says how far the ledger is brought up to date, and goes on by itself', async () => {
    const file = await openOnOldLedger();
    const { line } = await test.ask('status', {});
    expect(line).toMatchObject({ kind: 'starting', message: { code: 'ledger.upgrading', values: { of: expect.any(Number) } } });
    expect(await test.refused('documents', {})).toMatchObject({ kind: 'unavailable', message: { code: 'ledger.upgrading' } });
    await test.until('it works', async () => (await test.ask('status', {})).line.kind === 'first-run');
    expect(await test.ask('documents', {})).toMatchObject({ total: 3 });
    expect(formatsBehind(file)).toBe(0);
  });

  it('can be closed meanwhile, and goes on when it is opened again', async () => {
    await openOnOldLedger();
    await test.close();
    test = await test.again();
    await test.until('it works', async () => (await test.ask('status', {})).line.kind === 'first-run');
    expect(await test.ask('documents', {})).toMatchObject({ total: 3 });
  });
});
