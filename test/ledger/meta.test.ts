import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { freshLedger, origin, temporaryDirectory } from './fixture.ts';

describe('An entry of meta', () => {
  it('is what was last written', () => {
    const { meta } = freshLedger().ledger;
    expect(meta.read('rate')).toBeUndefined();
    meta.write('rate', { perSecond: 0.5, at: 1 });
    meta.write('rate', { perSecond: 2, at: 3 });
    expect(meta.read('rate')).toEqual({ perSecond: 2, at: 3 });
    meta.write('rate', undefined);
    expect(meta.read('rate')).toBeUndefined();
  });

  it('belongs to one folder', () => {
    const { meta } = freshLedger().ledger;
    meta.write('folder-health', { kind: 'unreachable', message: say('common.foreign', { text: 'no share' }) }, 1);
    expect(meta.read('folder-health', 1)).toMatchObject({ kind: 'unreachable' });
    expect(meta.read('folder-health', 2)).toBeUndefined();
  });

  it('counts as missing if it cannot be read', () => {
    const file = join(temporaryDirectory(), 'ledger');
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    ledger.meta.write('work', { origin, folders: [1] });
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    for (const value of ['{"origin":1}', '[]', '', '{']) {
      other.prepare('UPDATE meta SET value = ? WHERE key = ?').run(value, 'work');
      expect(ledger.meta.read('work')).toBeUndefined();
    }
  });
});
