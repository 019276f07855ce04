import { asksForKey, openGate } from '../../../core/account/gate.ts';
import { keptForMs } from '../../../core/config/keep-results.ts';
import { isOutOfReach } from '../../../core/contract/status.ts';
import { headlineOf, type Known, statusLine } from '../../../core/contract/tray-state.ts';
import { type Holds, holdsOf } from '../../../core/document/hold.ts';
import { balanceOf, countsOf, type StandingCounts, standingNames } from '../../../core/document/standing.ts';
import type { HookEvent } from '../../../core/hooks/hook-event.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { defined } from '../../../core/plain-data.ts';
import { type Backup, listBackups } from '../../../ledger/backups.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { whyUnwritable } from '../../../ledger/open.ts';
import { backupsOf } from '../../../ledger/safekeeping.ts';
import { recentResults } from '../../../workspace/documents/recent-results.ts';
import {
  type RecordedFolder,
  type RecordedRate,
  recordedBudgets,
  recordedFolders,
  recordedGate,
  recordedRate,
} from '../../../workspace/engine/engine-snapshot.ts';
import { lineOf } from '../../../workspace/engine/status.ts';
import { blockedIn, folderStatusOf, leftOutOf } from '../../../workspace/folders/folder-status.ts';
import type { Host } from '../../host.ts';
import { type EngineHolder, engineHolder, holderMessage, ledgerAt, ledgerFor } from '../../input/ledger-access.ts';
import { Refusal } from '../../input/refusal.ts';
import { columns, leftOutLines, leftOutMembers } from '../../output/columns.ts';
import {
  attentionMembers,
  gateMembers,
  healthMembers,
  isoTime,
  type JsonMembers,
  messageMembers,
  messagesMembers,
  questionMembers,
} from '../../output/events.ts';
import {
  balanceMessage,
  folderHeading,
  gateMessage,
  healthMessage,
  questionMessage,
  stateMessage,
  watchMessage,
} from '../../output/state-messages.ts';
import { type AttentionItem, attentionLines, itemsForMachines, itemsForPeople, listAttention } from '../../output/summary.ts';
import { budgetLines, budgetMembers } from '../answer/folders.ts';
import { defineCommand, type Said } from '../command.ts';
import { dataDirectoryOption, examples, exitCodes, json, type LedgerFlags } from '../options.ts';
import { why } from './why/why.ts';

export const command = defineCommand({
  name: 'status',
  summary: say('help.status.summary'),
  options: [
    { flag: '--why', value: say('help.terms.fileValue'), text: say('help.status.why') },
    { flag: '--left-out', text: say('help.status.leftOut') },
    { flag: '--hooks', value: 'open|all', text: say('help.status.hooks') },
    { flag: '--keep-results', value: say('help.terms.duration'), text: say('help.status.keepResults') },
    { flag: '--exit-code', text: say('help.status.exitCode') },
    dataDirectoryOption,
    json,
  ],
  help: [
    say('help.status.about'),
    say('help.status.whyNote'),
    examples('intray status --why ~/scans/invoice.pdf', 'intray status --exit-code > /dev/null'),
    exitCodes(
      say('help.status.exitDone'),
      say('help.status.exitNeeds'),
      say('help.common.exitNotRun'),
      say('help.status.exitNotRunning'),
    ),
  ],
  /** Reads the ledger beside a running Intray, or without one. */
  async run({ flags, host }) {
    if (flags.why !== undefined) return why(flags.why, flags, host);
    if (flags.hooks !== undefined) return listHooks(flags, host);
    const { directory, file, isThere: known, read } = ledgerAt(flags, host);
    const limit = flags.json === true ? itemsForMachines : itemsForPeople;
    const now = Date.now();
    const keptMs = keptFor(flags.keepResults);
    const [backup] = listBackups(backupsOf(file));
    const engine = engineHolder(directory);
    // Why the ledger cannot be written now, and the engine waits.
    const waits = known && engine.kind !== 'none' ? whyUnwritable(file) : undefined;
    const report = {
      ...{ dataDirectory: directory, known, now, engine, backup, waits },
      ...(known ? await read((ledger) => gather(ledger, { now, limit, keptMs, waits })) : nothing),
    };
    const listed = flags.leftOut === true;
    return {
      events: statusEvent(report, listed),
      lines: statusLines(report, host.wording, listed),
      exit: flags.exitCode === true ? statusExit(report) : 0,
    };
  },
});

/** @throws Refusal */
function keptFor(text: string | undefined): number | undefined {
  const kept = text === undefined ? undefined : keptForMs(text);
  if (text !== undefined && kept === undefined) throw new Refusal(say('commandLine.flags.keepResults', { text }));
  return kept;
}

/** For scripts that ask for it: 3 without a running Intray, 1 if something needs a person or blocks all requests. Pure. */
function statusExit({ engine, gate, hooks, waits, attention: { total, folders = [], undelivered } }: StatusReport): 0 | 1 | 3 {
  if (engine.kind === 'none') return 3;
  const isBlocked = waits !== undefined || (gate.kind !== 'open' && gate.kind !== 'rate');
  return isBlocked || total + folders.length + undelivered.length + hooks.givenUp > 0 ? 1 : 0;
}

/** What `intray status` shows. Times are milliseconds since the epoch. */
type StatusReport = ReturnType<typeof gather> & {
  readonly dataDirectory: string;
  /** There is a ledger. */
  readonly known: boolean;
  readonly backup: Backup | undefined;
  readonly now: number;
  readonly engine: EngineHolder;
  readonly waits: Message | undefined;
};

type FolderReport = ReturnType<typeof folderReport>;

const nothing: ReturnType<typeof gather> = {
  ...{ gate: openGate, rate: undefined, origin: undefined, balance: balanceOf([]), budgets: [], folders: [] },
  ...{ line: { kind: 'watching' }, standings: countsOf([]) },
  ...{ attention: { total: 0, items: [], undelivered: [] }, hooks: { pending: 0, failing: 0, givenUp: 0 }, delivered: [] },
  ...{ dropped: undefined, wouldDrop: undefined },
};

interface Asked {
  readonly now: number;
  /** So many of what needs a person are listed. */
  readonly limit: number;
  /** To tell how many results would be dropped now, if they were kept so long. */
  readonly keptMs: number | undefined;
  readonly waits: Message | undefined;
}

function gather(ledger: LedgerReader, { now, limit, keptMs, waits }: Asked) {
  const folders = recordedFolders(ledger);
  const pathOf = new Map(folders.map(({ id, path }) => [id, path]));
  const origin = ledger.meta.read('work')?.origin;
  const gate = recordedGate(ledger.meta);
  const line = lineOf({ chosen: true, paused: ledger.meta.read('paused') === true, stopped: waits, gate });
  const budgets = recordedBudgets(ledger, now);
  const listed = folders.filter(isListed).map((folder) => ({ ...folder, health: folder.health ?? scanning }));
  const holds = holdsOf({ line, budgets, folders: listed }, now);
  return {
    // What blocks all calls, or did when the engine ended.
    gate,
    rate: recordedRate(ledger.meta, now),
    origin,
    line,
    balance: ledger.documents.balance(),
    standings: ledger.documents.standings(undefined, holds),
    budgets,
    folders: folders.map((folder) => folderReport(folder, origin, ledger, holds)),
    attention: listAttention(ledger, [...pathOf.keys()], limit),
    hooks: ledger.hookEvents.counts(),
    delivered: recentResults(ledger).map(({ folderId, path, state, at }) => {
      return { folder: pathOf.get(folderId) ?? '', path, state, at };
    }),
    dropped: ledger.retention.dropped(),
    wouldDrop: keptMs === undefined ? undefined : ledger.retention.count(now - keptMs),
  };
}

const scanning = { kind: 'scanning' } as const;

/** Whether the window lists it, too: not one that was removed. */
function isListed({ active, isElsewhere, health }: Pick<RecordedFolder, 'active' | 'isElsewhere' | 'health'>): boolean {
  return active || isElsewhere === true || health?.kind === 'resting';
}

function folderReport(folder: RecordedFolder, origin: string | undefined, ledger: LedgerReader, holds: Holds) {
  const { id, path, settings, health, active, isElsewhere = false } = folder;
  const own = { path, health, active, isElsewhere, leftOut: leftOutOf(ledger, id), tables: ledger.tables.problems(id) };
  const counted = { standings: ledger.documents.standings(id, holds), blocked: blockedIn(ledger, id) };
  if (settings === undefined)
    return {
      ...own,
      ...counted,
      route: undefined,
      routeName: undefined,
      balance: ledger.documents.balance(id),
      question: undefined,
    };
  const asked = { id, path, route: settings.route, origin, health: health ?? scanning } as const;
  const { route, routeName, balance, question } = folderStatusOf(ledger, asked, holds);
  return { ...own, ...counted, route, routeName: routeName === route.id ? undefined : routeName, balance, question };
}

/** For machines. Pure. */
function statusEvent(report: StatusReport, listed: boolean): JsonMembers {
  const { engine, gate, rate, balance, folders, budgets, attention, delivered, backup, dropped, wouldDrop, waits } = report;
  const { kind, ...holder } = engine;
  const running = kind === 'running';
  return {
    ...{ event: 'status', dataDirectory: report.dataDirectory, ledger: report.known },
    ...defined({
      backup: backup && { path: backup.path, at: isoTime(backup.at) },
      dropped: dropped && { ...dropped, at: isoTime(dropped.at) },
      wouldDrop,
    }),
    ...{ running, ...defined({ engine: running ? holder : undefined, service: report.origin }), ...gateMembers(gate) },
    ...defined({ waits: waits && messageMembers(waits), requestsPerSecond: rate && rounded(rate.perSecond) }),
    ...(running && { line: messagesMembers(statusLine(knownOf(report))) }),
    balance,
    standings: report.standings,
    budgets: budgets.map(budgetMembers),
    folders: folders.map((folder) => folderMembers(folder, listed, running)),
    ...attentionMembers(attention),
    hooks: report.hooks,
    delivered: delivered.map(({ at, ...document }) => ({ ...document, at: isoTime(at) })),
  };
}

function folderMembers(
  { path, route, routeName, health, active, balance, standings, leftOut, question, tables }: FolderReport,
  listed: boolean,
  running: boolean,
): JsonMembers {
  // Nobody watches it while no Intray runs; what stood in its way then still does.
  const tellsHealth = running || (health !== undefined && (health.kind === 'paused' || isOutOfReach(health)));
  return {
    path,
    ...defined({ route: route && { ...route, ...defined({ name: routeName }) } }),
    active,
    ...(health !== undefined && tellsHealth && healthMembers(health)),
    balance,
    standings,
    ...defined({ question: question && questionMembers(question) }),
    ...(tables.length > 0 && { tables: tables.map(messageMembers) }),
    ...leftOutMembers(leftOut, listed),
  };
}

/** For people. Pure. */
function statusLines(report: StatusReport, wording: Wording, listed: boolean): string[] {
  const { text } = wording;
  const { balance, folders, attention, delivered, backup, dataDirectory: path } = report;
  if (!report.known)
    return [text(backup ? say('commandLine.ledgerGone', { path, backupAt: backup.at }) : say('commandLine.noLedger', { path }))];
  const ofEngine = engineMessages(report);
  const lines = [
    ...ofEngine,
    ...report.budgets.flatMap(budgetLines),
    balanceMessage(balance),
    ...standingMessages(report.standings),
    ...retentionMessages(report),
    ...countLines(report.hooks),
  ].map(text);
  // What stands in the way of a folder or of everything is said once.
  const said = new Set(ofEngine.map((message) => JSON.stringify(message)));
  for (const folder of folders) {
    const watched = watchMessage(folder, report.engine.kind === 'running');
    said.add(JSON.stringify(watched));
    lines.push(
      '',
      folderHeading(folder, text),
      `  ${text(watched)}`,
      `  ${text(balanceMessage(folder.balance))}`,
      ...standingMessages(folder.standings).map((message) => `  ${text(message)}`),
      ...(folder.question === undefined ? [] : [`  ${text(questionMessage(folder.path, folder.question))}`]),
      ...folder.tables.map((message) => `  ${text(message)}`),
      ...leftOutLines(folder.leftOut, wording, listed).map((line) => `  ${line}`),
    );
  }
  const placed = (at: { readonly folder: string; readonly path: string }) =>
    folders.length > 1 ? `${at.folder}/${at.path}` : at.path;
  const located = (item: AttentionItem) => ({ ...item, path: placed(item) });
  const { items, undelivered, folders: troubled = [] } = attention;
  const problems = [...troubled, ...elsewhereMessages(report), ...keyMessages(report)];
  const unsaid = problems.filter((message) => !said.has(JSON.stringify(message)));
  const shown = { ...attention, items: items.map(located), undelivered: undelivered.map(located), folders: unsaid };
  if (attention.total + undelivered.length + unsaid.length > 0 || problems.length === 0)
    lines.push('', ...attentionLines(shown, wording));
  if (delivered.length > 0) {
    lines.push('', text(say('statusReport.deliveredLast')));
    const cells = delivered.map((each) => ['', wording.formats.moment(each.at), text(stateMessage(each.state)), placed(each)]);
    lines.push(...columns(cells));
  }
  return lines;
}

/** What the window's status line is made from, too. */
function knownOf({ line, standings, budgets, folders }: StatusReport): Known {
  const known = folders.filter(isListed).map((folder) => ({ ...folder, health: folder.health ?? scanning }));
  return { line, standings, budgets, folders: known };
}

/** The numbers that the window shows: a document counts in one of them. */
function standingMessages(standings: StandingCounts): Message[] {
  const each = standingNames
    .filter((name) => standings[name] > 0)
    .map((name) => say('statusReport.standing', { count: standings[name], standing: say(`queue.standings.${name}`) }));
  return each.length === 0 ? [] : [say('statusReport.standings', { each })];
}

function retentionMessages({ dropped, wouldDrop: count }: StatusReport): Message[] {
  return [
    ...(dropped === undefined ? [] : [say('statusReport.dropped', { count: dropped.documents, at: dropped.at })]),
    ...(count === undefined ? [] : [say('statusReport.wouldDrop', { count })]),
  ];
}

function engineMessages(report: StatusReport): Message[] {
  const { engine, gate, rate, origin, now, waits } = report;
  const running = holderMessage(engine);
  if (engine.kind === 'none')
    return gate.kind === 'open' ? [running] : [running, say('statusReport.blockedBefore', { message: gate.message })];
  if (waits !== undefined) return [running, say('outcome.ledgerWaits', { message: waits })];
  const shut = gateMessage(gate, now, origin ?? 'https://…');
  return [running, shut ?? say(`status.lines.${headlineOf(knownOf(report))}`), ...rateMessages(rate)];
}

/** Where only another key helps, something needs a person. */
function keyMessages({ gate, origin, now }: StatusReport): Message[] {
  const message = asksForKey(gate) ? gateMessage(gate, now, origin ?? 'https://…') : undefined;
  return message === undefined ? [] : [message];
}

/** Only another route, or its service again, helps a folder whose route belongs to another service. */
function elsewhereMessages({ folders }: StatusReport): Message[] {
  return folders.flatMap(({ path, health, isElsewhere }) =>
    isElsewhere && health !== undefined ? (healthMessage(path, health) ?? []) : [],
  );
}

function rateMessages(rate: RecordedRate | undefined): Message[] {
  if (rate === undefined) return [];
  const perSecond = String(rounded(rate.perSecond));
  return [say(rate.lowered ? 'statusReport.rateLowered' : 'statusReport.rate', { rate: perSecond })];
}

function rounded(perSecond: number): number {
  return Number(perSecond.toPrecision(3));
}

/** So many events are listed, the newest first. */
const listed = 200;

/** `intray status --hooks`: the events that no hook has taken, with `all` also those that one has. */
async function listHooks(flags: LedgerFlags & { readonly hooks?: 'open' | 'all' }, host: Host): Promise<Said> {
  const states: HookEvent['state'][] = flags.hooks === 'all' ? ['pending', 'given-up', 'done'] : ['pending', 'given-up'];
  const { events, counts } = await ledgerFor(flags, host).read((ledger) => ({
    events: ledger.hookEvents.list(states, listed).map((event) => withPlace(ledger, event)),
    counts: ledger.hookEvents.counts(),
  }));
  const lines = events.length === 0 ? [say('hooks.none')] : [...countLines(counts), ...events.map(eventLine)];
  return { events: { event: 'hooks', ...counts, events: events.map(eventMembers) }, lines: lines };
}

/** An event, with the path of the document or folder that it is about. */
function withPlace({ documents, folders }: LedgerReader, event: HookEvent) {
  const folder = folders.get(event.folderId)?.path ?? '';
  const document = event.documentId === 0 ? undefined : documents.get(event.documentId);
  return { event, path: document === undefined ? folder : `${folder}/${document.path}` };
}

type PlacedEvent = ReturnType<typeof withPlace>;

/** In `intray status` too. */
function countLines({ pending, failing, givenUp }: ReturnType<LedgerReader['hookEvents']['counts']>): Message[] {
  return pending + givenUp === 0 ? [] : [say('hooks.counts', { pending, failing, givenUp })];
}

function eventLine({ event, path }: PlacedEvent): Message {
  const { eventId: id, name, state, attempts: count, nextAt, message, triedAt, at } = event;
  const about = { id, name, path };
  if (state === 'done') return say('hooks.taken', { ...about, at: triedAt ?? at });
  if (message === undefined) return say('hooks.waiting', about);
  return state === 'pending'
    ? say('hooks.refused', { ...about, count, at: nextAt, message })
    : say('hooks.givenUp', { ...about, count, message });
}

function eventMembers({ event, path }: PlacedEvent): JsonMembers {
  const { id: revision, eventId, name, at, state, attempts, nextAt, triedAt, message, output, documentId } = event;
  return {
    ...{ id: eventId, hook: name, path, revision, at: isoTime(at), state, attempts },
    ...defined({
      document: documentId === 0 ? undefined : documentId,
      next: state === 'pending' ? isoTime(nextAt) : undefined,
      tried: triedAt === undefined ? undefined : isoTime(triedAt),
      output,
    }),
    ...(message !== undefined && messageMembers(message)),
  };
}
