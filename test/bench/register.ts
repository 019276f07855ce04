/** A register that an office has used for years: how long PostgreSQL takes for each statement of the program. */
import { writeSync } from 'node:fs';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister } from '../../electron/register/administration.ts';
import { openRegister } from '../../electron/register/postgres-register.ts';
import { exercise, explainAll, fill, type Plan, plansIn, type Size } from '../support/large-register.ts';
import { Cluster, hasPostgres } from '../support/postgres.ts';
import { atMost, type Benchmark } from './benchmark.ts';
import { median } from './kit/statistics.ts';

const goalMs = 20;
/** Prints each plan, with the pages that it read. */
const printsPlans = process.env.INTRAY_EXPLAIN === '1';

export const register: Benchmark = {
  name: 'register',
  about: 'the slowest statement on a PostgreSQL register of a million contents; INTRAY_EXPLAIN=1 prints the plans',
  maxSeconds: 900,
  async run({ quick, say }) {
    if (!hasPostgres) return { rows: [], missing: ['the register cannot be measured without PostgreSQL'] };
    const size: Size = quick
      ? { contents: 20_000, waiting: 1_000, days: 40 }
      : { contents: 1_000_000, waiting: 10_000, days: 400 };
    const turns = quick ? 3 : 20;
    const cluster = await Cluster.start();
    try {
      const statements = byStatement(await measured(cluster, size, turns, say));
      const [slowest] = statements;
      if (slowest === undefined) throw new Error('PostgreSQL has written no plan down.');
      if (printsPlans) for (const { text } of statements) writeSync(1, `${text}\n\n`);
      const many = `${size.contents.toLocaleString('en')} contents, ${size.waiting.toLocaleString('en')} waiting`;
      return {
        rows: [
          {
            what: `${many}: slowest of ${statements.length} statements`,
            unit: 'ms',
            ours: slowest.took,
            runs: slowest.runs,
            goal: atMost(`${goalMs} ms`, slowest.took, goalMs),
          },
        ],
        notes: [`The slowest statement: ${slowest.text.replaceAll(/\s+/g, ' ').slice(0, 160)}`],
      };
    } finally {
      cluster.end();
    }
  },
};

async function measured(cluster: Cluster, size: Size, turns: number, say: (text: string) => void): Promise<readonly Plan[]> {
  const [owner, program] = [readAddress(cluster.address('owner')), readAddress(cluster.address('intray'))];
  if (!owner.ok || !program.ok) throw new Error('not an address');
  await createRegister(owner.value, 'intray');
  say('filling a register');
  fill(cluster, size);
  explainAll(cluster);
  say('asking it');
  const opened = await openRegister(program.value);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  await exercise(cluster, opened.value, turns);
  await opened.value.close();
  return plansIn(cluster.log());
}

/** Each statement with its median, the slowest first, and the last plan of it. */
function byStatement(plans: readonly Plan[]): (Plan & { readonly runs: number })[] {
  const groups = Map.groupBy(plans, ({ text }) => text.slice(0, text.search(/^\s*\S.*\(cost=/m)));
  return [...groups.values()]
    .map((group) => ({ took: median(group.map(({ took }) => took)), text: group.at(-1)?.text ?? '', runs: group.length }))
    .toSorted((one, other) => other.took - one.took);
}
