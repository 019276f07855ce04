import { createHash } from 'node:crypto';
import { type HookName, hasHooks, hookOf } from '../../core/config/hooks.ts';
import type { FolderQuestion } from '../../core/contract/status.ts';
import type { Document } from '../../core/document/document.ts';
import { whatHappened } from '../../core/hooks/what-happened.ts';
import type { EngineOptions } from '../api.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';
import { documentBody, outputsText, questionBody } from './event-body.ts';

export interface OutboxContext {
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
