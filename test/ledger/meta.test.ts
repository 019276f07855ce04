import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { freshLedger, invoices, origin, temporaryDirectory } from './fixture.ts';

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

  it('belongs to one folder, one service, or one route of a service', () => {
    const { meta } = freshLedger().ledger;
    meta.write('folder-health', { kind: 'unreachable', message: say('common.foreign', { text: 'no share' }) }, 1);
    meta.write('known-routes', [invoices], origin);
    meta.write('route-view', { fields: [{ key: 'total' }] }, origin, invoices);
    expect(meta.read('folder-health', 1)).toMatchObject({ kind: 'unreachable' });
    expect(meta.read('folder-health', 2)).toBeUndefined();
    expect(meta.read('known-routes', 'https://elsewhere.example')).toBeUndefined();
    expect(meta.read('route-view', origin, { ...invoices, id: 'other' })).toBeUndefined();
    expect(meta.read('route-view', origin, invoices)).toEqual({ fields: [{ key: 'total' }] });
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
