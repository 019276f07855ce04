import { readFileSync } from 'node:fs';
import pg from 'pg';
import { say } from '../core/messages/message.ts';
import { MessageError, messageOf } from '../core/messages/message-error.ts';
import { err, ok } from '../core/result.ts';
import type { RegisterAddress } from './address.ts';
import { problemOf } from './problems.ts';
import type { RegisterAnswer } from './register.ts';

/** How long to wait for the database, in milliseconds, and how many connections to open at most. */
export interface ConnectionLimits {
  readonly connectMs: number;
  readonly statementMs: number;
  readonly connections: number;
}

export const usualLimits: ConnectionLimits = { connectMs: 5_000, statementMs: 5_000, connections: 4 };

/** What the wire takes beyond the statement before the answer counts as lost, in milliseconds. */
const wireMs = 3_000;
/** What a server that asks for a password is told where none is given: it refuses, and closes the connection. */
const noPassword = ' ';
/** How soon a connection that listens is opened anew, in milliseconds. */
const relistenMs = 2_000;

/** A few connections to one register. Each call either answers or says why not; it never throws what the database does. */
export class Connection {
  readonly place: string;
  readonly #pool: pg.Pool;
  readonly #options: pg.ClientConfig;
  readonly #listens = new Set<() => void>();
  readonly #password: string | undefined;

  /** @throws MessageError if the file with the certificates to trust cannot be read */
  constructor(address: RegisterAddress, limits: ConnectionLimits = usualLimits) {
    this.place = address.place;
    this.#password = address.password;
    this.#options = {
      host: address.host,
      port: address.port,
      database: address.database,
      user: address.user,
      password: address.password ?? noPassword,
      ...(address.tls && {
        ssl: {
          rejectUnauthorized: true,
          ...(address.rootCertificate !== undefined && { ca: certificatesIn(address.rootCertificate) }),
        },
      }),
      connectionTimeoutMillis: limits.connectMs,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.statementMs,
      query_timeout: limits.statementMs + wireMs,
      keepAlive: true,
      application_name: 'intray',
    };
    this.#pool = new pg.Pool({ ...this.#options, max: limits.connections });
    // A connection that breaks is opened anew by the next call, which says what is wrong then: an idle one, and one that breaks
    // between the statements of a transaction.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** One statement, which is one transaction. */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<RegisterAnswer<readonly Row[]>> {
    return this.#answer(async () => (await this.#pool.query<Row>(prepared(text, values))).rows);
  }

  /** Statements that hold together or not at all. */
  transaction<Value>(work: (client: pg.ClientBase) => Promise<Value>): Promise<RegisterAnswer<Value>> {
    return this.#answer(async () => {
      const client = await this.#pool.connect();
      let isBroken = true;
      try {
        await client.query('BEGIN');
        const value = await work(client);
        await client.query('COMMIT');
        isBroken = false;
        return value;
      } finally {
        // Closing it rolls back what was not committed.
        client.release(isBroken);
      }
    });
  }

  /** Calls `listener` whenever the database notifies, over a connection of its own, which is opened anew when it breaks. */
  listen(channel: string, listener: () => void): () => void {
    let isEnded = false;
    let client: pg.Client | undefined;
    let timer: NodeJS.Timeout | undefined;
    const again = () => {
      void client?.end().catch(() => undefined);
      client = undefined;
      if (!isEnded) timer ??= setTimeout(begin, relistenMs).unref();
    };
    const begin = () => {
      timer = undefined;
      const opened = new pg.Client(this.#options);
      client = opened;
      opened.on('notification', listener);
      opened.on('error', again);
      opened.on('end', () => (client === opened ? again() : undefined));
      opened
        .connect()
        .then(() => opened.query(`LISTEN ${channel}`))
        .then(listener)
        .catch(again);
    };
    begin();
    const end = () => {
      isEnded = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      void last?.end().catch(() => undefined);
    };
    this.#listens.add(end);
    return end;
  }

  async close(): Promise<void> {
    for (const end of this.#listens) end();
    await this.#pool.end();
  }

  async #answer<Value>(work: () => Promise<Value>): Promise<RegisterAnswer<Value>> {
    try {
      return ok(await work());
    } catch (error) {
      return err(problemOf(error, this.place, (text) => this.#clean(text), this.#password !== undefined));
    }
  }

  #clean(text: string): string {
    return this.#password === undefined ? text : text.replaceAll(this.#password, '[hidden]');
  }
}

/** One of the program's statements, within a transaction. @throws DatabaseError */
export async function run<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await client.query<Row>(prepared(text, values))).rows;
}

/** The program's statements are constants: a few dozen. */
const names = new Map<string, string>();

/** The server takes a statement apart once for each connection, not at each call: for the longer ones that is most of the work. */
function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? `intray ${names.size + 1}`;
  names.set(text, name);
  return { name, text, values: [...values] };
}

function certificatesIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new MessageError(say('register.certificate', { message: messageOf(error) }), { cause: error });
  }
}
