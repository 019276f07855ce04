import type { AddressInfo } from 'node:net';
import { say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import { errorCode } from '../core/plain-data.ts';
import { createKeyring, createPageAccount } from './account.ts';
import { type Clock, createTimers, type Log, systemClock } from './clock.ts';
import { createControl } from './control.ts';
import { type Documents, loadDocuments } from './documents.ts';
import { createFaults } from './faults/fault-set.ts';
import { createJournal, type RateLimit } from './http/context.ts';
import { buildServer } from './http/server.ts';
import { noMemory, type SandboxMemory } from './memory.ts';
import { type Duration, seededRandom } from './random.ts';
import { Store } from './store.ts';
import { createWebhooks } from './webhooks.ts';
import { createWork } from './work.ts';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Keys to begin with; those without a `key` are made up. Default: one made-up key. */
  readonly keys?: readonly { readonly name: string; readonly key?: string }[];
  /** Milliseconds that a file waits, and is processed. Default: 100 to 500, and 300 to 1500. */
  readonly delays?: { readonly queued?: Duration; readonly processing?: Duration };
  /** Default: 100 (electron/service/README.md, "Limits"). */
  readonly pagesPerMonth?: number;
  /** Default: none. */
  readonly rateLimit?: RateLimit;
  /** As `parseFault` reads them. */
  readonly faults?: readonly string[];
  readonly webhook?: { readonly url: string; readonly secret?: string };
  /** How many requests the journal remembers; 10,000 by default. */
  readonly journalSize?: number;
  /** Seeds the random numbers: delays, chances and shuffles repeat; 1 by default. Identifiers do not. */
  readonly seed?: number;
  readonly clock?: Clock;
  /** How documents are read; by default as the program does. */
  readonly documents?: Documents;
  readonly log?: Log;
  /**
   * Where extractions, classifications and their results are stored from run to run, with their ids. Default: nowhere. The
   * sandbox closes it. Keys, pages, faults and webhooks belong to one run.
   */
  readonly memory?: SandboxMemory;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts the embedded stand-in for the service (electron/service/README.md): the whole documented interface with its
 * errors, limits and webhooks, and faults on request. It listens on 127.0.0.1 only and, without `memory`, writes nothing
 * to disk.
 *
 * Where the service is undocumented, the sandbox behaves as follows; nothing may depend on it:
 * - `extracted_data` has every field's key. A value that was not found is '' and makes the file needs_review, as does
 *   every image.
 * - A document that cannot be read fails and costs no page. In a classification it goes into no category.
 * - `extractionDetails` needs `name` and `fields`; undocumented members and form fields are refused.
 * - updateExtraction answers the extraction as it now is, with batchId and files if there were any; deleteExtraction
 *   answers the id; an override and a redo answer the file. "No category" is null. All errors have the same shape.
 * - A redo costs pages again; a file that a person placed stays there.
 * - A document passed on to a linked extraction costs its pages there, and fails there if none are left.
 * - A file's events carry the members of the extraction event, and the file's id and name.
 *
 * @throws MessageError if the port is taken, ServiceError if an option is wrong
 */
export async function startSandbox(options: SandboxOptions = {}) {
  const { clock = systemClock, log = () => {} } = options;
  const random = seededRandom(options.seed ?? 1);
  const documents = options.documents ?? (await loadDocuments());
  const delays = { queued: options.delays?.queued ?? [100, 500], processing: options.delays?.processing ?? [300, 1500] } as const;

  const timers = createTimers(clock);
  const keyring = createKeyring();
  const pages = createPageAccount({ clock, perMonth: options.pagesPerMonth ?? 100 });
  const memory = options.memory ?? noMemory;
  const store = new Store(memory, clock);
  const faults = createFaults({ clock, random });
  const journal = createJournal(options.journalSize ?? 10_000);
  const webhooks = createWebhooks({ clock, log });
  const work = createWork({ documents, store, pages, faults, timers, delays, random, webhooks, log });

  const keys = (options.keys ?? [{ name: 'First key' }]).map(({ name, key }) => keyring.create(name, key));
  for (const fault of options.faults ?? []) faults.add(fault);
  if (options.webhook !== undefined) webhooks.register(options.webhook.url, options.webhook.secret);

  let port = options.port ?? 0;
  const { rateLimit } = options;
  const server = await buildServer({ keyring, pages, store, work, faults, journal, rateLimit, clock, random, log });

  async function close(): Promise<void> {
    timers.cancelAll();
    work.close();
    await Promise.all([webhooks.close(), server.close()]);
    memory.close();
  }

  try {
    await server.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await close();
    throw startError(error, port);
  }
  port = (server.server.address() as AddressInfo).port;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** The keys it began with; they are shown whole only here. */
    keys,
    control: createControl({ keyring, pages, webhooks, store }),
    faults,
    requests: journal,
    /** Stops listening and cuts every connection, like a pulled network cable; files are still processed. */
    unplug: () =>
      new Promise<void>((resolve) => {
        server.server.close(() => resolve());
        server.server.closeAllConnections();
      }),
    /** Listens again, at the same address. */
    plugIn: () =>
      new Promise<void>((resolve, reject) => {
        server.server.once('error', reject);
        server.server.listen(port, '127.0.0.1', () => {
          server.server.off('error', reject);
          resolve();
        });
      }),
    close,
  };
}

function startError(error: unknown, port: number): Error {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return new MessageError(say('sandbox.portInUse', { port }), { cause: error });
  if (code === 'EACCES') return new MessageError(say('sandbox.portForbidden', { port }), { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}
