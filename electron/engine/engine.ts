import { forbiddenIn, type Gate, openGate } from '../core/account/gate.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { fastestPollMs } from '../core/poll/poll-intervals.ts';
import { LedgerDamaged } from '../ledger/ledger.ts';
import type { Ending, Engine, EngineOptions, Limits, Notice } from './api.ts';
import { DeliveryStage } from './deliver/delivery-stage.ts';
import { IntakeStage } from './intake/intake-stage.ts';
import { Account } from './loop/account.ts';
import { ControlLoop } from './loop/control-loop.ts';
import { DocumentWriter } from './loop/document-writer.ts';
import type { EngineContext } from './loop/engine-context.ts';
import { hasPendingWork } from './loop/pending-work.ts';
import { takeUpUnfinished } from './loop/recovery.ts';
import { RequestStage } from './loop/request-stage.ts';
import { statusOf } from './loop/status.ts';
import { Tasks } from './loop/tasks.ts';
import { Unverified } from './loop/unverified.ts';
import { type WatchedFolder, WatchedFolders } from './loop/watched-folders.ts';
import { PollStage } from './poll/poll-stage.ts';
import type { Watched, World } from './ports.ts';
import { ClassificationCalls } from './review/classification-calls.ts';
import { Reviews } from './review/reviews.ts';
import { sendAgain } from './review/send-again.ts';
import { RouteStage } from './upload/route-stage.ts';
import { UploadStage } from './upload/upload-stage.ts';
import { ScanStage } from './watch/scan-stage.ts';

export const defaultLimits: Limits = {
  uploads: 4,
  hashing: 4,
  extractionBatch: 10,
  batchBytes: 100 * 1024 * 1024,
  rescanMs: 5 * 60_000,
  offlineMs: 10 * 60_000,
};

/** How long a stop waits for the answers of uploads that are whole, in milliseconds, unless it is told otherwise. */
const graceMs = 5_000;

/** Wires the context of an engine; nothing runs until `start`. Two engines must not share a data directory. */
export function createEngine(world: World, options: EngineOptions): Engine {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const listeners = new Set<(notice: Notice) => void>();
  const announce = (notice: Notice) => {
    for (const listener of listeners) listener(notice);
  };
  const stopping = new AbortController();
  const folders = new WatchedFolders(world, options.folders, announce);
  const writer = new DocumentWriter(world, {
    settleMs: (folderId) => (folders.get(folderId)?.settings.settleSeconds ?? 2) * 1_000,
    folderPath: (folderId) => folders.pathOf(folderId),
    announce,
  });
  const loop = new ControlLoop(world.clock);
  const tasks = new Tasks(world.log, () => loop.wake());
  const keepRate = (perSecond: number) => world.ledger.meta.set(rateKey, { perSecond, at: world.clock.now() });
  const account = new Account(
    world,
    (gate: Gate) => {
      world.ledger.meta.set(gateKey, gate);
      announce({ kind: 'gate', gate });
      loop.wake();
    },
    keepRate,
  );
  let paused = false;
  let grace = graceMs;
  const context: EngineContext = {
    world,
    options,
    limits,
    writer,
    account,
    folders,
    tasks,
    announce,
    lookAgain: (folderId, directory, name) => {
      scan.request(folderId, directory, name);
      loop.wake();
    },
    stopping: stopping.signal,
  };
  const unverified = new Unverified(context);
  const scan: ScanStage = new ScanStage(context, unverified, (folder) => {
    if (options.mode === 'watch') watchFolder(folder);
  });
  const intake = new IntakeStage(
    context,
    () => paused,
    () => loop.wake(),
  );
  const route = new RouteStage(context, () => loop.wake());
  const poll = new PollStage(context);
  const upload = new UploadStage(context, {
    isPaused: () => paused,
    soonReady: (now, ms) => intake.soonReady(now, ms),
    accepted: (batchId) => poll.justAnswered(batchId),
  });
  const delivery = new DeliveryStage(context, {
    scansCompleted: (id) => scan.completed(id),
    wantRoute: (wanted) => route.want(wanted),
  });
  const requests = new RequestStage(context, (ids) => {
    sendAgain(context, ids);
    loop.wake();
  });
  const reviews = new Reviews(context);
  const calls = new ClassificationCalls(context, {
    disregard: (batchId, documentId) => poll.disregard(batchId, documentId),
    wake: () => loop.wake(),
  });
  /** What it does is written; what follows is the loop's. */
  const thenWake = <Value>(value: Value): Value => {
    loop.wake();
    return value;
  };
  const watches = new Map<number, () => Promise<void>>();
  let ending: Promise<Ending> | undefined;

  /** `run`: whether nothing can move without a person any more. */
  const finished = (now: number): Ending | undefined => {
    if (tasks.failure !== undefined) return haltedBy(tasks.failure);
    if (options.mode === 'watch') return undefined;
    const { gate } = account;
    if (gate.kind === 'offline' && now - gate.since >= limits.offlineMs) return { kind: 'offline', message: gate.message };
    if (tasks.count > 0 || !scan.atRest || hasPendingWork(context, delivery.blocked)) return undefined;
    const shut = gate.kind === 'key' ? gate : forbiddenIn(gate);
    return shut === undefined ? { kind: 'done' } : { kind: 'halted', message: shut.message };
  };

  const watchFolder = (folder: WatchedFolder) => {
    void watches.get(folder.id)?.();
    const { by, close } = world.watcher.watch(
      watchedOf(folder),
      (directory, name) => context.lookAgain(folder.id, directory, name),
      (message) => {
        world.log.warn('the system stopped telling of changes', { folder: folder.path, message });
        scan.watchedBy(folder.id, 'polling');
        context.lookAgain(folder.id);
      },
    );
    scan.watchedBy(folder.id, by);
    watches.set(folder.id, close);
  };

  /** Whatever waits for a time is done now: a person asked, or the clock jumped and times mean nothing any more. */
  const hurry = () => {
    const now = world.clock.now();
    world.ledger.documents.hurry(now);
    world.ledger.batches.hurry(now + fastestPollMs);
    intake.hurry();
    route.hurry();
    scan.requestAll();
  };
  const afterJump = () => {
    account.clockJumped();
    hurry();
    intake.clockJumped();
  };

  const halt = (problem: unknown): Ending => {
    const ending = haltedBy(problem);
    world.log.error('the engine stopped', ending);
    return ending;
  };

  const work = async (): Promise<Ending> => {
    const end = await loop
      .run([requests, scan, intake, route, upload, poll, delivery], finished, stopping.signal, afterJump)
      .catch(halt);
    if (!stopping.signal.aborted) stopping.abort();
    const giveUp = world.clock.after(grace, () => upload.abandon());
    await tasks.allDone();
    giveUp();
    await Promise.all([...watches.values()].map((close) => close()));
    return end ?? { kind: 'stopped' };
  };

  let started: (ending: Ending | PromiseLike<Ending>) => void = () => {};
  const ended = new Promise<Ending>((resolve) => {
    started = resolve;
  });

  return {
    ended,
    async start() {
      if (ending !== undefined) throw new Error('The engine was started before.');
      world.ledger.transaction(() => {
        world.ledger.meta.set(gateKey, openGate);
        keepRate(account.requestsPerSecond);
        world.ledger.meta.set(workKey, { origin: world.service.origin, folders: folders.own().map(({ id }) => id) });
      });
      unverified.takeUp();
      takeUpUnfinished(context);
      if (options.mode === 'watch') for (const folder of folders.active()) watchFolder(folder);
      ending = work();
      started(ending);
    },
    async stop(timeoutMs = graceMs) {
      grace = timeoutMs;
      stopping.abort();
      loop.wake();
      await ending;
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      loop.wake();
    },
    lookNow() {
      for (const folder of folders.active()) {
        world.ledger.routes.resume(world.service.origin, folder.settings.route);
        if (folders.health(folder.id).kind === 'paused') folders.become(folder.id, { kind: 'scanning' });
      }
      account.tryNow();
      hurry();
      loop.wake();
    },
    keyReplaced() {
      account.keyReplaced();
      loop.wake();
    },
    sendAgain(ids) {
      sendAgain(context, ids);
      loop.wake();
    },
    decideUnverified(decision) {
      unverified.decide(decision);
      loop.wake();
    },
    confirm: (id, corrections, by) => thenWake(reviews.confirm(id, corrections, by)),
    undoConfirm: (id, by) => thenWake(reviews.undo(id, by)),
    resolveConflict: (id, take, by) => thenWake(reviews.resolveConflict(id, take, by)),
    dismiss: (ids, by) => reviews.dismiss(ids, by),
    undismiss: (ids, by) => reviews.undismiss(ids, by),
    overrideCategory: (id, categoryId, by) => calls.overrideCategory(id, categoryId, by),
    redo: (id, by) => calls.redo(id, by),
    status: () => ({ ...statusOf(context, paused), ...(unverified.awaited !== undefined && { unverified: unverified.awaited }) }),
    onNotice(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function haltedBy(problem: unknown): Extract<Ending, { kind: 'halted' }> {
  const message = messageOf(problem);
  return { kind: 'halted', message, ...(problem instanceof LedgerDamaged && { damaged: true }) };
}

function watchedOf(folder: WatchedFolder): Watched {
  const inside = (path: string) => path.slice(folder.path.length + 1).replaceAll('\\', '/');
  return {
    path: folder.path,
    recursive: folder.settings.recursive,
    enters: (directory) => folder.filter.directory(inside(directory)) === undefined,
    takes: (file) => folder.filter.file(inside(file)) === undefined,
  };
}

/** Where the ledger keeps the gate, for who looks at it from outside. */
export const gateKey = 'gate';

/** Where it keeps how many requests a second it may begin, and since when (ms since the epoch): `{ perSecond, at }`. */
export const rateKey = 'rate';

/** Where it keeps what the engine that was started last works for: `{ origin, folders }`, folders by their ids. */
export const workKey = 'work';
