import { routesOf } from '../core/config/folder-settings.ts';
import type { Document } from '../core/document/document.ts';
import { statesWhere } from '../core/document/states.ts';
import { say } from '../core/messages/message.ts';
import { routeKey } from '../core/protocol/route.ts';
import { lost } from '../core/upload/upload-outcome.ts';
import type { FileChange } from './loop/document-writer.ts';
import type { EngineContext } from './loop/engine-context.ts';
import type { WatchedFolder } from './loop/watched-folders.ts';

const unsentStates = statesWhere(({ progress }) => progress === 'waiting');

/**
 * Takes up what an earlier run left behind, in one transaction: requests that were whole and have no answer are
 * unresolved, open batches are polled again, and what has not been sent follows its folder. The same once the
 * ledger can be written again: a step may have ended where it could not say so.
 *
 * @param isUnderway whether a batch is still being sent
 */
export function takeUpUnfinished(context: EngineContext, isUnderway: (batchId: number) => boolean): void {
  const { world, writer, folders, options } = context;
  const { ledger, service } = world;
  const now = world.clock.now();
  writer.together(() => {
    takeUpUploads(context, now, isUnderway);
    const left = (state: 'composed' | 'sent') => ledger.batches.inState(state).filter(({ id }) => !isUnderway(id));
    for (const batch of left('composed')) ledger.batches.update(batch.id, { state: 'dropped' });
    for (const batch of left('sent')) ledger.batches.update(batch.id, { state: 'unresolved' });
    for (const folder of folders.active()) {
      for (const route of routesOf(folder.settings)) ledger.routes.resume(service.origin, route);
      if (folder.settings.existing === 'send') ledger.files.forgetSkipped(folder.id);
    }
    if (options.mode === 'preview') {
      // Thousands may wait in the other folders, and stay as they are.
      const looked = folders.working();
      reroute(
        context,
        looked.flatMap(({ id }) => unsentStates.flatMap((state) => ledger.documents.inState(state, undefined, id))),
        now,
      );
      return;
    }
    reroute(
      context,
      unsentStates.flatMap((state) => ledger.documents.inState(state)),
      now,
    );
    // Whoever runs a folder by hand with another route means everything in it, also what went another way before.
    if (options.mode === 'run' || options.mode === 'plan') {
      for (const { id, settings } of folders.active()) ledger.files.forgetOtherRoutes(id, service.origin, settings.route);
    }
  });
}

function takeUpUploads({ world, writer, folders }: EngineContext, now: number, isUnderway: (batchId: number) => boolean): void {
  const { documents, jobs } = world.ledger;
  for (const { id, batchId, from, possibleDuplicate } of jobs.uploading()) {
    if (batchId !== undefined && isUnderway(batchId)) continue;
    const folder = folders.get(from === undefined ? 0 : (documents.get(from)?.folderId ?? 0));
    const unresolved = folder?.settings.unresolved ?? 'hold';
    const { event, resent } = lost({ id, possibleDuplicate, unresolved }, say('outcome.interrupted'), now);
    writer.apply([{ job: id, event, set: resent ? { possibleDuplicate: true } : {} }]);
  }
}

/** Documents that were not sent follow their folder to another route or service; what was sent stays with its own. */
function reroute({ world: { service }, writer, folders }: EngineContext, unsent: readonly Document[], now: number): void {
  for (const document of unsent) writer.apply(followFolder(document, folders.get(document.folderId), service.origin, now));
}

/**
 * What sends a document that has not been sent yet where its folder goes now; nothing if it goes there already, or was sent in a
 * step before.
 */
export function followFolder(
  { id, origin: before, route: old, verdict }: Document,
  folder: WatchedFolder | undefined,
  origin: string,
  now: number,
): FileChange[] {
  const route = folder?.settings.route;
  if (folder?.active !== true || route === undefined || verdict !== undefined) return [];
  if (before === origin && routeKey(old) === routeKey(route)) return [];
  const note = say('notes.rerouted', { kind: route.kind, id: route.id, origin });
  return [{ id, event: { kind: 'touched', at: now }, set: { origin, route, job: undefined, dueAt: now }, note }];
}
