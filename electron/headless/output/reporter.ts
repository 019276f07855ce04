import { createLogUpdate } from 'log-update';
import { type Message, say } from '../../core/messages/message.ts';
import type { Notice } from '../../engine/api.ts';
import type { EngineSession } from '../../workspace/data-directory-session.ts';
import { createUploads } from '../../workspace/engine/uploads.ts';
import type { Host } from '../host.ts';
import { type JsonEvent, jsonLine, noticeEvent } from './events.ts';
import { progressLines, progressView } from './progress.ts';
import { gateMessage, healthMessage } from './state-messages.ts';

/** Reports what an engine is doing. */
export interface Reporter {
  /** Removes the live block, so that other text can follow. */
  end(): void;
}

export interface ReporterOptions {
  readonly session: Pick<EngineSession, 'engine' | 'ledger'>;
  readonly host: Host;
  readonly json: boolean;
  readonly url: string;
}

const refreshMs = 250;
const uploadEventMs = 1_000;

/** JSON lines on standard output if asked for; a live block on a terminal; in a pipe only problems. */
export function startReporter({ session, host, json, url }: ReporterOptions): Reporter {
  const { terminal } = host.messages;
  // Two writers on one screen would break up each other's lines.
  const live = terminal !== undefined && !(json && host.output.terminal !== undefined) ? terminal : undefined;
  const uploads = createUploads(() => session.ledger);
  const stops = [session.engine.onNotice((notice) => notice.kind === 'upload' && uploads.note(notice))];
  if (json) stops.push(session.engine.onNotice(jsonWriter((event) => host.output.write(jsonLine(event)))));
  if (live === undefined) {
    stops.push(session.engine.onNotice(problemWriter((problem) => host.messages.write(`${host.wording.text(problem)}\n`), url)));
    return { end: () => endAll(stops) };
  }
  const draw = createLogUpdate(live, { showCursor: true });
  const refresh = () =>
    draw(progressLines(progressView(session.engine.status(), session.ledger, uploads, Date.now(), url), host.wording).join('\n'));
  const timer = setInterval(refresh, refreshMs);
  refresh();
  return {
    end() {
      clearInterval(timer);
      draw.clear();
      draw.done();
      endAll(stops);
    },
  };
}

function endAll(stops: readonly (() => void)[]): void {
  for (const stop of stops) stop();
}

/** Each notice as a line; an upload's progress at its end and at most once a second. */
function jsonWriter(write: (event: JsonEvent) => void): (notice: Notice) => void {
  const told = new Map<number, number>();
  return (notice) => {
    if (notice.kind === 'upload') {
      const now = Date.now();
      if (notice.sent < notice.total && now - (told.get(notice.batchId) ?? 0) < uploadEventMs) return;
      if (notice.sent < notice.total) told.set(notice.batchId, now);
      else told.delete(notice.batchId);
    }
    write(noticeEvent(notice));
  };
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
    } else if (notice.kind === 'folder') {
      const problem = healthMessage(notice.path, notice.health);
      if (problem !== undefined) unwell.add(notice.path);
      else if (!unwell.delete(notice.path)) return;
      write(problem ?? say('runReport.folder.back', { path: notice.path }));
    }
  };
}
