import { createLogUpdate } from 'log-update';
import type { Notice } from '../../engine/api.ts';
import type { EngineSession } from '../../workspace/data-directory-session.ts';
import { createUploads } from '../../workspace/engine/uploads.ts';
import type { Host } from '../host.ts';
import { type JsonEvent, noticeEvent } from './events.ts';
import { progressLines } from './progress.ts';
import { progressView } from './view.ts';
import { gateSentence, healthSentence } from './words.ts';

/** Tells what an engine does while it does it. */
export interface Reporter {
  /** Takes the live block away, so that other text can follow. */
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

/** JSON lines on standard output if asked for; on a terminal a live block; in a pipe only what is in the way. */
export function startReporter({ session, host, json, url }: ReporterOptions): Reporter {
  const { terminal } = host.messages;
  // Two writers on one screen would tear each other's lines apart.
  const live = terminal !== undefined && !(json && host.output.terminal !== undefined) ? terminal : undefined;
  const uploads = createUploads(() => session.ledger);
  const stops = [session.engine.onNotice((notice) => notice.kind === 'upload' && uploads.note(notice))];
  if (json) stops.push(session.engine.onNotice(jsonWriter((event) => host.output.write(`${JSON.stringify(event)}\n`))));
  if (live === undefined) {
    stops.push(session.engine.onNotice(problemWriter((line) => host.messages.write(`${line}\n`), url)));
    return { end: () => endAll(stops) };
  }
  const draw = createLogUpdate(live, { showCursor: true });
  const refresh = () =>
    draw(progressLines(progressView(session.engine.status(), session.ledger, uploads, Date.now(), url)).join('\n'));
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

/** Each notice as a line; of an upload's progress, its end and no more than one line a second. */
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

/** One line when something gets in the way, one when it has passed. A pause that the service asks for is no news. */
function problemWriter(write: (line: string) => void, url: string): (notice: Notice) => void {
  let gateKind = 'open';
  const unwell = new Set<string>();
  return (notice) => {
    if (notice.kind === 'gate') {
      const kind = notice.gate.kind === 'rate' ? 'open' : notice.gate.kind;
      if (kind === gateKind) return;
      gateKind = kind;
      write(gateSentence(notice.gate, Date.now(), url) ?? 'The service answers again; going on.');
    } else if (notice.kind === 'folder') {
      const problem = healthSentence(notice.path, notice.health);
      if (problem !== undefined) unwell.add(notice.path);
      else if (!unwell.delete(notice.path)) return;
      write(problem ?? `${notice.path} is there again; going on.`);
    }
  };
}
