/** Documents with results in a folder and a real ledger, for tests of what is written beside them. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { Document } from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import type { Route, RouteInfo } from '../../../electron/core/protocol/route.ts';
import { type DeliveryOutcome, deliver } from '../../../electron/engine/deliver/deliver.ts';
import type { DeliveryWorld } from '../../../electron/engine/deliver/delivery-target.ts';
import { type FileAwayOutcome, fileAway, finishMoves } from '../../../electron/engine/deliver/file-away.ts';
import { followSource } from '../../../electron/engine/deliver/json-file.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import type { Folder } from '../../../electron/engine/loop/watched-folders.ts';
import type { Files } from '../../../electron/engine/ports.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { become, putDocument } from '../../support/jobs.ts';
import { Scene } from '../../support/scene.ts';

export const origin = 'https://service.example';
export const invoices: RouteInfo = {
  route: { kind: 'extraction', id: 'e-1' },
  name: 'Invoices',
  fields: ['invoice_number', 'total'],
  seenAt: 0,
};

export interface NewDocument {
  readonly content?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly status?: 'processed' | 'needs_review' | 'confirmed';
  readonly result?: DocumentResult;
  readonly state?: DocumentState;
  readonly replaces?: number;
  readonly route?: Route;
  readonly folderId?: number;
}

export class Delivery extends Scene {
  ledger: Ledger;
  files: Files = createFiles();
  /** Goes on by a second whenever it is asked for. */
  now = Date.UTC(2026, 4, 1, 8, 0, 0);
  settings: FolderSettings;
  locale = 'en-GB';
  readonly folderId: number;

  constructor(settings: Partial<FolderSettings> = {}) {
    super();
    this.ledger = openLedger(join(this.root, 'ledger.sqlite'));
    this.atEnd(() => this.ledger.close());
    this.folderId = this.ledger.folders.ensure(this.folderPath).id;
    this.settings = folderSettingsSchema.parse({ path: this.folderPath, route: invoices.route, ...settings });
  }

  get watched(): Folder {
    return { id: this.folderId, path: this.folderPath, settings: this.settings };
  }

  get context(): DeliveryWorld {
    const now = () => {
      this.now += 1000;
      return this.now;
    };
    const after = (milliseconds: number, work: () => void) => {
      this.now += milliseconds;
      work();
      return () => undefined;
    };
    return { files: this.files, ledger: this.ledger, clock: { now, elapsed: now, after } };
  }

  /** Writes a source and puts its document, whose result came, into the ledger. */
  add(path: string, options: NewDocument = {}): Document {
    const content = options.content ?? `content of ${path}`;
    const facts = this.write(path, content);
    const route = options.route ?? invoices.route;
    const hash = createHash('sha256').update(content).digest('hex');
    const folderId = options.folderId ?? this.folderId;
    const own = { path, facts, origin, route, hash, foundAt: this.now, replaces: options.replaces } as const;
    const delivery = { kind: 'pending' } as const;
    const paid = this.ledger.jobs.find(origin, route, hash)?.from;
    if (paid !== undefined)
      return putDocument(this.ledger, folderId, { ...own, state: { kind: 'duplicate', of: paid }, delivery });
    const batch = this.ledger.batches.add({ origin, route, madeAt: this.now });
    this.ledger.batches.update(batch.id, { serviceBatchId: `batch-${batch.id}` });
    const result = options.result ?? extracted(options.data ?? { invoice_number: path, total: '1.00' }, options.status);
    const state = options.state ?? { kind: 'processed' };
    const { id } = putDocument(this.ledger, folderId, { ...own, state, result, batchId: batch.id, delivery });
    return become(this.ledger, id, { from: id, fileId: `file-${id}` });
  }

  deliver(documents: readonly Document[], info: RouteInfo = invoices): Promise<ReadonlyMap<number, DeliveryOutcome>> {
    return deliver(this.context, { folder: this.watched, info, locale: this.locale }, documents);
  }

  /** As the engine does before anything else of a document: nothing is halfway. @returns where its source is, if it had been moved */
  async finish(document: Document): Promise<FileAwayOutcome | undefined> {
    let own: FileAwayOutcome | undefined;
    await finishMoves(this.context, this.watched, document, ({ filed = [], id, path: from }, moved) => {
      const { facts, path } = moved;
      const moves = [...filed, { id: filed.length + 1, from, to: path, at: this.now }];
      this.ledger.documents.update(id, { path, facts, moving: undefined, filed: moves });
      if (id === document.id) own = moved;
    });
    return own;
  }

  async fileAway(document: Document): Promise<FileAwayOutcome> {
    return (await this.finish(document)) ?? fileAway(this.context, this.watched, document);
  }

  /** Brings the JSON to its source. @returns false: its source is not where it was */
  async follow(document: Document): Promise<boolean> {
    await this.finish(document);
    return followSource(this.context, this.watched, document);
  }

  /** Delivers one document. */
  async deliverOne(document: Document, info: RouteInfo = invoices): Promise<DeliveryOutcome> {
    await this.finish(document);
    const outcome = (await this.deliver([document], info)).get(document.id);
    if (outcome === undefined) throw new Error('No outcome.');
    return outcome;
  }

  /** What a program that starts again finds: the ledger as it is on disk, and the disk. */
  restart(): void {
    this.ledger.close();
    this.ledger = openLedger(join(this.root, 'ledger.sqlite'));
  }

  again(document: Document): Document {
    const found = this.ledger.documents.get(document.id);
    if (found === undefined) throw new Error(`The ledger has no document ${document.id}.`);
    return found;
  }

  /** All files in the folder but sources, relative, sorted. */
  outputs(): string[] {
    return this.names().filter((name) => /\.(json|csv|tmp)$/.test(name));
  }
}

export function extracted(
  extractedData: Readonly<Record<string, unknown>>,
  status: 'processed' | 'needs_review' | 'confirmed' = 'processed',
): DocumentResult {
  return { kind: 'extraction', status, extractedData, modelUsed: 'model-1', extra: {} };
}
