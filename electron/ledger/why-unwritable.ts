import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Message, say } from '../core/messages/message.ts';
import { Connection } from './connection.ts';
import { LedgerUnavailable } from './errors.ts';

/** Why a ledger cannot be written now, for whoever looks at it from outside; undefined if it can. Writes nothing. */
export function whyUnwritable(path: string): Message | undefined {
  if (statfsSync(dirname(path)).bavail === 0) return say('ledger.unavailable', { path, problem: say('ledger.problem.diskFull') });
  let connection: Connection | undefined;
  try {
    connection = new Connection(path);
    connection.transaction(() => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof LedgerUnavailable) return error.said;
    throw error;
  } finally {
    connection?.close();
  }
}
