import { type Message, say } from '../../../core/messages/message.ts';
import type { Notice } from '../../../engine/api.ts';
import { type LedgerReader, LedgerUnavailable } from '../../../ledger/ledger.ts';
import { writtenFor } from '../../../ledger/tables.ts';
import type { EngineKeeper } from '../../../workspace/engine/engine-keeper.ts';
import type { Host } from '../../host.ts';
import { inform, jsonLine, noticeEvent } from '../../output/events.ts';
import { progressLines, progressView } from '../../output/progress.ts';
import { gateMessage, healthMessage, questionMessage } from '../../output/state-messages.ts';

const refreshMs = 250;
const uploadEventMs = 1_000;

/** What is reported of an engine: JSON lines on standard output if asked for; a live block on a terminal; in a pipe only problems. */
export async function createReport({ json, url }: { readonly json: boolean; readonly url: string }, host: Host) {
  const { terminal } = host.messages;
  // Two writers on one screen would break up each other's lines.
  const live = terminal !== undefined && !(json && host.output.terminal !== undefined) ? terminal : undefined;
  const draw = live && (await import('log-update')).createLogUpdate(live, { showCursor: true });
  const writers = [
    ...(json ? [jsonNotices(host)] : []),
    ...(draw === undefined ? [problemWriter((problem) => inform(host, problem), url)] : []),
  ];
  let timer: NodeJS.Timeout | undefined;
  return {
    note(notice: Notice, ledger: LedgerReader): void {
      for (const write of writers) write(notice, ledger);
    },
    /** Draws what the engine that runs is doing, now and again. */
    begin(keeper: EngineKeeper): void {
      if (draw === undefined) return;
      const refresh = () => {
        const { running, session, uploads } = keeper;
        if (running === undefined || session === undefined) return;
        try {
          const view = progressView(running.engine.status(), session.ledger, uploads, Date.now(), url);
          draw(progressLines(view, host.wording).join('\n'));
        } catch (error) {
          // It waits until the ledger can be read again, as the engine does.
          if (!(error instanceof LedgerUnavailable)) throw error;
        }
      };
      timer ??= setInterval(refresh, refreshMs);
      refresh();
    },
    end(): void {
      clearInterval(timer);
      draw?.clear();
      draw?.done();
    },
  };
}

/** Writes each notice of an engine as a line of `--json`; an upload's progress at its end and at most once a second. */
export function jsonNotices({ output }: Pick<Host, 'output'>): (notice: Notice, ledger: LedgerReader) => void {
  const told = new Map<number, number>();
  return (notice, ledger) => {
    const now = Date.now();
    if (notice.kind === 'upload') {
      if (notice.sent < notice.total && now - (told.get(notice.batchId) ?? 0) < uploadEventMs) return;
      if (notice.sent < notice.total) told.set(notice.batchId, now);
      else told.delete(notice.batchId);
    }
    const outputs = notice.kind === 'document' && notice.delivered ? outputsOf(ledger, notice.id) : [];
    output.write(jsonLine(noticeEvent(notice, now, outputs)));
  };
}

function outputsOf(ledger: LedgerReader, id: number): readonly object[] {
  try {
    const document = ledger.documents.get(id);
    return document === undefined ? [] : writtenFor(ledger, document);
  } catch (error) {
    // It waits until the ledger can be read again, as the engine does.
    if (error instanceof LedgerUnavailable) return [];
    throw error;
  }
}

/** One line when something gets in the way, and one when it has passed. A pause that the service asks for is not news. */
function problemWriter(write: (problem: Message) => void, url: string): (notice: Notice) => void {
  let gateKind = 'open';
  const unwell = new Set<string>();
  return (notice) => {
    if (notice.kind === 'gate') {
      const kind = notice.gate.kind === 'rate' ? 'open' : notice.gate.kind;
      if (kind === gateKind) return;
      gateKind = kind;
      write(gateMessage(notice.gate, Date.now(), url) ?? say('runReport.gate.open'));
    } else if (notice.kind === 'ledger') write(notice.message ?? say('runReport.ledger.back'));
    else if (notice.kind === 'budget') write(notice.message);
    else if (notice.kind === 'question') write(questionMessage(notice.path, notice.question));
    else if (notice.kind === 'folder') {
      const problem = healthMessage(notice.path, notice.health);
      if (problem !== undefined) unwell.add(notice.path);
      else if (!unwell.delete(notice.path)) return;
      write(problem ?? say('runReport.folder.back', { path: notice.path }));
    }
  };
}
