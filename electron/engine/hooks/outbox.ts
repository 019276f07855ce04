import { createHash } from 'node:crypto';
import { type HookName, hasHooks, hookOf } from '../../core/config/hooks.ts';
import type { FolderQuestion } from '../../core/contract/status.ts';
import { type Document, deliveryProblem } from '../../core/document/document.ts';
import { bucketOf, isNewConcern, needsPerson, standingOf } from '../../core/document/standing.ts';
import { hasResult, isHeldAs, presentState } from '../../core/document/states.ts';
import { reasonsInQuestion } from '../../core/document/wait.ts';
import type { HookEvent } from '../../core/hooks/hook-event.ts';
import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { writtenFor } from '../../ledger/tables.ts';
import type { EngineOptions } from '../api.ts';
import { gather, isReplaced } from '../deliver/delivered.ts';
import { jsonLine } from '../deliver/json.ts';
import { absolutePath, type WatchedFolders } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';

interface OutboxContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'random'>;
  readonly options: Pick<EngineOptions, 'hooks'>;
  readonly folders: Pick<WatchedFolders, 'get' | 'pathOf'>;
}

/**
 * Writes the events for hooks, in the transaction of what they tell: either both are in the ledger or neither. Where a folder
 * has no hook, nothing is written.
 */
export class Outbox {
  readonly #context: OutboxContext;

  constructor(context: OutboxContext) {
    this.#context = context;
  }

  /** A document has changed. To be called within the transaction. */
  changed(before: Document | undefined, after: Document): void {
    const { options, folders, world } = this.#context;
    if (options.hooks === undefined || !hasHooks(options.hooks, folders.pathOf(after.folderId))) return;
    const { hookEvents } = world.ledger;
    const { id } = after;
    // What is written again was there before, whoever was told of it then.
    if (before?.delivery.kind === 'done' && after.delivery.kind !== 'done' && hookEvents.said(id) === undefined)
      hookEvents.setSaid(id, '');
    for (const what of whatHappened(before, after)) {
      if (what === 'delivered') this.#delivered(after);
      else this.#tell(after, what);
    }
  }

  /** A folder's question is open; whoever hears of it has been told once. */
  asked(folderId: number, question: FolderQuestion): void {
    const { options, folders, world } = this.#context;
    const { ledger, clock } = world;
    const folder = folders.pathOf(folderId);
    if (options.hooks === undefined || hookOf(options.hooks, folder, 'onAttention') === undefined) return;
    if (ledger.meta.read('question-told', folderId) === question.since) return;
    ledger.transaction(() => {
      const event = { name: 'onAttention', folderId, documentId: 0, at: clock.now() } as const;
      ledger.hookEvents.add({
        ...{ ...event, prefix: this.#prefix() },
        body: (eventId, revision) => questionBody({ ...event, eventId, revision, folder }, question),
      });
      ledger.meta.write('question-told', question.since, folderId);
    });
  }

  /** Its outputs are on disk: the first time, or with something else in them or at another place. */
  #delivered(document: Document): void {
    const { folders, world } = this.#context;
    const { hookEvents } = world.ledger;
    const { id } = document;
    const before = hookEvents.said(id);
    const now = digest(outputsText(world, folders, document));
    if (before === now) return;
    hookEvents.setSaid(id, now);
    this.#tell(document, before === undefined ? 'onDelivered' : 'onChanged');
  }

  #tell(document: Document, name: HookName): void {
    const { options, folders, world } = this.#context;
    const { id: documentId, folderId } = document;
    const folder = folders.pathOf(folderId);
    if (options.hooks === undefined || hookOf(options.hooks, folder, name) === undefined) return;
    const event = { name, folderId, documentId, at: world.clock.now() };
    world.ledger.hookEvents.add({
      ...{ ...event, prefix: this.#prefix() },
      body: (eventId, revision) => documentBody(world, folders, { ...event, eventId, revision, folder }, document),
    });
  }

  /** So that an event's id is its own also beside those of other ledgers, and of this one's older copies. */
  #prefix(): string {
    const { random } = this.#context.world;
    const parts = Array.from({ length: 3 }, () => Math.floor(random() * 2 ** 32).toString(16));
    return `evt_${parts.map((part) => part.padStart(8, '0')).join('')}`;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

type Source = Pick<World, 'ledger'>;
type Folders = Pick<WatchedFolders, 'get' | 'pathOf'>;

/** What an event says of itself. `folder`: its absolute path. */
type Head = Pick<HookEvent, 'eventId' | 'name' | 'at'> & { readonly folder: string; readonly revision: number };

/**
 * The JSON of an event about a document, on one line:
 *
 *     { "intray": 1,                                 the version of this shape
 *       "id": the event's own, "event": onDelivered …, "revision": grows with each event of the document,
 *       "at": ISO 8601, UTC, "folder": absolute path,
 *       "document": { "id", "file": relative to the folder, "path": absolute, "sha256": or null, "state", "needs_you": true or false },
 *       "message": why it failed or needs somebody, in English, or null,
 *       "json": absolute path or null, "csv": absolute path or null,
 *       "result": as in the document's JSON, or null }
 */
function documentBody(source: Source, folders: Folders, head: Head, document: Document): string {
  const { id, path, hash, state } = document;
  const message = messageOf(document);
  const about = {
    document: {
      id,
      file: path,
      path: absolutePath({ path: head.folder }, path),
      sha256: hash ?? null,
      state: state.kind,
      needs_you: needsPerson(document),
    },
    message: message === undefined ? null : inEnglish(message),
    ...outputsOf(source, document),
  };
  const members = JSON.stringify({ ...headMembers(head), ...about });
  return `${members.slice(0, -1)},"result":${resultText(source, folders, document, new Date(head.at).toISOString())}}`;
}

/** The same about a folder whose question is open: its documents are held. `document` is null, and `question` says what is asked. */
function questionBody(head: Head, { since, documents, pages, message }: FolderQuestion): string {
  return JSON.stringify({
    ...headMembers(head),
    document: null,
    message: inEnglish(message),
    question: { since: new Date(since).toISOString(), documents, pages: pages ?? null },
  });
}

/** What a document's outputs say, and where they are: as long as this stays the same, nothing has changed for who reads them. */
function outputsText(source: Source, folders: Folders, document: Document): string {
  const { folderId, path } = document;
  const places = JSON.stringify([folders.pathOf(folderId), path, outputsOf(source, document)]);
  return `${places}\n${resultText(source, folders, document, '')}`;
}

function headMembers({ eventId, name, revision, at, folder }: Head): object {
  return { intray: 1, id: eventId, event: name, revision, at: new Date(at).toISOString(), folder };
}

function outputsOf({ ledger }: Source, document: Document): { readonly json: string | null; readonly csv: string | null } {
  const written = writtenFor(ledger, document);
  const pathOf = (kind: 'json' | 'csv') => written.find((output) => output.kind === kind)?.path ?? null;
  return { json: pathOf('json'), csv: pathOf('csv') };
}

function resultText(source: Source, folders: Folders, document: Document, deliveredAt: string): string {
  const { route, origin, folderId } = document;
  // Before the extraction's name and fields are known, its values are told in the order in which they came.
  const info = source.ledger.routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 };
  const settings = folders.get(folderId)?.settings;
  const gathered = gather(source, info, document, settings, isReplaced(source.ledger, document));
  return gathered === undefined ? 'null' : new TextDecoder().decode(jsonLine(gathered, deliveredAt)).trimEnd();
}

function messageOf({ state: now, delivery }: Document): Message | undefined {
  const state = presentState(now);
  if (state.kind === 'waiting') return 'message' in state.wait ? state.wait.message : undefined;
  return 'message' in state ? state.message : deliveryProblem(delivery);
}

/**
 * What a change of a document means to whoever hears of it, in the order in which it is told. `delivered`: its outputs are on
 * disk as they are to be, for the first time or again. Pure.
 */
function whatHappened(before: Document | undefined, after: Document): readonly (HookName | 'delivered')[] {
  return [
    ...(isFailed(after) && !(before !== undefined && isFailed(before)) ? (['onFailed'] as const) : []),
    ...(asksNow(before, after) ? (['onAttention'] as const) : []),
    ...(isDelivered(after) && !(before !== undefined && isDelivered(before)) ? (['delivered'] as const) : []),
  ];
}

function isFailed({ state, delivery }: Document): boolean {
  const bucket = bucketOf(presentState(state).kind, delivery.kind);
  return bucket === 'failed' || bucket === 'rejected';
}

/** Documents that one question holds are told of by that. What a person takes up again themselves is no news to them. */
function asksNow(before: Document | undefined, after: Document): boolean {
  if (!asks(after)) return false;
  if (before === undefined) return true;
  return standingOf(before) === 'dismissed' ? isNewConcern(before, after) : !asks(before);
}

function asks(document: Document): boolean {
  return (
    standingOf(document) === 'needs-you' &&
    !isHeldAs(document.state, 'unverified') &&
    !isHeldAs(document.state, ...reasonsInQuestion)
  );
}

function isDelivered({ state, delivery }: Document): boolean {
  return delivery.kind === 'done' && hasResult(state.kind);
}
