import { openGate } from '../../../../core/account/gate.ts';
import { isPending } from '../../../../core/document/delivery.ts';
import { type Document, directoryOf, fileNameOf } from '../../../../core/document/document.ts';
import { traitsOf } from '../../../../core/document/states.ts';
import { waits } from '../../../../core/document/wait.ts';
import { foreign, type Message, sameMessage, say } from '../../../../core/messages/message.ts';
import { filedName } from '../../../../engine/deliver/names.ts';
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
export interface Explanation {
  readonly own: readonly Message[];
  readonly engine: readonly Message[];
}

export function explainDocument(document: Document, folder: RecordedFolder, sources: WhySources): Explanation {
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

/** At most this many filed-away files of one name are looked for. */
const maxNamesakes = 100;

/**
 * Documents whose file was at this path and is elsewhere now, under another name or filed away, newest first.
 *
 * @param inside relative to the folder, with `/`
 */
export function documentsFormerlyAt(ledger: LedgerReader, folder: RecordedFolder, inside: string): Document[] {
  const renamed = ledger.history
    .whereNoted('renamed', [say('notes.renamed', { path: inside }), foreign(`from ${inside}`)])
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter((document) => document.folderId === folder.id && document.path !== inside);
  const filed = ledger.filings
    .from(folder.id, inside)
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter(({ path }) => path !== inside);
  const all = new Map([...renamed, ...filed, ...filedAway(ledger, folder, inside)].map((document) => [document.id, document]));
  return [...all.values()].sort((a, b) => b.id - a.id);
}

/** By an earlier version, which kept no account of it: that kept the directory and the name, or added a number to it. */
function filedAway(ledger: LedgerReader, { id, settings }: RecordedFolder, inside: string): Document[] {
  if (settings === undefined || settings.fileAway.kind === 'leave') return [];
  const directory = [settings.fileAway.to.replaceAll('\\', '/').replace(/\/+$/, ''), directoryOf(inside)]
    .filter((part) => part !== '')
    .join('/');
  const found: Document[] = [];
  for (let attempt = 1; attempt <= maxNamesakes; attempt += 1) {
    const path = `${directory}/${filedName(fileNameOf(inside), attempt, 255)}`;
    const there = ledger.documents
      .atPath(id, path)
      .filter((document) =>
        ledger.history.of(document.id).some(({ event, note }) => event === 'filed away' && sameMessage(note, foreign(path))),
      );
    // Names are given in order; other people's files may have taken a few.
    if (there.length === 0 && attempt > found.length + 10) break;
    found.push(...there);
  }
  return found;
}
