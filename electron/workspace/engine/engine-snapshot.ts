import { z } from 'zod';
import { type Gate, gateSchema, openGate } from '../../core/account/gate.ts';
import { fullRate, maxPerSecond, perSecondAt } from '../../core/account/rate.ts';
import { type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import type { FolderRecord } from '../../core/document/records.ts';
import { messageSchema } from '../../core/messages/message.ts';
import type { FolderHealth } from '../../engine/api.ts';
import { gateKey, rateKey, workKey } from '../../engine/engine.ts';
import { healthKey, settingsKey } from '../../engine/loop/watched-folders.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/**
 * The engine snapshot: what an engine records of itself in the ledger, for programs that look from outside. It is what the
 * engine said last; whether one is running now, only the lock on the data directory tells. An entry that cannot be read
 * counts as missing.
 */
type Meta = LedgerReader['meta'];

/** What stood in the way of all calls; open if nothing did. */
export function recordedGate(meta: Meta): Gate {
  return gateSchema.safeParse(meta.get(gateKey)).data ?? openGate;
}

const rateShape = z.object({ perSecond: z.number().positive(), at: z.number() });

export interface RecordedRate {
  /** Requests a second that may begin. */
  readonly perSecond: number;
  /** The service asked for fewer a short while ago. */
  readonly lowered: boolean;
}

/** The budget of requests at `now`, ms since the epoch; undefined if no engine has recorded one. */
export function recordedRate(meta: Meta, now: number): RecordedRate | undefined {
  const recorded = rateShape.safeParse(meta.get(rateKey)).data;
  if (recorded === undefined) return undefined;
  const perSecond = perSecondAt({ ...fullRate(recorded.at), perSecond: recorded.perSecond }, now);
  return { perSecond, lowered: perSecond < maxPerSecond };
}

const workShape = z.object({ origin: z.string(), folders: z.array(z.number()) });

/** What the engine that was started last works for: the service's address and the ids of the folders. */
export function recordedWork(meta: Meta): Readonly<z.infer<typeof workShape>> | undefined {
  return workShape.safeParse(meta.get(workKey)).data;
}

const healthShape: z.ZodType<FolderHealth> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scanning') }),
  z.object({ kind: z.literal('watching'), by: z.enum(['events', 'polling']) }),
  z.object({ kind: z.literal('unreachable'), message: messageSchema }),
  z.object({ kind: z.literal('paused'), message: messageSchema }),
  z.object({ kind: z.literal('resting') }),
]);

/** A folder of the ledger, with what the engine recorded about it. */
export interface RecordedFolder {
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly settings: FolderSettings | undefined;
  readonly health: FolderHealth | undefined;
  /** The engine that was started last works for it; for the others an earlier one did. */
  readonly active: boolean;
}

export function recordedFolders(ledger: Pick<LedgerReader, 'folders' | 'meta'>): RecordedFolder[] {
  const active = recordedWork(ledger.meta)?.folders;
  return ledger.folders.all().map((folder) => recordedFolder(ledger.meta, folder, active?.includes(folder.id) ?? true));
}

function recordedFolder(meta: Meta, { id, path }: FolderRecord, active: boolean): RecordedFolder {
  return {
    id,
    path,
    settings: folderSettingsSchema.safeParse(meta.get(settingsKey(id))).data,
    health: healthShape.safeParse(meta.get(healthKey(id))).data,
    active,
  };
}
