import { z } from 'zod';
import { type Gate, openGate } from '../../core/account/gate.ts';
import { gateShape } from '../../core/account/gate-shape.ts';
import { fullRate, maxPerSecond, perSecondAt } from '../../core/account/rate.ts';
import { type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import type { FolderRecord } from '../../core/document/records.ts';
import { messageSchema } from '../../core/messages/message.ts';
import type { FolderHealth } from '../../engine/api.ts';
import { gateKey, rateKey, workKey } from '../../engine/engine.ts';
import { healthKey, settingsKey } from '../../engine/loop/watched-folders.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/**
 * What an engine keeps in the ledger for those who look from outside. It is what the engine said last: whether one is
 * running now, only `engine-holder.ts` knows. What cannot be read counts as not said.
 */
type Meta = LedgerReader['meta'];

/** What stood in the way of all calls, or nothing. */
export function keptGate(meta: Meta): Gate {
  return gateShape.safeParse(meta.get(gateKey)).data ?? openGate;
}

const rateShape = z.object({ perSecond: z.number().positive(), at: z.number() });

export interface KeptRate {
  /** Requests a second that may begin. */
  readonly perSecond: number;
  /** The service has asked for fewer, and it is not long ago. */
  readonly lowered: boolean;
}

/** The budget of requests at `now`, ms since the epoch; undefined if no engine has said. */
export function keptRate(meta: Meta, now: number): KeptRate | undefined {
  const kept = rateShape.safeParse(meta.get(rateKey)).data;
  if (kept === undefined) return undefined;
  const perSecond = perSecondAt({ ...fullRate(kept.at), perSecond: kept.perSecond }, now);
  return { perSecond, lowered: perSecond < maxPerSecond };
}

const workShape = z.object({ origin: z.string(), folders: z.array(z.number()) });

/** What the engine that was started last works for: the service's address and the ids of the folders. */
export function keptWork(meta: Meta): Readonly<z.infer<typeof workShape>> | undefined {
  return workShape.safeParse(meta.get(workKey)).data;
}

const healthShape: z.ZodType<FolderHealth> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scanning') }),
  z.object({ kind: z.literal('watching'), by: z.enum(['events', 'polling']) }),
  z.object({ kind: z.literal('unreachable'), message: messageSchema }),
  z.object({ kind: z.literal('paused'), message: messageSchema }),
  z.object({ kind: z.literal('resting') }),
]);

/** A folder of the ledger, with what is kept of it. */
export interface KeptFolder {
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly settings: FolderSettings | undefined;
  readonly health: FolderHealth | undefined;
  /** The engine that was started last works for it; an earlier one did for the others. */
  readonly active: boolean;
}

export function keptFolders(ledger: Pick<LedgerReader, 'folders' | 'meta'>): KeptFolder[] {
  const active = keptWork(ledger.meta)?.folders;
  return ledger.folders.all().map((folder) => keptFolder(ledger.meta, folder, active?.includes(folder.id) ?? true));
}

function keptFolder(meta: Meta, { id, path }: FolderRecord, active: boolean): KeptFolder {
  return {
    id,
    path,
    settings: folderSettingsSchema.safeParse(meta.get(settingsKey(id))).data,
    health: healthShape.safeParse(meta.get(healthKey(id))).data,
    active,
  };
}
