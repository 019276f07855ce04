import type { Gate } from '../core/account/gate.ts';
import { usualPerSecond } from '../core/account/rate.ts';
import type { Engine, EngineOptions, Limits, Notice } from './api.ts';
import { Claims } from './deliver/claim.ts';
import { DeliveryStage } from './deliver/delivery-stage.ts';
import { RouteStage } from './deliver/route-stage.ts';
import { WorkbookStage } from './deliver/tables/workbook-stage.ts';
import { HookStage } from './hooks/hook-stage.ts';
import { Outbox } from './hooks/outbox.ts';
import { IntakeStage } from './intake/intake-stage.ts';
import { Account } from './loop/account.ts';
import { BatchPolls } from './loop/batch-polls.ts';
import { Budgets, liftBudget } from './loop/budgets.ts';
import { ControlLoop } from './loop/control-loop.ts';
import { DocumentWriter } from './loop/document-writer.ts';
import type { EngineContext } from './loop/engine-context.ts';
import { EngineRun, statusOf } from './loop/engine-run.ts';
import { Guard, usualGuard } from './loop/guard.ts';
import { KeptContents } from './loop/kept-contents.ts';
import { PageCounts, SentPages } from './loop/page-counts.ts';
import { Questions } from './loop/questions.ts';
import { RetentionStage } from './loop/retention-stage.ts';
import { Retries } from './loop/retries.ts';
import { RoutePauses } from './loop/route-pauses.ts';
import { sendingFirst } from './loop/sending-first.ts';
import { Tasks } from './loop/tasks.ts';
import { Unverified } from './loop/unverified.ts';
import { WatchedFolders } from './loop/watched-folders.ts';
import { LinkedBatches } from './poll/linked-batches.ts';
import { PollStage } from './poll/poll-stage.ts';
import type { World } from './ports.ts';
import { takeUpUnfinished } from './recovery.ts';
import { actOn, sendAgain } from './review/acts.ts';
import { CheckStage, checkAgain } from './review/check-stage.ts';
import { ClassificationCalls } from './review/classification-calls.ts';
import { RequestStage } from './review/requests.ts';
import { Reviews } from './review/reviews.ts';
import { UploadStage } from './upload/upload-stage.ts';
import { FolderWatches } from './watch/folder-watches.ts';
import { ScanSchedule } from './watch/scan-schedule.ts';
import { ScanStage } from './watch/scan-stage.ts';

const defaultLimits: Limits = {
  uploads: 4,
  requestsPerSecond: usualPerSecond,
  hashing: 4,
  extractionBatch: 10,
  batchBytes: 100 * 1024 * 1024,
  rescanMs: 5 * 60_000,
  offlineMs: 10 * 60_000,
  budget: undefined,
  keepMs: undefined,
  guard: usualGuard,
};

/**
 * Wires the parts of an engine; nothing runs until `start`. Two engines must not share a data directory.
 *
 * A document passes through the folders beside this file in order: `watch/` finds its file, `intake/` waits until that has
 * settled and knows its content, `upload/` sends it, `poll/` asks what became of it, `deliver/` writes the result beside the
 * file, and in `review/` a person judges it. Each has a stage; `loop/` asks the stages to start what may start, and has what
 * they share; `disk/` is the one place that touches files.
 */
export function createEngine(world: World, options: EngineOptions): Engine {
  const { clock, ledger } = world;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const listeners = new Set<(notice: Notice) => void>();
  const announce = (notice: Notice) => {
    for (const listener of listeners) listener(notice);
  };
  const stopping = new AbortController();
  let isPaused = false;

  const loop = new ControlLoop(clock);
  const wake = loop.wake.bind(loop);
  const folders = new WatchedFolders(world, options.folders, announce);
  const outbox = new Outbox({ world, options, folders });
  const writer = new DocumentWriter(world, folders, announce, options.hooks && outbox);
  const retries = new Retries(world);
  const tasks = new Tasks(world, retries, wake);
  const keepRate = (perSecond: number) =>
    ledger.meta.write('rate', { perSecond, most: limits.requestsPerSecond, at: clock.now() });
  const keepGate = (gate: Gate) => {
    ledger.meta.write('gate', gate);
    announce({ kind: 'gate', gate });
    wake();
  };
  /** For programs that look from outside. */
  const keepPaused = () => {
    if (ledger.meta.read('paused') !== (isPaused || undefined)) ledger.meta.write('paused', isPaused || undefined);
  };
  // In a burst each new file is a hint of its own. All stages are asked once something has been found.
  const scans = new ScanSchedule(ledger, folders, () => wake(scanStage));
  const batchPolls = new BatchPolls(clock);
  if (options.mode === 'preview') {
    for (const { id } of folders.own().slice(1)) {
      folders.hold(id);
      scans.drop(id);
    }
  }
  const account = new Account(world, limits.requestsPerSecond, keepGate, keepRate);
  const pageCounts = new PageCounts({ world, retries, tasks, stopping: stopping.signal });
  const context: EngineContext = {
    ...{ world, options, limits, writer, account, folders, retries, tasks, scans, announce, wake },
    batchPolls,
    contents: new KeptContents(world.clock),
    routePauses: new RoutePauses({ world, folders, scans }),
    pageCounts,
    guard: new Guard({ world, writer, options, limits }),
    budgets: new Budgets({ world, options, limits, account, folders, announce, pageCounts }),
    isPaused: () => isPaused,
    stopping: stopping.signal,
  };

  const unverified = new Unverified(context);
  const questions = new Questions({ ...context, outbox });
  const watches = new FolderWatches(world, options.mode, scans);
  const routes = new RouteStage(context);
  const delivery = new DeliveryStage({ ...context, routes });
  const sheets = new WorkbookStage(context);
  const checks = new CheckStage(context);
  const hooks = new HookStage(context);
  const linked = new LinkedBatches(context);
  const uploads = new UploadStage(context);
  const calls = new ClassificationCalls(context);
  const scanStage = new ScanStage({ ...context, unverified, questions }, scans, watches);
  const taking = [questions, scanStage, new IntakeStage({ ...context, claims: new Claims(world) })];
  const sending = [
    routes,
    context.budgets,
    uploads,
    sendingFirst(context, new PollStage({ ...context, linked })),
    linked,
    sendingFirst(context, delivery),
    sheets,
    checks,
    hooks,
    new RetentionStage(context),
    new SentPages(context),
  ];
  let hasBegun = false;
  const resume = () => {
    if (!hasBegun) {
      ledger.transaction(() => {
        ledger.meta.write('gate', account.gate);
        keepRate(account.requestsPerSecond);
        if (limits.budget !== undefined) ledger.meta.write('budget', limits.budget);
        ledger.meta.write('work', { origin: world.service.origin, folders: folders.own().map(({ id }) => id) });
      });
      unverified.resume();
      // Whatever could not be done may be possible now.
      ledger.documents.hurry(clock.now());
    }
    takeUpUnfinished(context, (batchId) => uploads.isUnderway(batchId));
    hasBegun = true;
  };
  const reviews = new Reviews(context);
  const acting = { ...context, linked, reviews };
  const run = new EngineRun(context, {
    loop,
    resume,
    stages:
      options.mode === 'plan' || options.mode === 'preview'
        ? taking
        : [new RequestStage({ ...acting, calls }), ...taking, ...sending],
    stop: () => stopping.abort(),
    isAsking: () => ledger.requests.calls().length > 0,
    isTelling: () => hooks.isBusy || sheets.isBusy,
    closeWatches: () => watches.close(),
    flush: () => sheets.flush(),
  });

  return {
    ended: run.ended,
    async start() {
      if (run.isStarted) throw new Error('The engine was started before.');
      tasks.tryLedger(keepPaused);
      tasks.tryLedger(resume);
      watches.beginAll(scans.all());
      run.start();
    },
    stop: (timeoutMs) => run.stop(timeoutMs),
    pause() {
      isPaused = true;
      tasks.tryLedger(keepPaused);
    },
    resume() {
      isPaused = false;
      tasks.tryLedger(keepPaused);
      wake();
    },
    lookNow: () => run.lookNow(),
    hint(serviceIds, batchIds) {
      linked.hinted(batchIds, serviceIds);
      ledger.batches.hurryThese(world.service.origin, serviceIds, clock.now());
      wake();
    },
    routeChanged(route) {
      routes.lookAgain(route);
      wake();
    },
    refused(failure) {
      account.heard(failure);
      wake();
    },
    keyReplaced() {
      account.keyReplaced();
      wake();
    },
    act: (id, act, by) => actOn(acting, id, act, by),
    sendAgain(ids) {
      sendAgain(acting, ids);
      wake();
    },
    decideUnverified(decision) {
      unverified.decide(decision);
      wake();
    },
    answerQuestion(folderId, answer) {
      questions.answer(folderId, answer);
      wake();
    },
    checkAgain(folderId) {
      checkAgain(ledger, folderId);
      wake(checks);
    },
    liftBudget(lift) {
      liftBudget(ledger, lift, clock.now());
      wake();
    },
    dismiss: (ids, by) => reviews.dismiss(ids, by),
    undismiss: (ids, by) => reviews.undismiss(ids, by),
    overrideCategory: (id, categoryId, by, agreed, takesBack) =>
      calls.overrideCategory(id, categoryId, by, agreed, undefined, takesBack),
    redo: (id, by, agreed) => calls.redo(id, by, agreed),
    status: () => ({ ...statusOf(context), ...(unverified.awaited !== undefined && { unverified: unverified.awaited }) }),
    onNotice(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
