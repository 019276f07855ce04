import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../electron/core/document/document.ts';
import { countsOf } from '../../electron/core/document/standing.ts';
import { Connection, type Row, type Value } from '../../electron/ledger/connection.ts';
import { Ledger } from '../../electron/ledger/ledger.ts';
import { schema } from '../../electron/ledger/schema.ts';
import { ids, invoices, origin, viewOf } from './fixture.ts';

const count = 100_000;
const folders = 4;

/** Document n lies in folder 1 + n % 4, changed at n % 1000, and is failed (n % 10 = 0), waiting (1), to be delivered (2) or done. */
const fill = `
  INSERT INTO folders (id, path) VALUES (1, '/a'), (2, '/b'), (3, '/c'), (4, '/d');
  INSERT INTO routes (id, origin, kind, service_id) VALUES (1, '${origin}', '${invoices.kind}', '${invoices.id}');
  INSERT INTO batches (id, route, state, service_batch_id, made_at, polls)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000) SELECT n, 1, 'ended', 'b' || n, 0, 0 FROM numbers;
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
  INSERT INTO jobs (id, route, hash, state_json, due_at, tries, batch_id, attempts, possible_duplicate)
    SELECT n, 1, printf('%064x', n),
      CASE n % 10 WHEN 0 THEN '{"kind":"failed","by":"service","message":""}'
        WHEN 1 THEN '{"kind":"waiting","wait":{"kind":"ready","notBefore":0}}' ELSE '{"kind":"processed"}' END,
      CASE n % 10 WHEN 1 THEN n END, 1, CASE n % 10 WHEN 1 THEN NULL ELSE 1 + n % 5000 END, 0, 0 FROM numbers;
  INSERT INTO documents (id, seq, folder_id, path, size, mtime_ms, ino, hash, file, route, job, state, wait, delivery_json,
      standing, found_at, changed_at, due_at, log)
    SELECT id, id, 1 + id % ${folders}, 'scan ' || id || '.pdf', id, id, id, hash, '{"kind":"there"}', 1, id, state,
      CASE n % 10 WHEN 1 THEN 'ready' END,
      CASE n % 10 WHEN 0 THEN '{"kind":"none"}' WHEN 1 THEN '{"kind":"none"}' WHEN 2 THEN '{"kind":"pending"}' ELSE '{"kind":"done","at":1}' END,
      CASE n % 10 WHEN 0 THEN 'failed' WHEN 1 THEN 'on-the-way' WHEN 2 THEN 'on-the-way' ELSE 'done' END, 0, n % 1000,
      CASE n % 10 WHEN 2 THEN n END, '' FROM (SELECT *, id AS n FROM jobs);
  INSERT INTO files (folder_id, directory, name, size, mtime_ms, ino, document_id)
    SELECT folder_id, 'd' || (id % 40), path, id, id, id, id FROM documents;
`;

/** Remembers what was asked, so that SQLite can be asked how it finds that. */
class ObservedConnection extends Connection {
  readonly queries: { readonly sql: string; readonly values: readonly Value[] }[] = [];

  override all(sql: string, ...values: readonly Value[]): readonly Row[] {
    this.queries.push({ sql, values });
    return super.all(sql, ...values);
  }

  override get(sql: string, ...values: readonly Value[]): Row | undefined {
    this.queries.push({ sql, values });
    return super.get(sql, ...values);
  }

  plan(work: () => unknown): string {
    this.queries.length = 0;
    work();
    return this.queries
      .flatMap(({ sql, values }) => super.all(`EXPLAIN QUERY PLAN ${sql}`, ...values))
      .map((row) => String(row.detail))
      .join('\n');
  }
}

let connection: ObservedConnection;
let ledger: Ledger;

beforeAll(() => {
  connection = new ObservedConnection(':memory:');
  connection.execute(`BEGIN; ${schema} ${fill} COMMIT`);
  ledger = new Ledger(connection);
  viewOf(ledger);
  return () => ledger.close();
}, 300_000);

const inPageOrder = Array.from({ length: count }, (_, index) => index + 1).sort((a, b) => (b % 1000) - (a % 1000) || b - a);

describe('a ledger of 100,000 documents', () => {
  it('counts them by state', () => {
    expect(ledger.documents.balance()).toMatchObject({ found: count, failed: count / 10, delivered: (count * 7) / 10 });
    expect(ledger.documents.counts(1)).toContainEqual({ state: 'failed', delivery: 'none', count: 5_000 });
  });

  it.each([
    ['all', {}, () => true],
    ['of one standing', { standings: ['failed'] }, (n) => n % 10 === 0],
    ['of some standings', { standings: ['failed', 'on-the-way'] }, (n) => n % 10 < 3],
    ['of a folder', { folderId: 2 }, (n) => n % folders === 1],
    [
      'of a folder and a standing',
      { folderId: 2, standings: ['on-the-way'] },
      (n) => n % folders === 1 && [1, 2].includes(n % 10),
    ],
    ['of a standing with a text', { standings: ['failed'], text: '99' }, (n) => String(n).includes('99') && n % 10 === 0],
    ['with a common text', { text: 'SCAN' }, () => true],
    ['with a text', { text: '777' }, (n) => String(n).includes('777')],
    ['with a short text', { text: '77' }, (n) => String(n).includes('77')],
    [
      'of a folder and a standing with a text',
      { text: '99', folderId: 1, standings: ['failed'] },
      (n) => String(n).includes('99') && n % 20 === 0,
    ],
  ] as const satisfies readonly (readonly [string, object, (n: number) => boolean])[])(
    'pages through %s',
    (_, query, condition) => {
      const truth = inPageOrder.filter(condition);
      for (const offset of [0, Math.floor(truth.length / 2), truth.length - 3]) {
        const page = viewOf(ledger).page({ ...query, offset, limit: 20 });
        expect(page.total).toBe(truth.length);
        expect(ids(page.documents)).toEqual(truth.slice(offset, offset + 20));
      }
    },
  );

  it('finds what a plain filter finds, however common the text, whatever is filtered, however far down', () => {
    const query = fc.record(
      {
        standings: fc.uniqueArray(fc.constantFrom('failed' as const, 'on-the-way' as const, 'done' as const, 'gone' as const)),
        folderId: fc.integer({ min: 1, max: folders + 1 }),
        offset: fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: count + 10 })),
      },
      { requiredKeys: ['offset'] },
    );
    const text = fc.constantFrom(
      'scan',
      'SC',
      'n',
      'f',
      '7',
      '77',
      '777',
      'n 5',
      ' 99',
      '1',
      '12',
      'n 77.',
      '7 scan 5',
      '9.pdf',
      '9.',
      'zz',
      'ä',
    );
    fc.assert(
      fc.property(text, query, (text, { offset, ...query }) => {
        const { standings, folderId } = query;
        const standing = (n: number) => (n % 10 === 0 ? 'failed' : n % 10 < 3 ? 'on-the-way' : 'done');
        const parts = text.trim().toLowerCase().split(' ');
        const holding = inPageOrder.filter(
          (n) =>
            parts.every((part) => `scan ${n}.pdf`.includes(part)) && (folderId === undefined || folderId === 1 + (n % folders)),
        );
        const truth = holding.filter((n) => standings === undefined || standings.includes(standing(n)));
        const page = viewOf(ledger).page({ ...query, text, offset, limit: 7 });
        expect(page.total).toBe(truth.length);
        expect(page.counts).toEqual(countsOf(holding.map((n) => ({ standing: standing(n), count: 1 }))));
        expect(ids(page.documents)).toEqual(truth.slice(offset, offset + 7));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it.each([
    ['a standing', () => ledger.documents.page({ standings: ['failed'] }), 'documents_by_standing (standing=?)'],
    ['a folder', () => ledger.documents.page({ folderId: 1 }), 'documents_by_folder (folder_id=? AND standing=?)'],
    ['what settles', () => ledger.documents.toTakeIn(2, 50, 9), 'documents_to_take_in (folder_id=? AND due_at>?)'],
    ['when more is to be sent', () => ledger.jobs.nextDue(5), 'jobs_by_state (state=? AND due_at>?)'],
    ['what was in a request', () => ledger.jobs.uploading(), 'jobs_by_state (state=?)'],
    ['a job', () => ledger.jobs.find(origin, invoices, 'ab'), 'sqlite_autoindex_jobs_1 (route=? AND hash=?)'],
    ['the jobs of a content', () => ledger.jobs.ofContent(origin, 'ab'), 'jobs_by_hash (hash=?)'],
    ['the job of a file', () => ledger.jobs.ofFiles(origin, 'b1', ['f']), 'jobs_by_file (file_id=? AND service_batch=?)'],
    [
      'whether a file is in another batch',
      () => ledger.jobs.isInAnother(origin, 'b1', 'f'),
      'jobs_by_file (file_id=? AND service_batch>?)',
    ],
    ['the documents of a job', () => ledger.documents.ofJob(1), 'documents_by_job (job=?)'],
    ['those that have gone on', () => ledger.documents.wentOnFrom(1), 'documents_by_verdict (verdict=?)'],
    ['when more is to be polled', () => ledger.batches.nextPolls(origin, 5), 'batches_by_state (state=? AND next_poll_at>?)'],
    ['what is ready', () => ledger.documents.ready(2, { origin, route: invoices }, 50, 9), 'documents_ready (folder_id=?)'],
    ['what is to be delivered', () => ledger.documents.toDeliver(3, 50, 9), 'documents_to_deliver (folder_id=? AND due_at>?)'],
    ['the later steps', () => ledger.documents.laterRoutes(2, origin), 'documents_gone_on (folder_id=?)'],
    ['a batch', () => ledger.documents.inBatch(1), 'jobs_by_batch (batch_id=?)'],
    ['a replacement', () => ledger.documents.replacing(1), 'documents_replacing (replaces=?)'],
    [
      'a content',
      () => ledger.documents.withContent(origin, invoices, (7).toString(16).padStart(64, '0')),
      'documents_by_job (job=?)',
    ],
    [
      'what is beside a content',
      () => ledger.documents.besideContent(ledger.documents.get(7) as Document, ledger.documents.get(8)?.hash ?? ''),
      'documents_by_hash (hash=? AND folder_id=?)',
    ],
    [
      'nothing beside a content that is new',
      () => ledger.documents.besideContent(ledger.documents.get(7) as Document, 'ab'),
      'documents_by_hash (hash=? AND folder_id=?)',
    ],
    ['a path', () => ledger.documents.atPath(1, 'scan 4.pdf'), 'documents_by_path (folder_id=? AND path=?)'],
    ['those in a state', () => ledger.documents.inState('failed', 9), 'documents_by_state (state=?)'],
    ['a directory', () => ledger.files.directory(1, 'd4'), 'PRIMARY KEY (folder_id=? AND directory=?)'],
    ['directories', () => ledger.files.directories(1), 'PRIMARY KEY (folder_id=? AND directory>?)'],
    ['an inode', () => ledger.files.withInodes(1, [4]), 'files_by_ino (folder_id=? AND ino=?)'],
    ['polls that are due', () => ledger.batches.duePolls(origin, 1, 9), 'batches_by_state (state=? AND next_poll_at<?)'],
    ['the next poll', () => ledger.batches.nextPolls(origin, 1), 'batches_by_state (state=? AND next_poll_at>?)'],
    ['a JSON by its path', () => ledger.documents.withJsonAt('/a'), 'documents_by_json (<expr>=?)'],
    ['the batches that the service has made', () => ledger.batches.linkedWaiting(origin, invoices), 'batches_linked'],
    ['results that may go', () => ledger.retention.dropSome(1, 1), 'd USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
    ['a row of a table', () => ledger.tables.withRowsOf(1, [1]), 'rows_by_document (document_id=?)'],
  ])('finds %s by an index', (_, work, index) => {
    const plan = connection.plan(work);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN (d|documents|j|jobs|files|rows)\b/);
    // What is in a request, and what a text finds are sorted; a list that may be long is not.
    if (!/search|jobs_by_state \(state=\?\)/.test(plan)) expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  it('finds the right ones', () => {
    expect(ids(ledger.documents.ready(2, { origin, route: invoices }, 25, 9))).toEqual([1, 21]);
    expect(ledger.documents.toDeliver(3, 45, 9).ids).toEqual([2, 22, 42]);
    expect(ids(ledger.documents.withContent(origin, invoices, (4_711).toString(16).padStart(64, '0')))).toEqual([4_711]);
    expect(ids(ledger.documents.atPath(4, 'scan 99999.pdf'))).toEqual([99_999]);
    expect(ledger.jobs.nextDue(1)).toBe(11);
    expect(ledger.jobs.inBatch(1)).toHaveLength(count / 5_000);
    expect(ledger.files.directories(1)).toHaveLength(10);
    expect(ledger.files.withInodes(1, [400])).toMatchObject([{ name: 'scan 400.pdf' }]);
  });
});
