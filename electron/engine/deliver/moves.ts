import type { Document } from '../../core/document/document.ts';
import { sameJson } from '../../core/plain-data.ts';
import type { MetaValue } from '../../ledger/meta.ts';
import type { Folder } from '../loop/folder.ts';
import type { DeliveryWorld } from './delivery-target.ts';

/** A move of a source and its JSON that has begun: written before the first file is moved. */
export type Move = MetaValue<'file-away'>[string];

/** The moves of a folder that have begun, by document id. */
export function movesOf({ ledger }: DeliveryWorld, folder: Folder): Readonly<Record<string, Move>> {
  return ledger.meta.read('file-away', folder.id) ?? {};
}

/** Ends the document's move, if one has begun, and forgets those that are over. */
export function endMove(world: DeliveryWorld, folder: Folder, document: Document): void {
  if (Object.keys(movesOf(world, folder)).length === 0) return;
  world.ledger.transaction(() => setMove(world, folder, document, undefined));
}

/** Sets or ends the document's move, and forgets those that are over. */
export function setMove(world: DeliveryWorld, folder: Folder, document: Document, plan: Move | undefined): void {
  const unfinished = Object.entries(movesOf(world, folder)).filter(([id, { from, to }]) => {
    const other = world.ledger.documents.get(Number(id));
    if (other === undefined || other.id === document.id || (other.path === to && from !== to)) return false;
    return other.state.kind !== 'gone' && other.delivery.kind !== 'done';
  });
  const moves = Object.fromEntries(plan === undefined ? unfinished : [...unfinished, [String(document.id), plan]]);
  if (sameJson(moves, movesOf(world, folder))) return;
  world.ledger.meta.write('file-away', Object.keys(moves).length === 0 ? undefined : moves, folder.id);
}
