import { ok } from '../core/result.ts';
import type { RegisterAddress } from './address.ts';
import { Connection } from './connection.ts';
import type { RegisterAnswer } from './register.ts';
import { checkSchema, createSchema } from './schema.ts';
import { statusStatement } from './statements.ts';

export interface RegisterStatus {
  /** PostgreSQL's version. */
  readonly server: string;
  /** By how much its clock is ahead of this computer's, in milliseconds. Nothing depends on it. */
  readonly clockAheadMs: number;
  /** It cannot be written to: another server has the register now. */
  readonly standby: boolean;
  /** How many contents were claimed, sent or done; from 10,000 on an estimate. */
  readonly contents: number;
}

/** Makes the register's tables in an empty database, or brings them up to date. @param role of the program */
export function createRegister(address: RegisterAddress, role: string): Promise<RegisterAnswer<void>> {
  return withConnection(address, (connection) => createSchema(connection, role));
}

/** Whether the register can be used, and what it is. */
export function registerStatus(address: RegisterAddress): Promise<RegisterAnswer<RegisterStatus>> {
  return withConnection(address, async (connection) => {
    const checked = await checkSchema(connection);
    if (!checked.ok) return checked;
    const asked = await connection.query<StatusRow>(statusStatement);
    if (!asked.ok) return asked;
    const [row] = asked.value;
    return ok({
      server: row?.server ?? '',
      clockAheadMs: Math.round(Number(row?.clock) - Date.now()),
      standby: row?.standby === true,
      contents: Number(row?.contents),
    });
  });
}

type StatusRow = { readonly server: string; readonly clock: string; readonly standby: boolean; readonly contents: string };

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
