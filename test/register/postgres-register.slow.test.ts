import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type RegisterAddress, readAddress } from '../../electron/register/address.ts';
import { createRegister, registerStatus } from '../../electron/register/administration.ts';
import { openRegister } from '../../electron/register/postgres-register.ts';
import type { Register } from '../../electron/register/register.ts';
import { schemaVersion } from '../../electron/register/schema.ts';
import * as statements from '../../electron/register/statements.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../support/postgres.ts';
import { content } from './contract/contents.ts';
import { contract } from './contract/contract.ts';
import { inboxContract } from './contract/inbox.ts';
import { begin, claimed, leaseMs } from './contract/kit.ts';

let cluster: Cluster;
let register: Register;

function address(user: string, password?: string): RegisterAddress {
  const read = readAddress(cluster.address(user), password);
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

async function opened(ms = leaseMs): Promise<Register> {
  const answer = await openRegister(address('intray'), { leaseMs: ms });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

describe('The register in PostgreSQL', () => {
  beforeAll(async () => {
    if (!hasPostgres) return;
    cluster = await Cluster.start();
  });

  afterAll(async () => {
    await register?.close();
    cluster?.end();
  });

  itWithPostgres('says that there is none before it was created', async () => {
    expect(await registerStatus(address('intray'))).toMatchObject({ ok: false, error: { kind: 'not-created' } });
    expect(await openRegister(address('intray'))).toMatchObject({ ok: false, error: { kind: 'not-created' } });
  });

  itWithPostgres('refuses access without a password where it asks for one, and says so', async () => {
    cluster.sql("ALTER ROLE intray PASSWORD 'hunter2'");
    cluster.askForPasswords(true);
    try {
      await expect
        .poll(() => registerStatus(address('intray')))
        .toMatchObject({ ok: false, error: { kind: 'denied', message: { code: 'register.noPassword' } } });
      expect(await registerStatus(address('intray', 'wrong'))).toMatchObject({
        ok: false,
        error: { kind: 'denied', message: { code: 'register.denied' } },
      });
      expect(await registerStatus(address('intray', 'hunter2'))).toMatchObject({ ok: false, error: { kind: 'not-created' } });
    } finally {
      cluster.askForPasswords(false);
    }
  });

  itWithPostgres('names a role that is not there, and changes nothing', async () => {
    const message = { code: 'register.noRole', values: { role: 'intrai' } };
    expect(await createRegister(address('owner'), 'intrai')).toMatchObject({ ok: false, error: { kind: 'failed', message } });
    expect(cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'intray'")).toBe('0');
  });

  itWithPostgres('is created once by many at a time, and can be created again', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => createRegister(address('owner'), 'intray')));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(cluster.sql('SELECT count(*), max(version) FROM intray.schema_version')).toBe(`1|${schemaVersion}`);
    expect(await registerStatus(address('intray'))).toMatchObject({ ok: true, value: { standby: false, contents: 0 } });
    register = await opened();
  });

  itWithPostgres('gives the program no right to change the tables, to remove from them, or to create them', async () => {
    expect(await createRegister(address('intray'), 'intray')).toMatchObject({ ok: false, error: { kind: 'denied' } });
    const rights = cluster.sql(
      `SELECT has_schema_privilege('intray', 'intray', 'CREATE'), has_table_privilege('intray', 'intray.claim', 'DELETE'),
        has_table_privilege('intray', 'intray.claim', 'TRUNCATE'), has_table_privilege('intray', 'intray.schema_version', 'UPDATE')`,
    );
    expect(rights).toBe('f|f|f|f');
  });

  for (const [name, body] of [...contract, ...inboxContract])
    itWithPostgres(name, async () => {
      await body({ register, pass: (milliseconds) => delay(milliseconds) });
    });

  itWithPostgres('lets the program remove nothing that holds a promise', async () => {
    const removable = cluster.sql(`
      SELECT string_agg(name, ' ' ORDER BY name) FROM (
        SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = 'intray'
      ) AS tables WHERE has_table_privilege('intray', name, 'DELETE')`);
    expect(removable).toBe('intray.intent intray.lease');
  });

  itWithPostgres('lets one of many win each content, whatever the order in which they ask', async () => {
    const contents = Array.from({ length: 30 }, (_, index) => content(`contested ${index}`));
    const leases = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(register, `machine ${index}`)));
    const answers = await Promise.all(
      leases.map((lease, index) => lease.claim(index % 2 === 0 ? contents : contents.toReversed())),
    );
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    const mine = answers.flatMap((answer) => (answer.ok ? answer.value : [])).filter(({ kind }) => kind === 'mine');
    expect(mine).toHaveLength(contents.length);
  });

  itWithPostgres('reads no more of a large register than it was asked about', async () => {
    const [busy, gone] = [await begin(register, 'busy'), await begin(register, 'gone')];
    const many = [
      [busy, 'done'],
      [busy, 'sent'],
      [gone, 'accepted'],
    ] as const;
    for (const [lease, state] of many)
      cluster.sql(`
        INSERT INTO intray.claim (origin, route, sha256, state, fence, lease)
        SELECT 'https://api.example.com', 'extraction:large', sha256(('${state}' || number)::bytea), '${state}',
          nextval('intray.fence'), ${lease.id}
        FROM generate_series(1, 20000) AS number`);
    await gone.end();
    cluster.sql('ANALYZE intray.claim');
    const keys = "ARRAY['https://api.example.com'], ARRAY['extraction:large'], ARRAY[sha256('sent1'::bytea)]";
    const plan = (statement: string, values: string, types: string) =>
      cluster.sql(`PREPARE asked (${types}) AS ${statement}; EXPLAIN EXECUTE asked (${values}); DEALLOCATE asked`);
    const key = 'bigint, text[], text[], bytea[]';
    const plans = [
      plan(statements.claimStatement, `1, ${keys}`, key),
      plan(statements.findStatement, `1, ${keys}`, key),
      plan(statements.sentStatement, `1, ${keys}, ARRAY[1], '', ''`, `${key}, bigint[], text, text`),
      plan(statements.giveBackStatement, `1, ${keys}, ARRAY[1]`, `${key}, bigint[]`),
      plan(statements.takeOverStatement, `1, ${keys}`, key),
      plan(statements.reopenStatement, `1, ${keys}, ARRAY[1]`, `${key}, bigint[]`),
      plan(
        statements.acceptStatement,
        `'batch', ${keys}, ARRAY[1], ARRAY['file'], ARRAY['']`,
        `text${key.slice(6)}, bigint[], text[], text[]`,
      ),
      plan(
        statements.rememberStatement,
        `1, ${keys}, ARRAY['sent'], ARRAY['batch'], ARRAY['file'], ARRAY[''], ARRAY['']`,
        `${key}, text[], text[], text[], text[], text[]`,
      ),
      plan(statements.takeUpStatement, '1, 30', 'bigint, integer'),
    ];
    for (const each of plans) expect(each).not.toContain('Seq Scan on claim');
    expect(plans.at(-1)).toContain('Index Cond: (lease = ');
  });

  itWithPostgres(
    'refuses the tables of a newer program, and those of an older one until they are brought up to date',
    async () => {
      cluster.sql('UPDATE intray.schema_version SET version = version + 1');
      expect(await openRegister(address('intray'))).toMatchObject({ ok: false, error: { kind: 'newer' } });
      expect(await createRegister(address('owner'), 'intray')).toMatchObject({ ok: false, error: { kind: 'newer' } });
      cluster.sql('UPDATE intray.schema_version SET version = version - 2');
      expect(await registerStatus(address('intray'))).toMatchObject({ ok: false, error: { kind: 'older' } });
      cluster.sql('UPDATE intray.schema_version SET version = version + 1');
    },
  );

  itWithPostgres('says so where it cannot be written to', async () => {
    const lease = await begin(register);
    cluster.sql("ALTER DATABASE intray SET default_transaction_read_only = 'on'");
    const standby = await opened();
    expect(await standby.begin({ id: 'a', name: 'a' })).toMatchObject({ ok: false, error: { kind: 'read-only' } });
    await standby.close();
    cluster.sql('ALTER DATABASE intray RESET default_transaction_read_only', 'postgres');
    await lease.end();
  });

  itWithPostgres('is unreachable while it is down, and goes on after a crash with all that it had answered', async () => {
    const patient = await opened(60_000);
    const lease = await begin(patient, 'patient');
    const claims = await claimed(lease, content('before the crash'));
    expect(await lease.markSent(claims)).toMatchObject({ ok: true });
    cluster.down('immediate');
    expect(await lease.renew()).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(await openRegister(address('intray'))).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    cluster.up();
    await expect.poll(async () => (await patient.find([content('before the crash')])).ok).toBe(true);
    expect(await patient.find([content('before the crash')])).toMatchObject({ value: [{ state: 'sent', held: true }] });
    expect(await lease.accept('batch', claims)).toEqual({ ok: true, value: [] });
    await patient.close();
  });

  itWithPostgres('never shows the password', async () => {
    cluster.sql("CREATE ROLE locked LOGIN PASSWORD 'right' CONNECTION LIMIT 0");
    const answer = await registerStatus(address('locked', 'hunter2-secret'));
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toContain('hunter2-secret');
  });
});
