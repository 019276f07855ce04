import { type Document, pathIn } from '../../core/document/document.ts';
import type { FileRecord } from '../../core/document/records.ts';
import { endsWhenReplaced, mayBeAtService, mayChange, traitsOf } from '../../core/document/states.ts';
import { oddTailMs } from '../../core/intake/intake.ts';
import { assertNever } from '../../core/result.ts';
import { type Found, isSameLeftAlone, isSameOnReturn, isWithin } from '../../core/watch/compare-directory.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { isToBeAskedAgain, type Questions } from '../loop/questions.ts';
import type { Unverified } from '../loop/unverified.ts';
import { maxSkewMs, type WatchedFolder } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';
import type { Finding } from './scan.ts';
import { lacksBaseline } from './scan-schedule.ts';

export interface WatchContext extends EngineContext {
  readonly unverified: Unverified;
  readonly questions: Questions;
}

/** No more settling files than this are looked at to find one that was renamed. */
const maxSettling = 100;

/** Turns what a scan found into changes of documents. */
export class ScanFindings {
  readonly #context: WatchContext;
  /** When this run began, by a clock that nobody can set. */
  readonly #begun: number;
  /** The folder sends what was there before, and this is its first scan: a person has chosen to send that. */
  #isChosen = false;
  /** Without proof of what happened to its files, what is found is held. */
  #isUnproven = false;
  /** What of the folder is still to be read of what was there before, and is skipped: nothing, all, or these parts. */
  #baseline: 'read' | 'unread' | readonly string[] = 'read';
  /** Documents that are settling while findings are applied. */
  #settling: readonly Document[] | undefined;

  constructor(context: WatchContext) {
    this.#context = context;
    this.#begun = context.world.clock.elapsed();
  }

  /** In one transaction. */
  apply(folder: WatchedFolder, findings: readonly Finding[]): void {
    this.#settling = undefined;
    const isFirst = this.#context.world.ledger.folders.get(folder.id)?.baselineAt === undefined;
    this.#isChosen = isFirst && folder.settings.existing === 'send';
    this.#isUnproven = this.#context.unverified.concerns(folder.id);
    this.#baseline = this.#isUnproven ? 'read' : baselineOf(this.#context.world.ledger, folder);
    this.#context.writer.together(() => {
      for (const finding of findings) {
        switch (finding.kind) {
          case 'fresh':
            if (folder.paused) this.#skipped(folder, finding.found);
            else this.#fresh(folder, finding.found);
            break;
          case 'changed':
            if (!folder.paused) this.#changed(folder, finding.found, finding.row);
            break;
          case 'renamed':
            if (!folder.paused) this.#renamed(folder, finding.found, finding.from);
            break;
          case 'vanished':
            if (!folder.paused) this.#vanished(finding.row);
            break;
          default:
            assertNever(finding);
        }
      }
      this.#context.guard.look(folder);
    });
  }

  #fresh(folder: WatchedFolder, found: Found): void {
    if (this.#context.world.ledger.files.putBack(folder.id, found)) return;
    if (this.#baseline === 'read' || !this.#isOfBaseline(found) || !this.#skipped(folder, found))
      this.#found(folder, found, undefined);
  }

  /** Whether this part of the folder has not been read yet. */
  #isOfBaseline({ directory, name }: Found): boolean {
    if (typeof this.#baseline === 'string') return this.#baseline === 'unread';
    const path = pathIn(directory, name);
    return this.#baseline.some((part) => isWithin(path, part));
  }

  /**
   * Notes a file that was there before. @returns false for one that was written since the folder was first watched, or that has
   * a document from before another volume was mounted: that is new
   */
  #skipped(folder: WatchedFolder, found: Found): boolean {
    const { ledger } = this.#context.world;
    if (this.#isNew(folder, found)) return false;
    const documents = ledger.documents.atPath(folder.id, pathIn(found.directory, found.name));
    if (documents.some(({ facts }) => isSameOnReturn(facts, found.facts))) return false;
    ledger.files.put({ folderId: folder.id, ...found, skipped: 'existing' });
    return true;
  }

  /**
   * Whether a file was written since the folder was first watched. A time in the future says nothing. If the clock was set back
   * since then, the time may be by the clock as it was, or by the clock as it is: by that one, this run began earlier.
   */
  #isNew({ firstWatched }: WatchedFolder, { facts: { mtimeMs } }: Found): boolean {
    const { clock } = this.#context.world;
    const now = clock.now();
    const begun = now - (clock.elapsed() - this.#begun);
    const isSince = mtimeMs >= firstWatched && mtimeMs <= Math.max(now, firstWatched) + maxSkewMs;
    return isSince || (mtimeMs > begun && mtimeMs <= now + maxSkewMs);
  }

  #found(folder: WatchedFolder, found: Found, replaces: number | undefined): number {
    const { ledger, clock, service } = this.#context.world;
    const path = pathIn(found.directory, found.name);
    const isWanted = ledger.arrivals.takeWanted(folder.id, path);
    const settleMs = folder.settings.settleSeconds * 1_000;
    const now = clock.now();
    const { mode } = this.#context.options;
    // Its time may have been copied with it. Nothing is paid for by a plan, which so need not wait, for a minute where a file is empty,
    // what the time says it has been unchanged already.
    const since =
      mode === 'plan' || mode === 'preview'
        ? Math.min(now, Math.max(Math.floor(found.facts.mtimeMs), now - Math.max(oddTailMs, settleMs)))
        : now;
    const document = this.#context.writer.add({
      folderId: folder.id,
      path,
      facts: found.facts,
      origin: service.origin,
      route: folder.settings.route,
      file: { kind: 'settling', since },
      foundAt: now,
      dueAt: since + settleMs,
      byHand: isWanted || mode !== 'watch' || (this.#isChosen && !this.#isNew(folder, found)),
      ...(replaces !== undefined && { replaces }),
    });
    ledger.files.put({ folderId: folder.id, ...found, documentId: document.id });
    if (this.#isUnproven) this.#context.unverified.found(document.id);
    return document.id;
  }

  /** A file whose content may have changed: still the same document if it was not sent, else a new one that replaces it. */
  #changed(folder: WatchedFolder, found: Found, row: FileRecord): void {
    const { ledger, clock } = this.#context.world;
    const document = row.documentId === undefined ? undefined : ledger.documents.get(row.documentId);
    const same = isSameOnReturn(row.facts, found.facts);
    // A file that was left alone has come back, or another volume has an old file of that name.
    const isOfBaseline = () => !isToBeAskedAgain(row) && this.#isOfBaseline(found) && this.#skipped(folder, found);
    if (!same && (ledger.files.putBack(folder.id, found) || isOfBaseline())) {
      if (document !== undefined) this.#lost(document, found);
      return;
    }
    if (document === undefined || document.path !== pathIn(found.directory, found.name)) {
      if (row.skipped !== undefined && isSameLeftAlone(row.facts, found.facts)) ledger.files.put({ ...row, facts: found.facts });
      else {
        // What was left alone may be a later content of a file that was sent.
        const earlier = row.skipped === 'left' ? ledger.documents.atPath(folder.id, pathIn(found.directory, found.name)) : [];
        const sent = earlier.find(({ state }) => mayBeAtService(state));
        if (row.skipped !== undefined && !isToBeAskedAgain(row)) ledger.files.setAside(row);
        const id = this.#found(folder, found, sent?.id);
        if (row.skipped !== undefined && sent === undefined)
          this.#context.questions.leftAlone(folder.id, id, row.facts.size === found.facts.size);
      }
      return;
    }
    if (!isUnsent(document)) {
      this.#found(folder, found, document.id);
      if (endsWhenReplaced(document.state) || isLaterStepUnsent(document))
        this.#context.writer.apply([{ id: document.id, event: { kind: 'vanished' } }]);
      return;
    }
    const now = clock.now();
    this.#context.writer.apply([
      {
        id: document.id,
        event: { kind: 'touched', at: now },
        set: {
          facts: found.facts,
          hash: undefined,
          pages: undefined,
          dismissed: undefined,
          dueAt: now + folder.settings.settleSeconds * 1_000,
        },
      },
    ]);
    ledger.files.put({ folderId: folder.id, ...found, documentId: document.id });
    if (this.#isUnproven) this.#context.unverified.found(document.id);
  }

  #renamed(folder: WatchedFolder, found: Found, from: FileRecord): void {
    const { ledger } = this.#context.world;
    const former = pathIn(from.directory, from.name);
    const path = pathIn(found.directory, found.name);
    const document = from.documentId === undefined ? undefined : ledger.documents.get(from.documentId);
    const known = from.aside === undefined ? ledger.files.get(folder.id, from.directory, from.name) : from;
    if (known === undefined) {
      // Another name of the same file was found first and has taken over the record.
      this.#fresh(folder, found);
      return;
    }
    if (from.documentId === undefined) {
      ledger.files.put({ folderId: folder.id, ...found, ...(from.skipped !== undefined && { skipped: from.skipped }) });
    } else if (
      document === undefined ||
      document.path !== former ||
      document.state.kind === 'gone' ||
      isOfOther(document, from)
    ) {
      // Another file has taken its name, and ended it, or is its file by now: its content tells what becomes of it.
      this.#fresh(folder, found);
      return;
    } else {
      ledger.files.put({ folderId: folder.id, ...found, documentId: document.id });
      this.#context.writer.rename(document, path);
    }
    // Another file may have taken the old name.
    if (known.documentId === from.documentId) ledger.files.remove(folder.id, from.directory, from.name, from.aside);
  }

  #vanished(row: FileRecord): void {
    const { ledger } = this.#context.world;
    const still = ledger.files.get(row.folderId, row.directory, row.name);
    if (still === undefined || still.documentId !== row.documentId) return;
    const document = row.documentId === undefined ? undefined : ledger.documents.get(row.documentId);
    if (document !== undefined && this.#context.questions.vanished(document.id)) return;
    if (document !== undefined && document.delivery.kind !== 'none' && this.#mayBeRenamed(row)) return;
    ledger.files.remove(row.folderId, row.directory, row.name);
    if (document !== undefined) this.#lost(document, row);
  }

  /** A file of that size is settling: until it is known whether it is this one under another name, this one stays known. */
  #mayBeRenamed({ folderId, facts }: FileRecord): boolean {
    this.#settling ??= this.#context.world.ledger.documents.inState('settling', maxSettling);
    return this.#settling.some((other) => other.folderId === folderId && other.facts.size === facts.size);
  }

  /** The file of a document is no longer at this place. */
  #lost(document: Document, { directory, name }: Pick<FileRecord, 'directory' | 'name'>): void {
    if (document.path !== pathIn(directory, name) || document.delivery.kind !== 'none') return;
    this.#context.writer.apply([{ id: document.id, event: { kind: 'vanished' } }]);
  }
}

/** What of a folder that skips what was there before has not been read yet. */
function baselineOf(ledger: World['ledger'], folder: WatchedFolder): 'read' | 'unread' | readonly string[] {
  if (folder.settings.existing !== 'skip') return 'read';
  return lacksBaseline(ledger, folder) ? 'unread' : (ledger.meta.read('unread', folder.id) ?? 'read');
}

/** Its content cannot be sent on any more, whatever it waits for: another one has its path. */
function isLaterStepUnsent(document: Document): boolean {
  return (
    document.verdict !== undefined && traitsOf[document.state.kind].progress === 'waiting' && !mayBeAtService(document.state)
  );
}

/** Whether a document is about another file by now than that of its record: intake has seen that one in its place before a scan has. */
function isOfOther({ facts }: Document, record: FileRecord): boolean {
  return facts.ino !== record.facts.ino;
}

/** A possible duplicate was sent, though its answer was lost: what is known about it concerns its old content. */
function isUnsent(document: Document): boolean {
  return (
    document.verdict === undefined && mayChange(document.state) && !document.possibleDuplicate && !mayBeAtService(document.state)
  );
}
