/** What is read within one transaction is kept for it, and for no longer: another process may write to the ledger in between. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { Scene } from '../support/scene.ts';
import { found, invoices, origin } from './fixture.ts';

let scene: Scene;
let ledger: Ledger;
let path: string;

beforeEach(() => {
  scene = new Scene();
  path = scene.path('ledger.sqlite');
  ledger = openLedger(path);
});
afterEach(() => {
  ledger.close();
  return scene.end();
});

/** What another process does. */
function elsewhere(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe('what is read of small facts, routes and places', () => {
  it('is what another process has written since the last transaction', () => {
    const read = () => ledger.transaction(() => ledger.meta.read('marker-id'));
    ledger.meta.write('marker-id', 'first');
    expect(read()).toBe('first');
    elsewhere(`UPDATE meta SET value = '"second"' WHERE key = 'marker-id'`);
    expect(ledger.meta.read('marker-id')).toBe('second');
    expect(read()).toBe('second');
    elsewhere("DELETE FROM meta WHERE key = 'marker-id'");
    expect(read()).toBeUndefined();
  });

  it('is what this transaction has written', () => {
    ledger.transaction(() => {
      expect(ledger.meta.read('marker-id')).toBeUndefined();
      ledger.meta.write('marker-id', 'first');
      expect(ledger.meta.read('marker-id')).toBe('first');
      ledger.meta.write('marker-id', undefined);
      expect(ledger.meta.read('marker-id')).toBeUndefined();
      expect(ledger.routes.passed(origin, invoices)).toBe(false);
      ledger.routes.setPassed(origin, invoices);
      expect(ledger.routes.passed(origin, invoices)).toBe(true);
      ledger.routes.pause(origin, invoices, { message: foreign('Later.'), at: 1, until: 9, tries: 1 });
      expect(ledger.routes.paused(origin, invoices)).toMatchObject({ until: 9 });
      ledger.routes.hurry(3);
      expect(ledger.routes.paused(origin, invoices)).toMatchObject({ until: 3 });
    });
  });

  it('is read again, documents too, once it was asked whether another process has written', () => {
    const folderId = ledger.folders.ensure('/scans').id;
    const { id } = ledger.documents.add(found(folderId));
    expect(ledger.isChangedElsewhere()).toBe(false);
    expect(ledger.documents.standings().failed).toBe(0);
    elsewhere(`UPDATE documents SET path = 'elsewhere.pdf', standing = 'failed' WHERE id = ${id}`);
    expect(ledger.isChangedElsewhere()).toBe(true);
    expect(ledger.documents.get(id)?.path).toBe('elsewhere.pdf');
    expect(ledger.documents.standings().failed).toBe(1);
    expect(ledger.isChangedElsewhere()).toBe(false);
  });

  it('is forgotten with a transaction that is rolled back', () => {
    const fail = () =>
      ledger.transaction(() => {
        ledger.meta.write('marker-id', 'first');
        expect(ledger.meta.read('marker-id')).toBe('first');
        ledger.routes.idOf(origin, invoices);
        throw new Error('rolled back');
      });
    expect(fail).toThrow('rolled back');
    ledger.transaction(() => {
      expect(ledger.meta.read('marker-id')).toBeUndefined();
      expect(ledger.routes.passed(origin, invoices)).toBe(false);
    });
  });
});
