import { foreign } from '../../electron/core/messages/message.ts';
import { given } from '../../electron/core/plain-data.ts';
import { err, ok } from '../../electron/core/result.ts';
import { nameAmong } from '../../electron/register/machine-name.ts';
import {
  type Claim,
  type ClaimAnswer,
  type ContentKey,
  type ContentState,
  type FileKey,
  type InboxTable,
  type Known,
  type KnownDelivery,
  type Lease,
  type Machine,
  type MachineName,
  type Register,
  type RegisterAnswer,
  type RegisterProblem,
  type RegisterProblemKind,
  type Reviewed,
  type TakenOver,
  usualLeaseMs,
  type Writer,
} from '../../electron/register/register.ts';
import type { AccountName, SharedAccount } from '../../electron/register/shared-account.ts';
import { countPages, memoryAccount } from './memory-account.ts';
import type { MemoryDatabase, Row } from './memory-database.ts';
import { deliverIn, deliveriesOf, intendIn, tablesOf, unfinishedIn } from './memory-inbox.ts';

/** What happens to a call on its way: `lost`: it is carried out, and the answer is lost. `cut`: it never arrives. */
export type Fate = 'answered' | 'lost' | 'cut';

/** How long a transaction takes that holds no lock, in milliseconds. */
const gapMs = 30_000;

/** One machine's way to the database. */
export class MemoryRegister implements Register {
  readonly #database: MemoryDatabase;
  readonly #leaseMs: number;
  readonly #fate: () => Fate;
  readonly #skew: number;

  /** @param skew by how much the machine's own clock is ahead, in milliseconds: it must not matter */
  constructor(
    database: MemoryDatabase,
    options: { readonly leaseMs?: number; readonly fate?: () => Fate; readonly skew?: number } = {},
  ) {
    this.#database = database;
    this.#leaseMs = options.leaseMs ?? usualLeaseMs;
    this.#fate = options.fate ?? (() => 'answered');
    this.#skew = options.skew ?? 0;
  }

  begin({ id, name: called }: MachineName): Promise<RegisterAnswer<Lease>> {
    return this.#call(() => {
      const { now, leases } = this.#database;
      const name = nameAmong({ id, name: called }, this.#machines());
      for (const lease of leases) if (lease.id === id && lease.until > now) lease.until = now;
      leases.push({ id, name, until: now + this.#leaseMs, seenAt: now });
      return ok(this.#lease(leases.length - 1));
    });
  }

  find(contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly Known[]>> {
    return this.#call(() => ok(contents.map((content) => this.#known(content))));
  }

  contentsOf(origin: string, batch: string, files: readonly string[]): Promise<RegisterAnswer<ReadonlyMap<string, string>>> {
    return this.#call(() => {
      const known = files.flatMap((file) => {
        const sha256 = this.#database.contentOf(origin, batch, file);
        return sha256 === undefined ? [] : [[file, sha256] as const];
      });
      return ok(new Map(known));
    });
  }

  deliveries(inbox: string, files: readonly FileKey[]): Promise<RegisterAnswer<readonly KnownDelivery[]>> {
    return this.#call(() => ok(deliveriesOf(this.#database, inbox, files)));
  }

  unfinished(inbox: string, after?: FileKey): Promise<RegisterAnswer<readonly FileKey[]>> {
    return this.#call(() => ok(unfinishedIn(this.#database, inbox, after)));
  }

  tables(inbox: string): Promise<RegisterAnswer<readonly InboxTable[]>> {
    return this.#call(() => ok(tablesOf(this.#database, inbox)));
  }

  reviews(after: number, limit: number): Promise<RegisterAnswer<readonly Reviewed[]>> {
    return this.#call(() => {
      const { now, rows } = this.#database;
      const seen = [...rows.values()].filter(({ reviewSeenAt = 0 }) => reviewSeenAt <= now);
      const all = seen.flatMap(({ origin, route, sha256, review, outcome, revision, file }) =>
        revision === undefined || revision <= after
          ? []
          : [{ origin, route, sha256, ...given({ review, outcome, serviceFileId: file }), revision }],
      );
      return ok(all.toSorted((one, other) => one.revision - other.revision).slice(0, limit));
    });
  }

  /** Told at once. */
  listen(listener: () => void): () => void {
    const { listeners } = this.#database;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  machines() {
    return this.#call(() => ok(this.#machines()));
  }

  #machines(): readonly Machine[] {
    const latest = new Map(this.#database.leases.map((lease, index) => [lease.id, index]));
    return [...latest.values()].flatMap((index) => {
      const lease = this.#database.leases[index];
      if (lease === undefined) return [];
      const { id, name, seenAt, doing } = lease;
      return [{ id, name, lastSeen: seenAt, alive: this.#database.isAlive(index), ...given({ doing }) }];
    });
  }

  account(name: AccountName): SharedAccount {
    return memoryAccount(this.#database, name, (work) => this.#call(work));
  }

  async close(): Promise<void> {}

  #lease(id: number): Lease {
    const database = this.#database;
    const isAlive = () => database.isAlive(id);
    const mayWrite = (inbox: string) => database.inboxes.get(inbox)?.lease === id || database.bug === 'no-fencing';
    return {
      id,
      register: database.id,
      renew: (doing) =>
        this.#call(() => {
          const row = database.leases[id];
          if (row === undefined || !isAlive()) return err(problem('lease-ended'));
          Object.assign(row, { until: database.now + this.#leaseMs, seenAt: database.now, doing });
          return ok(undefined);
        }),
      claim: (contents) =>
        this.#call<readonly ClaimAnswer[]>(() =>
          isAlive() ? ok(contents.map((content) => this.#claim(id, content))) : err(problem('lease-ended')),
        ),
      markSent: (claims, pages) =>
        this.#call(() => {
          if (database.bug !== 'no-fencing' && !isAlive()) return err(problem('lease-ended'));
          const rows = claims.map((claim) => {
            const row = this.#row(claim);
            if (database.bug === 'no-fencing') return row;
            return row?.fence === claim.fence && row.lease === id && ['claimed', 'sent'].includes(row.state) ? row : undefined;
          });
          if (rows.includes(undefined)) return err(problem('lost-claim'));
          if (database.bug === 'sent-only-locally') return ok(undefined);
          for (const row of rows) Object.assign(row ?? {}, { state: 'sent', sentFence: row?.fence });
          if (pages !== undefined) countPages(database, database.leases[id]?.id ?? '', pages);
          return ok(undefined);
        }),
      accept: (batch, claims) =>
        this.#call(() =>
          ok(
            claims.filter((claim) => {
              const row = this.#row(claim);
              const isTrue =
                row !== undefined &&
                [row.fence, row.sentFence].includes(claim.fence) &&
                (row.state === 'sent' || (['accepted', 'done'].includes(row.state) && row.batch === batch));
              if (!isTrue) return true;
              if (row.state === 'sent') row.state = 'accepted';
              Object.assign(row, {
                batch,
                ...given({ file: database.keptFile(claim, batch, claim.serviceFileId), name: claim.fileName }),
              });
              return false;
            }),
          ),
        ),
      giveBack: (claims) =>
        this.#call(() => {
          for (const claim of claims) {
            const row = this.#row(claim);
            if (row === undefined || !['claimed', 'sent'].includes(row.state)) continue;
            if (row.fence === claim.fence || row.sentFence === claim.fence)
              Object.assign(row, { state: 'free', sentFence: undefined });
          }
          this.#tell();
          return ok(undefined);
        }),
      finish: (claims) =>
        this.#call(() => {
          for (const claim of claims) {
            const row = this.#row(claim);
            if (row?.state === 'accepted' && row.fence === claim.fence)
              Object.assign(row, { state: 'done', ...given({ outcome: claim.outcome }) });
          }
          this.#tell();
          return ok(undefined);
        }),
      takeOver: (contents) =>
        this.#call(() => {
          if (!isAlive()) return err(problem('lease-ended'));
          const rows = contents.flatMap((content) => this.#row(content) ?? []);
          return ok(rows.flatMap((row) => (database.isAlive(row.lease, this.#skew) ? [] : this.#take(id, row))));
        }),
      takeUp: (limit) =>
        this.#call(() => {
          if (!isAlive()) return err(problem('lease-ended'));
          const isLeft = ({ lease, state }: Row) =>
            ['sent', 'accepted'].includes(state) &&
            lease !== id &&
            database.leases[lease]?.id === database.leases[id]?.id &&
            !database.isAlive(lease);
          const rows = [...database.rows.values()].filter(isLeft).slice(0, limit);
          return ok(rows.flatMap((row) => this.#take(id, row)));
        }),
      reopen: (contents) =>
        this.#call(() => {
          if (!isAlive()) return err(problem('lease-ended'));
          return ok(
            contents.flatMap(({ fence, ...content }) => {
              const row = this.#row(content);
              if (row?.fence !== fence || !['sent', 'accepted', 'done'].includes(row.state)) return [];
              return [claimOf(this.#put(id, content, 'claimed'))];
            }),
          );
        }),
      remember: (contents) =>
        this.#call(() => {
          if (!isAlive()) return err(problem('lease-ended'));
          return ok(
            contents.flatMap(({ serviceBatchId, serviceFileId, fileName, ...content }) => {
              const row = this.#row(content);
              const knowsLess =
                row === undefined ||
                ['free', 'claimed'].includes(row.state) ||
                (row.state === 'sent' && content.state !== 'sent');
              if (!knowsLess) return [];
              const file = database.keptFile(content, serviceBatchId, serviceFileId);
              const ids = given({ batch: serviceBatchId, file, name: fileName });
              const made: Row = { ...content, fence: database.nextFence(), lease: id, ...ids };
              database.rows.set(keyOf(content), made);
              return [claimOf(made)];
            }),
          );
        }),
      review: (contents) =>
        this.#call(() => {
          if (!isAlive()) return err(problem('lease-ended'));
          const done = contents.filter((content) => this.#row(content)?.state === 'done');
          for (const { review, outcome, ...content } of done) {
            const revision = database.nextFence();
            const reviewSeenAt = database.bug === 'gap-in-cursor' && revision % 2 === 0 ? database.now + gapMs : 0;
            Object.assign(this.#row(content) ?? {}, { review, ...given({ outcome }), revision, reviewSeenAt });
          }
          this.#tell();
          return ok(done.map(({ origin, route, sha256 }) => ({ origin, route, sha256 })));
        }),
      write: (inbox) =>
        this.#call<Writer>(() => {
          if (!isAlive()) return err(problem('lease-ended'));
          const row = database.inboxes.get(inbox);
          if (row?.lease === id) return ok({ kind: 'mine', since: row.since });
          if (row !== undefined && database.isAlive(row.lease, this.#skew))
            return ok({ kind: 'other', machine: database.leases[row.lease]?.name ?? '' });
          const since = database.nextFence();
          database.inboxes.set(inbox, { since, lease: id });
          return ok({ kind: 'mine', since });
        }),
      intend: (inbox, intents, tables = []) =>
        this.#call(() => {
          if (!mayWrite(inbox)) return err(problem('lost-claim'));
          intendIn(database, inbox, intents, tables);
          return ok(undefined);
        }),
      deliver: (inbox, deliveries, tables, ended = []) =>
        this.#call(() => {
          if (!mayWrite(inbox)) return err(problem('lost-claim'));
          deliverIn(database, inbox, deliveries, tables, ended);
          this.#tell();
          return ok(undefined);
        }),
      end: () =>
        this.#call(() => {
          const row = database.leases[id];
          if (row !== undefined && isAlive()) row.until = database.now;
          return ok(undefined);
        }),
    };
  }

  #claim(lease: number, content: ContentKey): ClaimAnswer {
    const database = this.#database;
    const row = this.#row(content);
    const isOpen =
      row === undefined ||
      row.state === 'free' ||
      (row.state === 'claimed' && (row.lease === lease || !database.isAlive(row.lease, this.#skew))) ||
      (this.#isFreeByBug(row) && !database.isAlive(row.lease, this.#skew));
    if (!isOpen) return { kind: 'taken', known: this.#known(content) };
    return { kind: 'mine', claim: claimOf(this.#put(lease, content, 'claimed')) };
  }

  #isFreeByBug({ state }: Row): boolean {
    const { bug } = this.#database;
    return (bug === 'sent-is-free' && state === 'sent') || (bug === 'accepted-is-free' && state === 'accepted');
  }

  #put(lease: number, { origin, route, sha256 }: ContentKey, state: ContentState): Row {
    const made: Row = { origin, route, sha256, state, fence: this.#database.nextFence(), lease };
    this.#database.rows.set(keyOf(made), made);
    return made;
  }

  #take(lease: number, row: Row): TakenOver[] {
    if (row.state !== 'sent' && row.state !== 'accepted') return [];
    Object.assign(row, { lease, fence: this.#database.nextFence() });
    return [{ claim: claimOf(row), state: row.state, ...idsOf(row) }];
  }

  #tell(): void {
    this.#database.tell();
  }

  #row(content: ContentKey): Row | undefined {
    return this.#database.rows.get(keyOf(content));
  }

  #known(content: ContentKey): Known {
    const row = this.#row(content);
    const { origin, route, sha256 } = content;
    if (row === undefined) return { origin, route, sha256, state: 'free', fence: 0, held: false };
    const held = row.state !== 'free' && this.#database.isAlive(row.lease);
    const machine = this.#database.leases[row.lease]?.name;
    const { state, fence, outcome, review } = row;
    return { origin, route, sha256, state, fence, held, ...given({ machine, outcome, review }), ...idsOf(row) };
  }

  async #call<Value>(work: () => RegisterAnswer<Value>): Promise<RegisterAnswer<Value>> {
    const fate = this.#fate();
    if (fate === 'cut') return err(problem('unreachable'));
    const answer = work();
    return fate === 'lost' ? err(problem('unreachable')) : answer;
  }
}

function problem(kind: RegisterProblemKind): RegisterProblem {
  return { kind, message: foreign(kind) };
}

function keyOf({ origin, route, sha256 }: ContentKey): string {
  return `${sha256} ${route} ${origin}`;
}

function claimOf({ origin, route, sha256, fence }: Row): Claim {
  return { origin, route, sha256, fence };
}

function idsOf({ batch, file, name }: Row) {
  return given({ serviceBatchId: batch, serviceFileId: file, fileName: name });
}
