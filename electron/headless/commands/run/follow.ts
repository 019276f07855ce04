import { asksForKey } from '../../../core/account/gate.ts';
import type { Config } from '../../../core/config/config-file.ts';
import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { inEnglish } from '../../../core/messages/wording.ts';
import type { Failure } from '../../../core/protocol/failure.ts';
import type { Ending, Engine, Notice } from '../../../engine/api.ts';
import type { Clock } from '../../../engine/ports.ts';
import { systemClock } from '../../../engine/system.ts';
import { type LedgerReader, LedgerUnavailable } from '../../../ledger/ledger.ts';
import { writtenFor } from '../../../ledger/tables.ts';
import { type EngineSession, lookNowWith } from '../../../workspace/data-directory-session.ts';
import { createUploads } from '../../../workspace/engine/uploads.ts';
import { watchFor } from '../../../workspace/settings/key-keeper.ts';
import { type Host, onStop } from '../../host.ts';
import type { HeldKey } from '../../input/service-access.ts';
import { inform, jsonLine, noticeEvent } from '../../output/events.ts';
import { progressLines, progressView } from '../../output/progress.ts';
import { gateMessage, healthMessage, questionMessage } from '../../output/state-messages.ts';
import { tellSupervisor } from './supervision.ts';

/** What became of the config file: what to say, and what of it to go on with, with the real paths of its folders. */
export interface ConfigNews {
  readonly messages: readonly Message[];
  readonly config?: Pick<Config, 'folders' | 'hooks'>;
  readonly real?: FolderSettings[];
}

interface FollowOptions {
  readonly session: EngineSession;
  readonly host: Host;
  readonly json: boolean;
  readonly url: string;
  /** Where a new key may come from while the service refuses the one in use. */
  readonly key?: HeldKey;
  /** How the service refused the key before the engine was started: it waits for another one. */
  readonly refused?: Failure | undefined;
  /** What a person should hear of while it works; undefined: nothing new. Asked again and again. */
  readonly news?: (() => Promise<ConfigNews | undefined>) | undefined;
  /** Default: the system's. */
  readonly clock?: Pick<Clock, 'after'>;
}

/** How an engine ended, and with which part of the config file another is to go on. */
interface Followed {
  readonly ending: Ending;
  readonly news?: ConfigNews;
}

/** As long as the service's client waits for an answer, and longer: no upload is left in doubt for a new config file. */
const restartTimeoutMs = 6 * 60_000;

/** Starts an engine, reports what it does, and waits until it ends or a signal ends it. */
export async function follow(options: FollowOptions): Promise<Followed> {
  const { session, host, json, url, key, refused, news, clock = systemClock } = options;
  const { engine, log } = session;
  let latest: ConfigNews | undefined;
  const heed = (said: ConfigNews | undefined) => {
    if (said === undefined) return;
    log.warn(inEnglish(said.messages));
    inform(host, ...said.messages);
    if (said.config === undefined) return;
    latest = said;
    // What is under way is seen to its end, as far as an answer comes; the rest waits in the ledger.
    void engine.stop(restartTimeoutMs);
  };
  const endReport = await report({ session, host, json, url });
  const stop = (signal: string) => {
    log.info('asked to stop', { signal });
    void engine.stop();
  };
  const reload = () => {
    log.info('asked to read the config file');
    void news?.().then(heed);
  };
  const endSignals = onStop(host, stop, news && reload);
  let endSupervision = () => {};
  const endKeyWatch = key === undefined ? () => {} : watchKey(engine, key, clock);
  const endNews = news === undefined ? () => {} : watchNews(news, heed, clock);
  try {
    log.info('begun');
    if (refused !== undefined) engine.refused(refused);
    await engine.start();
    if (news !== undefined) {
      if (host.messages.terminal === undefined)
        inform(host, say('runReport.watching', { count: engine.status().folders.length, url }));
      endSupervision = tellSupervisor(host);
    }
    const ending = await engine.ended;
    log.info('ended', { ending });
    return { ending, ...(ending.kind === 'stopped' && latest !== undefined && { news: latest }) };
  } finally {
    endSupervision();
    endKeyWatch();
    endNews();
    endSignals();
    endReport();
  }
}

function watchKey(engine: Engine, key: HeldKey, clock: Pick<Clock, 'after'>): () => void {
  const refresh = async () => asksForKey(engine.status().gate) && (await key.refresh());
  return watchFor(clock, refresh, lookNowWith(engine, key.current));
}

function watchNews(
  news: () => Promise<ConfigNews | undefined>,
  heed: (said: ConfigNews | undefined) => void,
  clock: Pick<Clock, 'after'>,
): () => void {
  let said: ConfigNews | undefined;
  const isNews = async () => {
    said = await news();
    return said !== undefined;
  };
  return watchFor(clock, isNews, () => heed(said));
}

const refreshMs = 250;
const uploadEventMs = 1_000;

/** Reports: JSON lines on standard output if asked for; a live block on a terminal; in a pipe only problems. The answer ends it. */
async function report({ session, host, json, url }: FollowOptions): Promise<() => void> {
  const { terminal } = host.messages;
  // Two writers on one screen would break up each other's lines.
  const live = terminal !== undefined && !(json && host.output.terminal !== undefined) ? terminal : undefined;
  const uploads = createUploads(() => session.ledger);
  const stops = [session.engine.onNotice((notice) => notice.kind === 'upload' && uploads.note(notice))];
  if (json) {
    const write = jsonNotices(host);
    stops.push(session.engine.onNotice((notice) => write(notice, session.ledger)));
  }
  if (live === undefined) {
    stops.push(session.engine.onNotice(problemWriter((problem) => inform(host, problem), url)));
    return () => endAll(stops);
  }
  const { createLogUpdate } = await import('log-update');
  const draw = createLogUpdate(live, { showCursor: true });
  const refresh = () => {
    try {
      const view = progressView(session.engine.status(), session.ledger, uploads, Date.now(), url);
      draw(progressLines(view, host.wording).join('\n'));
    } catch (error) {
      // It waits until the ledger can be read again, as the engine does.
      if (!(error instanceof LedgerUnavailable)) throw error;
    }
  };
  const timer = setInterval(refresh, refreshMs);
  refresh();
  return () => {
    clearInterval(timer);
    draw.clear();
    draw.done();
    endAll(stops);
  };
}

function endAll(stops: readonly (() => void)[]): void {
  for (const stop of stops) stop();
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
