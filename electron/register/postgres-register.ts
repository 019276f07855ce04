import { given } from '../core/plain-data.ts';
import { ok } from '../core/result.ts';
import type { RegisterAddress } from './address.ts';
import { Connection, type ConnectionLimits } from './connection.ts';
import * as inboxes from './inbox-statements.ts';
import { nameAmong } from './machine-name.ts';
import { accountOn } from './postgres-account.ts';
import { leaseOn } from './postgres-lease.ts';
import {
  type FileKey,
  type InboxTable,
  type KnownDelivery,
  type Machine,
  type Register,
  type RegisterAnswer,
  type SharedJson,
  usualLeaseMs,
} from './register.ts';
import { fileColumnsOf, find, type KeyRow, outcomeIn, reviewIn } from './rows.ts';
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

/**
 * A register that need not answer yet: whoever begins a lease learns whether it does, and whether it can be used.
 * @throws MessageError if the file with the certificates to trust cannot be read
 */
export function registerAt(
  address: RegisterAddress,
  { leaseMs = usualLeaseMs, limits }: { readonly leaseMs?: number; readonly limits?: ConnectionLimits } = {},
): Register {
  return registerOn(new Connection(address, limits), leaseMs);
}

function registerOn(connection: Connection, leaseMs: number): Register {
  const machines = async (): Promise<RegisterAnswer<readonly Machine[]>> => {
    const found = await connection.query<MachineRow>(statements.machinesStatement);
    return found.ok ? ok(found.value.map(machineOf)) : found;
  };
  return {
    async begin(machine) {
      const schema = await checkSchema(connection);
      if (!schema.ok) return schema;
      // Only a matter of room: the next one to begin tries it again.
      await connection.query(statements.pruneStatement);
      for (;;) {
        const known = await machines();
        if (!known.ok) return known;
        const name = nameAmong(machine, known.value);
        const values = [machine.id, name, leaseMs];
        const begun = await connection.query<{ id: string; register: string }>(statements.beginStatement, values);
        if (!begun.ok) return begun;
        const [{ id, register } = { id: '0', register: '' }] = begun.value;
        // Another one may have taken the name at the same moment: whoever came second takes another one.
        const namesake = await connection.query(statements.namesakeStatement, [id, machine.id, name]);
        if (!namesake.ok) return namesake;
        if (namesake.value.length === 0) return ok(leaseOn(connection, { id: Number(id), register }, leaseMs));
      }
    },
    find: (contents) => find(connection, contents),
    async contentsOf(origin, serviceBatchId, files) {
      const values = [origin, serviceBatchId, files];
      const found = await connection.query<{ file: string; sha256: string }>(statements.contentsOfStatement, values);
      return found.ok ? ok(new Map(found.value.map(({ file, sha256 }) => [file, sha256]))) : found;
    },
    async deliveries(inbox, files) {
      const found = await connection.query<DeliveryRow>(inboxes.deliveriesStatement, [inbox, ...fileColumnsOf(files)]);
      return found.ok ? ok(found.value.map(deliveryOf)) : found;
    },
    unfinished: (inbox, after) =>
      connection.query<FileKey>(inboxes.unfinishedStatement, [inbox, after?.path ?? '', Buffer.from(after?.sha256 ?? '', 'hex')]),
    tables: (inbox) => connection.query<InboxTable>(inboxes.tablesStatement, [inbox]),
    machines,
    async reviews(after, limit) {
      const found = await connection.query<ReviewRow>(statements.reviewsStatement, [after, limit]);
      if (!found.ok) return found;
      return ok(
        found.value.flatMap(({ origin, route, sha256, review: text, outcome, revision, service_file }) => {
          const review = reviewIn(text);
          if (text !== null && review === undefined) return [];
          const said = given({ review, outcome: outcomeIn(outcome), serviceFileId: service_file ?? undefined });
          return [{ origin, route, sha256, ...said, revision: Number(revision) }];
        }),
      );
    },
    listen: (listener) => connection.listen('intray', listener),
    account: (name) => accountOn(connection, name),
    close: () => connection.close(),
  };
}

type MachineRow = {
  readonly machine: string;
  readonly name: string;
  readonly doing: string | null;
  readonly alive: boolean;
  readonly seen: string;
};

type ReviewRow = KeyRow & {
  readonly review: string | null;
  readonly outcome: string | null;
  readonly revision: string;
  readonly service_file: string | null;
};

type DeliveryRow = {
  readonly path: string;
  readonly sha256: string;
  readonly digest: string;
  readonly json: string | null;
  readonly json_hash: string | null;
  readonly csv: string | null;
  readonly begun: boolean;
  readonly begun_json: string | null;
  readonly begun_hash: string | null;
  readonly begun_previous: string | null;
};

function machineOf({ machine: id, name, doing, alive, seen }: MachineRow): Machine {
  return { id, name, alive, lastSeen: Math.round(Number(seen)), ...given({ doing: doing ?? undefined }) };
}

function deliveryOf({ path, sha256, digest, csv, ...row }: DeliveryRow): KnownDelivery {
  const json = jsonOf(row.json, row.json_hash);
  const begunJson = jsonOf(row.begun_json, row.begun_hash);
  const intended = begunJson && { ...begunJson, ...given({ previous: row.begun_previous ?? undefined }) };
  const begun = row.begun ? given({ json: intended }) : undefined;
  return { path, sha256, digest, ...given({ json, csv: csv ?? undefined, begun }) };
}

function jsonOf(path: string | null, hash: string | null): SharedJson | undefined {
  return path === null || hash === null ? undefined : { path, hash };
}
