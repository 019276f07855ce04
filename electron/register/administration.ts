import { ok } from '../core/result.ts';
import type { RegisterAddress } from './address.ts';
import { Connection } from './connection.ts';
import type { RegisterAnswer } from './register.ts';
import { checkSchema, createSchema } from './schema.ts';
import { clockStatement, lackingStatement, statusStatement } from './status-statements.ts';

export interface RegisterStatus {
  /** PostgreSQL's version. */
  readonly server: string;
  /** By how much its clock is ahead of this computer's, in milliseconds. Nothing depends on it. */
  readonly clockAheadMs: number;
  /** It cannot be written to: another server has the register now. */
  readonly standby: boolean;
  /** How long it took to answer, in milliseconds. */
  readonly answerMs: number;
  /** Of a standby: how far it is behind, in milliseconds, where it knows. */
  readonly behindMs?: number;
  /** What the program may not do there and needs to, such as "UPDATE intray.claim". */
  readonly lacking: readonly string[];
  /** How many contents were claimed, sent or done; from 10,000 on an estimate. */
  readonly contents: number;
}

/** Makes the register's tables in an empty database, or brings them up to date. @param role of the program */
export function createRegister(address: RegisterAddress, role: string): Promise<RegisterAnswer<void>> {
  return withConnection(address, (connection) => createSchema(connection, role));
}

/** Whether the register answers, and is of this version. */
export function checkRegister(address: RegisterAddress): Promise<RegisterAnswer<void>> {
  return withConnection(address, checkSchema);
}

/** Whether the register can be used, and what it is. */
export function registerStatus(address: RegisterAddress): Promise<RegisterAnswer<RegisterStatus>> {
  return withConnection(address, async (connection) => {
    const checked = await checkSchema(connection);
    if (!checked.ok) return checked;
    const lacking = await connection.query<{ lacking: string }>(lackingStatement);
    if (!lacking.ok) return lacking;
    const begun = performance.now();
    const clock = await connection.query<{ clock: string }>(clockStatement);
    if (!clock.ok) return clock;
    const answerMs = performance.now() - begun;
    // It said its time half way.
    const clockAheadMs = Math.round(Number(clock.value[0]?.clock) + answerMs / 2 - Date.now());
    const asked = await connection.query<StatusRow>(statusStatement);
    if (!asked.ok) return asked;
    const [row] = asked.value;
    const behind = row?.behind ?? undefined;
    return ok({
      server: row?.server ?? '',
      clockAheadMs,
      answerMs: Math.round(answerMs),
      standby: row?.standby === true,
      ...(behind !== undefined && { behindMs: Math.round(Number(behind)) }),
      lacking: lacking.value.map((each) => each.lacking),
      contents: Number(row?.contents),
    });
  });
}

type StatusRow = {
  readonly server: string;
  readonly standby: boolean;
  readonly behind: string | null;
  readonly contents: string;
};

async function withConnection<Value>(
  address: RegisterAddress,
  work: (connection: Connection) => Promise<RegisterAnswer<Value>>,
): Promise<RegisterAnswer<Value>> {
  const connection = new Connection(address);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
