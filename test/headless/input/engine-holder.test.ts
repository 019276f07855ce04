import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../../electron/core/messages/message.ts';
import { engineHolder, holderMessage } from '../../../electron/headless/input/ledger-access.ts';
import { acquireDataDirectory } from '../../../electron/ledger/lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intray-holder-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('whether an engine is running', () => {
  it('is seen from the lock, and the holder is named', () => {
    expect(engineHolder(directory)).toEqual({ kind: 'none' });
    const lock = acquireDataDirectory(directory);
    expect(engineHolder(directory)).toMatchObject({ kind: 'running', pid: process.pid });
    if (lock.ok) lock.value.release();
    expect(engineHolder(directory)).toEqual({ kind: 'none' });
  });

  it('is not inferred from what a crash has left behind', async () => {
    const lock = acquireDataDirectory(directory);
    if (lock.ok) lock.value.release();
    await writeFile(join(directory, 'engine.json'), '{"pid":1,"host":"here","since":"2026-01-01T00:00:00.000Z"}');
    expect(engineHolder(directory)).toEqual({ kind: 'none' });
  });

  it('is seen even if its name cannot be read', async () => {
    const lock = acquireDataDirectory(directory);
    await writeFile(join(directory, 'engine.json'), 'torn');
    expect(engineHolder(directory)).toEqual({ kind: 'running' });
    if (lock.ok) lock.value.release();
  });

  it('does not hinder one that starts', () => {
    acquireThenRelease();
    for (let look = 0; look < 5; look += 1) engineHolder(directory);
    acquireThenRelease();
  });

  function acquireThenRelease(): void {
    const lock = acquireDataDirectory(directory);
    expect(lock.ok).toBe(true);
    if (lock.ok) lock.value.release();
  }

  it('is put into a message', () => {
    const since = '2026-01-01T00:00:00.000Z';
    expect(holderMessage({ kind: 'none' })).toEqual(say('commandLine.engine.none'));
    expect(holderMessage({ kind: 'running' })).toEqual(say('commandLine.engine.running'));
    expect(holderMessage({ kind: 'running', pid: 7, host: 'nas', since })).toEqual(
      say('commandLine.engine.runningSince', { process: '7', machine: 'nas', at: Date.parse(since) }),
    );
  });
});
