import { describe, expect, it } from 'vitest';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import { Connection, type Row, type Value } from '../../electron/ledger/connection.ts';
import { Ledger, type NewDocument } from '../../electron/ledger/ledger.ts';
import { schema } from '../../electron/ledger/schema.ts';
import { found, freshLedger, invoices, mail, origin } from './fixture.ts';

const elsewhere = 'https://other.example';

function classified(category: { readonly categoryId?: string; readonly categoryName?: string }): DocumentResult {
  return { kind: 'classification', status: 'processed', ...category, extra: {} };
}

describe('The names of what has a category and waits for nothing', () => {
  function world() {
    const fresh = freshLedger();
    const batch = fresh.ledger.batches.add({ origin, route: mail, madeAt: 1, files: 1 }).id;
    /** A document that was sent to the classification. */
    const sent = (path: string, result: DocumentResult | undefined, members: Partial<NewDocument> = {}): number => {
      const state = { kind: 'processed' } as const;
      const { id } = fresh.ledger.documents.add(found(fresh.folderId, { path, route: mail, state, ...members }));
      fresh.ledger.documents.update(id, { batchId: batch, ...(result !== undefined && { result }) });
      return id;
    };
    const names = (...categories: string[]) => fresh.ledger.documents.namesInCategories(origin, new Set(categories)).toSorted();
    return { ...fresh, sent, names };
  }

  it('are those of its name and of its id, under the name that went out', () => {
    const { ledger: own, sent, names } = world();
    sent('in/by name.pdf', classified({ categoryName: 'Order' }));
    own.documents.update(sent('by id.pdf', classified({ categoryId: 'cat-1', categoryName: 'Bestellung' })), {
      sentAs: 'by_id-7f.pdf',
    });
    sent('letter.pdf', classified({ categoryId: 'cat-2', categoryName: 'Letter' }));
    sent('none.pdf', classified({}));
    expect(names('Order', 'cat-1')).toEqual(['by name.pdf', 'by_id-7f.pdf']);
    expect(names('Order')).toEqual(['by name.pdf']);
    expect(names('Letter', 'unheard of')).toEqual(['letter.pdf']);
    // Nothing is a pattern, and nothing is read as anything but text.
    expect(names('Ord%', "' OR 1", '"Order"')).toEqual([]);
  });

  it('are those of verdicts that the ledger keeps no longer, whatever they were', () => {
    const { sent, names } = world();
    sent('dropped.pdf', undefined);
    sent('letter.pdf', classified({ categoryName: 'Letter' }));
    expect(names('Order')).toEqual(['dropped.pdf']);
    expect(names()).toEqual(['dropped.pdf']);
  });

  it('are not those that wait for values, went on, were never sent, or are of another service or an extraction', () => {
    const { ledger: own, folderId: folder, sent, names } = world();
    const order = classified({ categoryName: 'Order' });
    own.documents.update(sent('waits.pdf', order), { awaits: { extraction: 'e-1', since: 1 } });
    own.documents.advance(sent('went on.pdf', order), invoices, { state: { kind: 'queued', status: 'queued' } });
    own.documents.add(found(folder, { path: 'never sent.pdf', route: mail }));
    sent('elsewhere.pdf', order, { origin: elsewhere });
    sent('extracted.pdf', undefined, { route: invoices });
    expect(names('Order')).toEqual([]);
    sent('stays.pdf', order);
    expect(names('Order')).toEqual(['stays.pdf']);
  });
});

describe('The names of what was put into a category, or out of it', () => {
  const order = classified({ categoryId: 'cat-1', categoryName: 'Order' });
  const letter = classified({ categoryId: 'cat-2', categoryName: 'Letter' });

  function world() {
    const { ledger, folderId } = freshLedger();
    const batch = ledger.batches.add({ origin, route: mail, madeAt: 1, files: 1 }).id;
    const put = (path: string, ...verdicts: DocumentResult[]): number => {
      const { id } = ledger.documents.add(
        found(folderId, { path, route: mail, state: { kind: 'processed' }, hash: hashOf(path) }),
      );
      ledger.documents.update(id, { batchId: batch, fileId: `f-${id}`, sentAs: path });
      for (const result of verdicts) ledger.documents.update(id, { result });
      return id;
    };
    /** The service's own batch has a file of this content. */
    const isThere = (id: number, members: { readonly linked: boolean }) => {
      const made = ledger.batches.add({ origin, route: invoices, madeAt: 1 }).id;
      ledger.batches.update(made, { state: 'open', ...(members.linked && { linked: 'whole' }) });
      ledger.documents.advance(id, invoices, { state: { kind: 'queued', status: 'queued' }, batchId: made, fileId: 'f-9' });
    };
    const names = (...categories: string[]) => ledger.documents.notedNames(origin, invoices.id, new Set(categories)).toSorted();
    return { ledger, folderId, put, isThere, names };
  }

  it('are those of its name and of its id, wherever the document is now', () => {
    const { ledger, put, names } = world();
    put('letter.pdf', letter);
    put('order.pdf', order);
    put('once.pdf', order, letter);
    put('twice.pdf', letter, order, letter);
    put('renamed.pdf', order, classified({ categoryId: 'cat-1', categoryName: 'Bestellung' }));
    const gone = put('went on.pdf', order, letter);
    ledger.documents.advance(gone, { kind: 'extraction', id: 'e-2' }, { state: { kind: 'queued', status: 'queued' } });
    const passed = put('changed later.pdf', order);
    ledger.documents.advance(passed, { kind: 'extraction', id: 'e-2' }, { state: { kind: 'queued', status: 'queued' } });
    ledger.documents.updatePassed(passed, mail, { result: letter });
    const all = ['changed later.pdf', 'once.pdf', 'renamed.pdf', 'twice.pdf', 'went on.pdf'];
    expect(names('Order')).toEqual(all);
    expect(names('cat-1')).toEqual(all);
    expect(names('Letter')).toEqual(['changed later.pdf', 'once.pdf', 'twice.pdf', 'went on.pdf']);
    expect(names('Bestellung')).toEqual(['renamed.pdf']);
    ledger.documents.noteCategory(put('noted.pdf', classified({ categoryId: 'cat-3' })), mail);
    expect(names('cat-3')).toEqual(['noted.pdf']);
    expect(names()).toEqual([]);
  });

  it('are not those that wait for values there, have them by now, were never sent or are of another service', () => {
    const { ledger, folderId, put, isThere, names } = world();
    ledger.documents.update(put('waits.pdf', order, letter, order), { awaits: { extraction: invoices.id, since: 1 } });
    isThere(put('taken up.pdf', order, letter), { linked: true });
    const left = put('left.pdf', order, letter);
    isThere(left, { linked: true });
    const { batchId = 0, fileId = '' } = ledger.documents.get(left) ?? {};
    ledger.leftSteps.put(origin, { documentId: left, route: invoices, state: { kind: 'processed' }, batchId, fileId });
    ledger.documents.rewind(left, { state: { kind: 'processed' } });
    ledger.documents.update(put('copy.pdf', order, letter), { sentAs: undefined });
    const { id } = ledger.documents.add(found(folderId, { path: 'elsewhere.pdf', route: mail, origin: elsewhere }));
    for (const result of [order, letter]) ledger.documents.update(id, { sentAs: 'elsewhere.pdf', result });
    expect(names('Order')).toEqual([]);
    ledger.documents.update(put('waits for others.pdf', order, letter), { awaits: { extraction: 'e-2', since: 1 } });
    isThere(put('sent there.pdf', order, letter), { linked: false });
    expect(names('Order')).toEqual(['sent there.pdf', 'waits for others.pdf']);
  });

  it('go with their document', () => {
    const { ledger, put, names } = world();
    ledger.documents.leaveOut(put('order.pdf', order, letter));
    expect(names('Order')).toEqual([]);
  });
});

const hashOf = (path: string): string => Buffer.from(path).toString('hex').padEnd(64, '0').slice(0, 64);

describe('In a ledger of 100,000 documents', () => {
  it('they are looked for among what went to a classification, not in all steps', () => {
    const asked: { sql: string; values: readonly Value[] }[] = [];
    class Observed extends Connection {
      override all(sql: string, ...values: readonly Value[]): readonly Row[] {
        asked.push({ sql, values });
        return super.all(sql, ...values);
      }
    }
    const connection = new Observed(':memory:');
    connection.execute(`BEGIN; ${schema}
      INSERT INTO folders (id, path) VALUES (1, '/a');
      INSERT INTO routes (id, origin, kind, service_id) VALUES (1, '${origin}', 'extraction', 'e-1'), (2, '${origin}', 'classification', 'c-1');
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4999)
      INSERT INTO batches (id, route, state, made_at, files, polls) SELECT n, 1 + n % 2, 'ended', 1, 20, 1 FROM numbers;
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
      INSERT INTO documents (id, folder_id, path, size, mtime_ms, ino, step, state, state_json, delivery, delivery_json, standing,
          attempts, possible_duplicate, found_at, changed_at)
        SELECT n, 1, 'scan ' || n || '.pdf', n, n, n, 1, 'processed', '{"kind":"processed"}', 'done', '{"kind":"done","at":1}', 'done',
          0, 0, 0, n FROM numbers;
      INSERT INTO steps (document_id, position, route, batch_id, result)
        SELECT id, 1, 1 + id % 2, id % 5000, CASE id % 2 WHEN 0 THEN '{"kind":"extraction"}' ELSE
          '{"kind":"classification","categoryId":"' || CASE id % 1000 WHEN 1 THEN 'cat-1' ELSE 'cat-2' END || '"}' END FROM documents;
      COMMIT`);
    const ledger = new Ledger(connection);
    expect(ledger.documents.namesInCategories(origin, new Set(['cat-1', 'Order']))).toHaveLength(100);
    const [query] = asked.splice(0);
    const plan = connection.all(`EXPLAIN QUERY PLAN ${query?.sql}`, ...(query?.values ?? [])).map(({ detail }) => String(detail));
    expect(plan).toContain('SEARCH s USING INDEX steps_by_batch (batch_id=?)');
    expect(plan).toContain('SEARCH d USING INTEGER PRIMARY KEY (rowid=?)');
    expect(plan.join('\n')).not.toMatch(/SCAN (s|d|documents|steps)\b/);
    connection.run(`UPDATE steps SET sent_as = 'a.pdf', result = ? WHERE document_id IN (1, 2001)`, '{"kind":"classification"}');
    asked.splice(0);
    expect(ledger.documents.notedNames(origin, 'e-1', new Set(['cat-1']))).toHaveLength(2);
    const [once] = asked.splice(0);
    const onceIn = connection.all(`EXPLAIN QUERY PLAN ${once?.sql}`, ...(once?.values ?? [])).map(({ detail }) => String(detail));
    expect(onceIn.join('\n')).not.toMatch(/SCAN (s|d|same|steps|left_steps|documents|batches|b)\b/);
    ledger.close();
  });
});
