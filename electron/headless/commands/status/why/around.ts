import { join } from 'node:path';
import { openGate } from '../../../../core/account/gate.ts';
import type { Document } from '../../../../core/document/document.ts';
import { explain } from '../../../../core/document/explain.ts';
import { createWording } from '../../../../core/messages/wording.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import type { EngineHolder } from '../../../input/engine-holder.ts';
import { type KeptFolder, keptGate } from '../../../input/engine-snapshot.ts';
import { sentence } from '../../../output/words.ts';

/** What a question about a file is answered from. */
export interface WhySources {
  readonly ledger: LedgerReader;
  readonly holder: EngineHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The document's own sentence, and what keeps the engine itself from moving it. */
export function explainDocument(document: Document, folder: KeptFolder, sources: WhySources): string[] {
  const { ledger, holder, now } = sources;
  const gate = keptGate(ledger.meta);
  const running = holder.kind === 'running';
  const routePaused = ledger.routes.paused(document.origin, document.route)?.message;
  const batch = document.batchId === undefined ? undefined : ledger.batches.get(document.batchId);
  const firstPath = pathOfFirst(document, ledger);
  const said = explain(document, {
    now,
    settleSeconds: folder.settings?.settleSeconds ?? 2,
    // What stood in the way of an engine that has ended may have passed: it is told apart from what is so now.
    gate: running ? gate : openGate,
    outputs: ledger.outputs.of(document.id).flatMap(({ path, state }) => (state === 'written' ? [path] : [])),
    ...(routePaused !== undefined && { routePaused }),
    ...(running && folder.health?.kind === 'resting' && { resting: true }),
    ...(running && folder.health?.kind === 'unreachable' && { unreachable: folder.health.message }),
    ...(batch !== undefined && { batch }),
    ...(firstPath !== undefined && { firstPath }),
  });
  const answer = createWording('en', { now: () => now, timeZone: 'UTC' }).text(said);
  if (!isMoving(document)) return [answer];
  if (!running) {
    return [
      answer,
      'Intray is not running on this data directory: it goes on from here when it is started.',
      ...(gate.kind === 'open' ? [] : [`When it last ran, this stood in the way: ${sentence(gate.message)}`]),
    ];
  }
  return folder.active
    ? [answer]
    : [answer, 'The Intray that is running does not watch this folder: it only asks for and delivers what was sent.'];
}

/** Whether something is still to come that an engine would do by itself. */
function isMoving({ state, delivery }: Document): boolean {
  if (delivery.kind === 'pending' || delivery.kind === 'written') return true;
  if (state.kind === 'waiting') return state.wait.kind !== 'held';
  return ['settling', 'uploading', 'queued', 'processing'].includes(state.kind);
}

/** The other document that this one waits behind, or whose result it took: absolute if it lies in another folder. */
function pathOfFirst({ state, folderId }: Document, ledger: LedgerReader): string | undefined {
  const id =
    state.kind === 'duplicate'
      ? state.of
      : state.kind === 'waiting' && state.wait.kind === 'behind'
        ? state.wait.first
        : undefined;
  const first = id === undefined ? undefined : ledger.documents.get(id);
  if (first === undefined || first.folderId === folderId) return first?.path;
  return join(ledger.folders.get(first.folderId)?.path ?? '', first.path);
}
