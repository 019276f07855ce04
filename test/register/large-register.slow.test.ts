import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister } from '../../electron/register/administration.ts';
import { openRegister } from '../../electron/register/postgres-register.ts';
import type { Register } from '../../electron/register/register.ts';
import { exercise, explainAll, fill, plansIn } from '../support/large-register.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../support/postgres.ts';
import { content } from './contract/contents.ts';
import { begin, claimed } from './contract/kit.ts';

let cluster: Cluster;
let register: Register;

async function opened(): Promise<Register> {
  const [owner, program] = [readAddress(cluster.address('owner')), readAddress(cluster.address('intray'))];
  if (!owner.ok || !program.ok) throw new Error('not an address');
  await createRegister(owner.value, 'intray');
  const answer = await openRegister(program.value);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

const readsAll = /Seq Scan on (intray\.)?(claim|delivery|reservation|reserved_pages|pages_used)\b/;

describe('A large register in PostgreSQL', () => {
  beforeAll(async () => {
    if (!hasPostgres) return;
    cluster = await Cluster.start();
    register = await opened();
  });

  afterAll(async () => {
    await register?.close();
    cluster?.end();
  });

  itWithPostgres('removes leases that ended long ago and hold nothing, and keeps what was claimed under the others', async () => {
    const holding = await begin(register, 'holding');
    const claims = await claimed(holding, content('held for ever'));
    await holding.markSent(claims);
    const last = await begin(register, 'holding');
    await begin(register, 'once');
    await begin(register, 'twice');
    const recent = await begin(register, 'twice');
    cluster.sql(`UPDATE intray.lease SET until = now() - interval '2 days' WHERE id <> ${recent.id}`);
    await begin(register, 'another');
    const left = cluster.sql('SELECT string_agg(DISTINCT name, $$ $$ ORDER BY name) FROM intray.lease');
    expect(left).toBe('another holding once twice');
    expect(cluster.sql("SELECT count(*) FROM intray.lease WHERE name = 'twice'")).toBe('1');
    expect(cluster.sql("SELECT count(*) FROM intray.lease WHERE name = 'holding'")).toBe('2');
    cluster.sql(`UPDATE intray.lease SET seen_at = now() - interval '91 days' WHERE id <> ${recent.id}`);
    const listed = await register.machines();
    expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['twice']);
    await begin(register, 'another');
    expect(cluster.sql(`SELECT count(*) FROM intray.lease WHERE id = ${last.id}`)).toBe('0');
    expect(await register.find([content('held for ever')])).toMatchObject({ value: [{ state: 'sent', machine: 'holding' }] });
  });

  itWithPostgres('reads no table of claims or pages from end to end, whatever it is asked', async () => {
    fill(cluster, { contents: 60_000, waiting: 10_000, days: 400 });
    explainAll(cluster);
    const explained = await opened();
    await exercise(cluster, explained, 2);
    await explained.close();
    const plans = plansIn(cluster.log());
    for (const table of ['claim', 'delivery', 'lease', 'reservation', 'reserved_pages', 'pages_used', 'account'])
      expect(plans.some(({ text }) => text.includes(`intray.${table}`))).toBe(true);
    expect(plans.filter(({ text }) => readsAll.test(text)).map(({ text }) => text)).toEqual([]);
  });

  itWithPostgres('is seen to read all claims where it may use no index', async () => {
    cluster.sql('ALTER ROLE intray SET enable_indexscan = off; ALTER ROLE intray SET enable_bitmapscan = off');
    const before = cluster.log().length;
    const explained = await opened();
    await explained.find([content('held for ever')]);
    await explained.close();
    await expect.poll(() => plansIn(cluster.log().slice(before)).some(({ text }) => readsAll.test(text))).toBe(true);
  });
});
