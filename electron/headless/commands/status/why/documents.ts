import { openGate } from '../../../../core/account/gate.ts';
import { type Document, isPending } from '../../../../core/document/document.ts';
import { traitsOf } from '../../../../core/document/states.ts';
import { waits } from '../../../../core/document/wait.ts';
import { say } from '../../../../core/messages/message.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { whyOf } from '../../../../workspace/documents/why-facts.ts';
import { type RecordedFolder, recordedGate } from '../../../../workspace/engine/engine-snapshot.ts';
import type { EngineHolder } from '../../../input/engine-holder.ts';

/** What a question about a file is answered from. */
export interface WhySources {
  readonly ledger: LedgerReader;
  readonly holder: EngineHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a document is not done: what holds for it alone, and what keeps the engine from working on it. */
export function explainDocument(document: Document, folder: RecordedFolder, sources: WhySources) {
  const { ledger, holder, now } = sources;
  const gate = recordedGate(ledger.meta);
  const running = holder.kind === 'running';
  const own = whyOf(document, {
    ledger,
    now,
    // What blocked an engine that has ended may have passed: it is reported separately.
    gate: running ? gate : openGate,
    folder: () => ({ settleSeconds: folder.settings?.settleSeconds, health: running ? folder.health : undefined }),
  });
  if (!isMoving(document)) return { own, engine: [] };
  if (running) return { own, engine: folder.active ? [] : [say('why.otherFolder')] };
  const blocked = gate.kind === 'open' ? [] : [say('statusReport.blockedBefore', { message: gate.message })];
  return { own, engine: [say('why.notRunning'), ...blocked] };
}

/** Whether an engine would still do something by itself. */
function isMoving({ state, delivery }: Document): boolean {
  if (isPending(delivery)) return true;
  return state.kind === 'waiting' ? waits[state.wait.kind].goesOn : traitsOf(state.kind).progress !== 'none';
}

/**
 * Documents whose file was at this path and is elsewhere now, under another name or filed away, newest first.
 *
 * @param inside relative to the folder, with `/`
 */
export function documentsFormerlyAt(ledger: LedgerReader, folder: RecordedFolder, inside: string): Document[] {
  const renamed = ledger.history
    .whereNoted('renamed', say('notes.renamed', { path: inside }))
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter((document) => document.folderId === folder.id && document.path !== inside);
  const filed = ledger.filings
    .from(folder.id, inside)
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter(({ path }) => path !== inside);
  const all = new Map([...renamed, ...filed].map((document) => [document.id, document]));
  return [...all.values()].sort((a, b) => b.id - a.id);
}
