import { say } from '../core/messages/message.ts';
import { err, ok } from '../core/result.ts';
import type { Connection } from './connection.ts';
import * as inboxes from './inbox-statements.ts';
import type { ClaimAnswer, Known, Lease, RegisterAnswer, RegisterProblem, TakenOver } from './register.ts';
import {
  type ClaimRow,
  claimColumnsOf,
  claimOf,
  columnsOf,
  fileColumnsOf,
  find,
  keyOf,
  outcomeText,
  serviceIdsOf,
  type TakenRow,
} from './rows.ts';
import * as statements from './statements.ts';

/** A lease in PostgreSQL: each call is one statement, and one more where nothing was changed, to tell why. */
export function leaseOn(connection: Connection, { id, register }: Pick<Lease, 'id' | 'register'>, leaseMs: number): Lease {
  const ended: RegisterProblem = { kind: 'lease-ended', message: say('register.leaseEnded', { place: connection.place }) };
  const lost: RegisterProblem = { kind: 'lost-claim', message: say('register.lostClaim', { place: connection.place }) };

  async function ifAlive<Value>(value: Value): Promise<RegisterAnswer<Value>> {
    const found = await connection.query<{ alive: boolean }>(statements.isAliveStatement, [id]);
    if (!found.ok) return found;
    return found.value[0]?.alive === true ? ok(value) : err(ended);
  }

  async function takenBy(statement: string, values: readonly unknown[]): Promise<RegisterAnswer<readonly TakenOver[]>> {
    const taken = await connection.query<TakenRow>(statement, [id, ...values]);
    if (!taken.ok) return taken;
    const all = taken.value.map((row) => ({ claim: claimOf(row), state: row.state, ...serviceIdsOf(row) }));
    return all.length > 0 ? ok(all) : ifAlive(all);
  }

  return {
    id,
    register,
    async renew(doing) {
      const renewed = await connection.query(statements.renewStatement, [id, leaseMs, doing ?? null]);
      if (!renewed.ok) return renewed;
      return renewed.value.length === 0 ? err(ended) : ok(undefined);
    },
    async claim(contents) {
      const made = await connection.query<ClaimRow>(statements.claimStatement, [id, ...columnsOf(contents)]);
      if (!made.ok) return made;
      const mine = new Map(made.value.map((row) => [keyOf(row), claimOf(row)]));
      const others = contents.filter((content) => !mine.has(keyOf(content)));
      const found = others.length === 0 ? ok<readonly Known[]>([]) : await find(connection, others);
      if (!found.ok) return found;
      const known = new Map(found.value.map((each) => [keyOf(each), each]));
      const answers = contents.map((content): ClaimAnswer => {
        const claim = mine.get(keyOf(content));
        if (claim !== undefined) return { kind: 'mine', claim };
        return { kind: 'taken', known: known.get(keyOf(content)) ?? { ...content, state: 'free', fence: 0, held: false } };
      });
      return mine.size > 0 || contents.length === 0 ? ok(answers) : ifAlive(answers);
    },
    async markSent(claims, pages) {
      const reserved = [pages?.origin ?? null, pages?.id ?? null];
      const sent = await connection.query(statements.sentStatement, [id, ...claimColumnsOf(claims), ...reserved]);
      if (!sent.ok || sent.value.length === claims.length) return sent.ok ? ok(undefined) : sent;
      const alive = await ifAlive(undefined);
      return alive.ok ? err(lost) : alive;
    },
    async accept(serviceBatchId, claims) {
      const files = claims.map(({ serviceFileId }) => serviceFileId ?? null);
      const names = claims.map(({ fileName }) => fileName ?? null);
      const values = [serviceBatchId, ...claimColumnsOf(claims), files, names];
      const accepted = await connection.query<ClaimRow>(statements.acceptStatement, values);
      if (!accepted.ok) return accepted;
      const done = new Set(accepted.value.map(keyOf));
      return ok(claims.filter((claim) => !done.has(keyOf(claim))));
    },
    async giveBack(claims) {
      const done = await connection.query(statements.giveBackStatement, [id, ...claimColumnsOf(claims)]);
      return done.ok ? ok(undefined) : done;
    },
    async finish(claims) {
      const values = [id, ...claimColumnsOf(claims), claims.map(({ outcome }) => outcomeText(outcome))];
      const done = await connection.query(statements.finishStatement, values);
      return done.ok ? ok(undefined) : done;
    },
    takeOver: (contents) => takenBy(statements.takeOverStatement, columnsOf(contents)),
    takeUp: (limit) => takenBy(statements.takeUpStatement, [limit]),
    async reopen(contents) {
      const opened = await connection.query<ClaimRow>(statements.reopenStatement, [id, ...claimColumnsOf(contents)]);
      if (!opened.ok) return opened;
      const claims = opened.value.map(claimOf);
      return claims.length > 0 ? ok(claims) : ifAlive(claims);
    },
    async remember(contents) {
      const known = contents.map(({ state, serviceBatchId, serviceFileId, fileName, outcome }) => [
        state,
        serviceBatchId ?? null,
        serviceFileId ?? null,
        fileName ?? null,
        outcomeText(outcome),
      ]);
      const columns = [0, 1, 2, 3, 4].map((column) => known.map((each) => each[column]));
      const put = await connection.query<ClaimRow>(statements.rememberStatement, [id, ...columnsOf(contents), ...columns]);
      if (!put.ok) return put;
      const claims = put.value.map(claimOf);
      return claims.length > 0 ? ok(claims) : ifAlive(claims);
    },
    async review(contents) {
      const reviews = contents.map(({ review }) => (review === undefined ? null : JSON.stringify(review)));
      const outcomes = contents.map(({ outcome }) => outcomeText(outcome));
      const values = [id, ...columnsOf(contents), reviews, outcomes];
      const done = await connection.query<ClaimRow>(statements.reviewStatement, values);
      if (!done.ok) return done;
      const keys = done.value.map(({ origin, route, sha256 }) => ({ origin, route, sha256 }));
      return keys.length > 0 || contents.length === 0 ? ok(keys) : ifAlive(keys);
    },
    async write(inbox) {
      const written = await connection.query<{ since: string }>(inboxes.writeStatement, [id, inbox]);
      if (!written.ok) return written;
      const [mine] = written.value;
      if (mine !== undefined) return ok({ kind: 'mine', since: Number(mine.since) });
      const found = await connection.query<{ machine: string }>(inboxes.writerStatement, [inbox]);
      return found.ok ? ifAlive({ kind: 'other', machine: found.value[0]?.machine ?? '' }) : found;
    },
    async intend(inbox, intents, tables = []) {
      const done = await connection.query(inboxes.intendStatement, [
        ...[id, inbox],
        ...fileColumnsOf(intents),
        intents.map(({ json }) => json?.path ?? null),
        intents.map(({ json }) => json?.hash ?? null),
        intents.map(({ json }) => json?.previous ?? null),
        tables.map(({ route }) => route),
        tables.map(({ path }) => path),
      ]);
      if (!done.ok) return done;
      return done.value.length > 0 ? ok(undefined) : err(lost);
    },
    async deliver(inbox, deliveries, tables, ended = []) {
      const done = await connection.query(inboxes.deliverStatement, [
        ...[id, inbox],
        ...fileColumnsOf(deliveries),
        deliveries.map(({ digest }) => digest),
        deliveries.map(({ json }) => json?.path ?? null),
        deliveries.map(({ json }) => json?.hash ?? null),
        deliveries.map(({ csv }) => csv ?? null),
        tables.map(({ route }) => route),
        tables.map(({ path }) => path),
        ...fileColumnsOf(ended),
      ]);
      if (!done.ok) return done;
      return done.value.length > 0 ? ok(undefined) : err(lost);
    },
    async end() {
      const done = await connection.query(statements.endStatement, [id]);
      return done.ok ? ok(undefined) : done;
    },
  };
}
