import { say } from '../core/messages/message.ts';
import { given } from '../core/plain-data.ts';
import { err, ok } from '../core/result.ts';
import type { RegisterAddress } from './address.ts';
import { Connection, type ConnectionLimits } from './connection.ts';
import {
  type Claim,
  type ClaimAnswer,
  type ContentKey,
  type ContentState,
  type Known,
  type Lease,
  type Register,
  type RegisterAnswer,
  type RegisterProblem,
  usualLeaseMs,
} from './register.ts';
import { checkSchema } from './schema.ts';
import * as statements from './statements.ts';

/**
 * The register in PostgreSQL.
 * @throws MessageError if the file with the certificates to trust cannot be read
 */
export async function openRegister(
  address: RegisterAddress,
  options: { readonly leaseMs?: number; readonly limits?: ConnectionLimits } = {},
): Promise<RegisterAnswer<Register>> {
  const connection = new Connection(address, options.limits);
  const schema = await checkSchema(connection);
  if (schema.ok) return ok(registerOn(connection, options.leaseMs ?? usualLeaseMs));
  await connection.close();
  return schema;
}

function registerOn(connection: Connection, leaseMs: number): Register {
  return {
    async begin({ id, name }) {
      const begun = await connection.query<{ id: string }>(statements.beginStatement, [id, name, leaseMs]);
      return begun.ok ? ok(leaseOn(connection, Number(begun.value[0]?.id), leaseMs)) : begun;
    },
    find: (contents) => find(connection, contents),
    async machines() {
      const found = await connection.query<MachineRow>(statements.machinesStatement);
      if (!found.ok) return found;
      return ok(
        found.value.map(({ machine, name, doing, alive, seen }) => ({
          id: machine,
          name,
          alive,
          lastSeen: Math.round(Number(seen)),
          ...given({ doing: doing ?? undefined }),
        })),
      );
    },
    close: () => connection.close(),
  };
}

function leaseOn(connection: Connection, id: number, leaseMs: number): Lease {
  const ended: RegisterProblem = { kind: 'lease-ended', message: say('register.leaseEnded', { place: connection.place }) };
  const lost: RegisterProblem = { kind: 'lost-claim', message: say('register.lostClaim', { place: connection.place }) };

  async function ifAlive<Value>(value: Value): Promise<RegisterAnswer<Value>> {
    const found = await connection.query<{ alive: boolean }>(statements.isAliveStatement, [id]);
    if (!found.ok) return found;
    return found.value[0]?.alive === true ? ok(value) : err(ended);
  }

  return {
    id,
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
        return { kind: 'taken', known: known.get(keyOf(content)) ?? { ...content, state: 'free', held: false } };
      });
      return mine.size > 0 || contents.length === 0 ? ok(answers) : ifAlive(answers);
    },
    async markSent(claims) {
      const sent = await connection.query(statements.sentStatement, [id, ...claimColumnsOf(claims)]);
      if (!sent.ok || sent.value.length === claims.length) return sent.ok ? ok(undefined) : sent;
      const alive = await ifAlive(undefined);
      return alive.ok ? err(lost) : alive;
    },
    async accept(serviceBatchId, claims) {
      const files = claims.map(({ serviceFileId }) => serviceFileId ?? null);
      const accepted = await connection.query<ClaimRow>(statements.acceptStatement, [
        serviceBatchId,
        ...claimColumnsOf(claims),
        files,
      ]);
      if (!accepted.ok) return accepted;
      const done = new Set(accepted.value.map(keyOf));
      return ok(claims.filter((claim) => !done.has(keyOf(claim))));
    },
    async giveBack(claims) {
      const done = await connection.query(statements.giveBackStatement, [id, ...claimColumnsOf(claims)]);
      return done.ok ? ok(undefined) : done;
    },
    async finish(claims) {
      const done = await connection.query(statements.finishStatement, [id, ...claimColumnsOf(claims)]);
      return done.ok ? ok(undefined) : done;
    },
    async takeOver(limit) {
      const taken = await connection.query<TakenRow>(statements.takeOverStatement, [id, limit]);
      if (!taken.ok) return taken;
      const all = taken.value.map((row) => ({ claim: claimOf(row), state: row.state, ...serviceIdsOf(row) }));
      return all.length > 0 ? ok(all) : ifAlive(all);
    },
    async remember(contents) {
      const known = contents.map(({ state, serviceBatchId, serviceFileId }) => [
        state,
        serviceBatchId ?? null,
        serviceFileId ?? null,
      ]);
      const columns = [0, 1, 2].map((column) => known.map((each) => each[column]));
      const put = await connection.query<ClaimRow>(statements.rememberStatement, [id, ...columnsOf(contents), ...columns]);
      if (!put.ok) return put;
      const claims = put.value.map(claimOf);
      return claims.length > 0 ? ok(claims) : ifAlive(claims);
    },
    async end() {
      const done = await connection.query(statements.endStatement, [id]);
      return done.ok ? ok(undefined) : done;
    },
  };
}

async function find(connection: Connection, contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly Known[]>> {
  const found = await connection.query<FoundRow>(statements.findStatement, [0, ...columnsOf(contents)]);
  if (!found.ok) return found;
  const rows = new Map(found.value.map((row) => [keyOf(row), row]));
  return ok(
    contents.map((content): Known => {
      const row = rows.get(keyOf(content));
      if (row === undefined) return { ...content, state: 'free', held: false };
      const isFree = row.state === 'free';
      return { ...content, state: row.state, held: !isFree && row.held, machine: row.machine, ...serviceIdsOf(row) };
    }),
  );
}

type KeyRow = { readonly origin: string; readonly route: string; readonly sha256: string };
type ServiceIds = { readonly service_batch: string | null; readonly service_file: string | null };
/** PostgreSQL's large numbers arrive as text. */
type ClaimRow = KeyRow & { readonly fence: string };
type TakenRow = ClaimRow & ServiceIds & { readonly state: 'sent' | 'accepted' };
type FoundRow = KeyRow & ServiceIds & { readonly state: ContentState; readonly machine: string; readonly held: boolean };
type MachineRow = {
  readonly machine: string;
  readonly name: string;
  readonly doing: string | null;
  readonly alive: boolean;
  readonly seen: string;
};

function keyOf({ origin, route, sha256 }: ContentKey): string {
  return `${sha256} ${route} ${origin}`;
}

function claimOf({ origin, route, sha256, fence }: ClaimRow): Claim {
  return { origin, route, sha256, fence: Number(fence) };
}

function serviceIdsOf({ service_batch: batch, service_file: file }: ServiceIds) {
  return given({ serviceBatchId: batch ?? undefined, serviceFileId: file ?? undefined });
}

function columnsOf(contents: readonly ContentKey[]) {
  return [
    contents.map(({ origin }) => origin),
    contents.map(({ route }) => route),
    contents.map(({ sha256 }) => Buffer.from(sha256, 'hex')),
  ] as const;
}

function claimColumnsOf(claims: readonly Claim[]) {
  return [...columnsOf(claims), claims.map(({ fence }) => fence)] as const;
}
