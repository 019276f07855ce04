/** A register that an office has used for years, and how PostgreSQL carries out each call of the program on it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Register, RegisterAnswer } from '../../electron/register/register.ts';
import { wholeAccount } from '../../electron/register/shared-account.ts';
import type { Cluster } from './postgres.ts';

export interface Size {
  /** That are done. */
  readonly contents: number;
  /** Claims that wait: a third each of them claimed, sent and accepted, under a lease that has ended. */
  readonly waiting: number;
  /** With 200 requests each. */
  readonly days: number;
}

const origin = 'https://api.example.com';
const route = 'extraction:large';
const endedLeases = 500;

/** Fills a register that is created and empty. */
export function fill(cluster: Cluster, { contents, waiting, days }: Size): void {
  cluster.sql(`
    INSERT INTO intray.lease (machine, name, until)
    SELECT 'machine ' || number % 20, 'desk ' || number % 20, now() - interval '1 hour'
    FROM generate_series(1, ${endedLeases}) AS number`);
  cluster.sql(`
    INSERT INTO intray.claim (origin, route, sha256, state, fence, sent_fence, lease, service_batch)
    SELECT '${origin}', '${route}', sha256(('done ' || number)::bytea), 'done', number, number,
      (SELECT max(id) FROM intray.lease) - number % ${endedLeases}, 'batch ' || number / 10
    FROM generate_series(1, ${contents}) AS number`);
  cluster.sql(`
    INSERT INTO intray.claim (origin, route, sha256, state, fence, lease)
    SELECT '${origin}', '${route}', sha256(('waiting ' || number)::bytea),
      (ARRAY['claimed', 'sent', 'accepted'])[number % 3 + 1], ${contents} + number, (SELECT max(id) FROM intray.lease)
    FROM generate_series(1, ${waiting}) AS number`);
  cluster.sql(`SELECT setval('intray.fence', ${contents + waiting + 1})`);
  const made = `generate_series(0, ${days - 1}) AS day, generate_series(1, 200) AS number`;
  const day = "to_char(now() - day * interval '1 day', 'YYYY-MM-DD')";
  cluster.sql(`
    INSERT INTO intray.reservation (origin, machine, id, day, counts)
    SELECT '${origin}', 'machine', day || '/' || number, ${day}, true FROM ${made}`);
  cluster.sql(`
    INSERT INTO intray.reserved_pages (origin, machine, id, scope, pages)
    SELECT '${origin}', 'machine', day || '/' || number, 'filled', 3 FROM ${made}`);
  cluster.sql(`
    INSERT INTO intray.pages_used (origin, scope, day, pages)
    SELECT '${origin}', scope, ${day}, 600
    FROM generate_series(0, ${days - 1}) AS day, (SELECT 'inbox ' || generate_series(1, 20) AS scope) AS scopes`);
  cluster.sql(`
    INSERT INTO intray.delivery (inbox, path, sha256, digest, csv)
    SELECT 'invoices', number / 100 || '/' || number || '.pdf', sha256(('done ' || number)::bytea), 'digest', 'table.csv'
    FROM generate_series(1, ${contents}) AS number`);
  cluster.sql('VACUUM ANALYZE intray.claim');
  cluster.sql('ANALYZE');
}

export interface Plan {
  /** Milliseconds. */
  readonly took: number;
  /** The statement, and how it was carried out. */
  readonly text: string;
}

/** Has the server write down how it carries out each statement of the program from now on. */
export function explainAll(cluster: Cluster): void {
  cluster.sql(`
    ALTER ROLE intray SET session_preload_libraries = 'auto_explain';
    ALTER ROLE intray SET auto_explain.log_min_duration = 0;
    ALTER ROLE intray SET auto_explain.log_analyze = on;
    ALTER ROLE intray SET auto_explain.log_buffers = on;
    ALTER ROLE intray SET auto_explain.log_nested_statements = on`);
}

/** What the server has written down so far. */
export function plansIn(log: string): Plan[] {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d )/m);
  return entries.flatMap((entry) => {
    const took = /duration: ([\d.]+) ms {2}plan:/.exec(entry)?.[1];
    return took === undefined ? [] : [{ took: Number(took), text: entry.slice(entry.indexOf('plan:') + 5).trim() }];
  });
}

/** Asks a register for all that the program asks it for, with batches of 30. @param turns so many times */
export async function exercise(cluster: Cluster, register: Register, turns: number): Promise<void> {
  const account = register.account({ origin, key: 'key', machine: 'machine' });
  const run = randomUUID();
  for (let turn = 0; turn < turns; turn += 1) {
    const lease = await value(register.begin({ id: 'machine 1', name: 'desk 1' }));
    const fresh = keys(
      cluster,
      Array.from({ length: 30 }, (_, index) => `new ${run} ${turn} ${index}`),
    );
    const old = keys(
      cluster,
      Array.from({ length: 30 }, (_, index) => `done ${turn * 30 + index + 1}`),
    );
    const left = keys(
      cluster,
      Array.from({ length: 30 }, (_, index) => `waiting ${turn * 30 + index + 1}`),
    );
    const files = old.map(({ sha256 }, index) => ({ path: `${turn}/${index}.pdf`, sha256 }));
    await value(lease.renew('uploading'));
    await value(register.find([...fresh, ...old]));
    const claims = (await value(lease.claim([...fresh, ...old]))).flatMap((each) => (each.kind === 'mine' ? [each.claim] : []));
    if (claims.length !== fresh.length) throw new Error(`${claims.length} claimed`);
    await value(lease.markSent(claims, { origin, id: `turn ${run} ${turn}` }));
    await value(lease.accept(`batch ${turn}`, claims));
    await value(lease.finish(claims));
    await value(lease.giveBack(claims));
    await value(lease.takeOver([...left, ...fresh]));
    await value(lease.takeUp(30));
    const done = await value(register.find(old));
    await value(lease.reopen(done.slice(0, 1)));
    const inbox = 'invoices';
    await value(register.deliveries(inbox, files));
    await value(register.tables(inbox));
    await value(lease.write(inbox));
    await value(lease.intend(inbox, [...files, { path: 'before.pdf', sha256: files[0]?.sha256 ?? '' }]));
    await value(register.unfinished(inbox));
    await value(
      lease.deliver(
        inbox,
        files.map((file) => ({ ...file, digest: `digest ${turn}` })),
        [{ route, path: 'table.csv' }],
        [{ path: 'before.pdf', sha256: files[0]?.sha256 ?? '' }],
      ),
    );
    await value(lease.remember([...fresh, ...old].map((content) => ({ ...content, state: 'done' }))));
    await value(register.machines());
    await value(account.take({ wanted: 10, most: 50 }));
    const scopes = [wholeAccount, 'inbox 1'];
    const pages = scopes.map((scope) => ({ scope, pages: 1 }));
    const budgets = scopes.map((scope) => ({ scope, period: 'month' as const, pages: 1_000_000 }));
    const id = `turn ${run} ${turn}`;
    await value(account.reserve({ id, lease: lease.id, pages, budgets, timeZone: 'UTC' }));
    await value(account.reserve({ id: `${id}, unlimited`, lease: lease.id, pages, budgets: [], timeZone: 'UTC' }));
    await value(account.giveBackPages([id]));
    await value(account.rememberPages([{ id: `known ${run} ${turn}`, day: new Date().toISOString().slice(0, 10), pages }]));
    await value(account.pages(scopes, 'UTC'));
    await value(account.reservations(new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)));
    await value(lease.end());
  }
  // The server writes its log a moment later.
  await delay(200);
}

function keys(cluster: Cluster, names: readonly string[]) {
  const list = names.map((name) => `'${name}'`).join(', ');
  const hashes = cluster.sql(`SELECT encode(sha256(name::bytea), 'hex') FROM unnest(ARRAY[${list}]) AS name`).split('\n');
  return hashes.map((sha256) => ({ origin, route, sha256 }));
}

async function value<Value>(answer: Promise<RegisterAnswer<Value>>): Promise<Value> {
  const given = await answer;
  if (!given.ok) throw new Error(JSON.stringify(given.error));
  return given.value;
}
