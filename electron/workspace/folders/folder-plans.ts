import { type Plan, type Planned, planSums } from '../../core/account/plan.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { FilesWithReason, FolderPlan, PlannedSums } from '../../core/contract/folders.ts';
import { defined } from '../../core/plain-data.ts';
import type { Clock } from '../../engine/ports.ts';
import { createServiceClient } from '../../service/client.ts';
import type { WorkspaceWorld } from '../api.ts';
import type { Parser } from '../parser/parser.ts';
import { planRun } from '../plan.ts';

/** A plan that nobody has asked for so long ends, in milliseconds. A hidden page may ask only once a minute. */
const unaskedMs = 120_000;
/** How long the end of a plan is waited for when the workspace closes, in milliseconds. */
const closeMs = 3_000;
/** So many files are named with their reason. */
const namedFiles = 20;
/** The pages of so many contents are kept. */
const countsKept = 100_000;
/** Of so many plans it is known that they are over. */
const overKept = 1_000;

/** What is planned, and beside which folders. */
export interface PlannedFolder {
  readonly folder: FolderSettings;
  readonly beside: readonly FolderSettings[];
  /** The service's address. */
  readonly origin: string;
}

interface Current {
  readonly id: string;
  readonly stop: AbortController;
  state: FolderPlan;
  problem?: unknown;
  askedAt: number;
}

export type FolderPlans = ReturnType<typeof createFolderPlans>;

/** What windows are shown before many files are sent: one plan at a time, by the id that its window has made up. */
export function createFolderPlans({
  world: { dataDirectory, startProcess },
  clock,
  parser,
}: {
  readonly world: Pick<WorkspaceWorld, 'dataDirectory' | 'startProcess'>;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  readonly parser: Pick<Parser, 'call'>;
}) {
  const counted = new Map<string, number>();
  const over = new Set<string>();
  let current: Current | undefined;
  let latest = Promise.resolve();
  let isClosed = false;

  function isOver(id: string): void {
    over.add(id);
    for (const first of over) if (over.size > overKept) over.delete(first);
  }

  function stop(): void {
    if (current === undefined) return;
    isOver(current.id);
    current.stop.abort();
    current = undefined;
  }

  async function work(plan: Current, { folder, beside, origin }: PlannedFolder): Promise<void> {
    const { signal } = plan.stop;
    if (signal.aborted) return;
    const service = createServiceClient({ url: origin, key: () => undefined });
    try {
      const made = await planRun({
        ...{ folder, beside, dataDirectory, startProcess, service, parser, counted, signal },
        onProgress(progress) {
          plan.state = progress;
          endUnasked();
        },
      });
      plan.state = { kind: 'done', ...sumsOf(made) };
    } catch (problem) {
      plan.problem = problem;
    } finally {
      if (counted.size > countsKept) counted.clear();
      await service.close();
    }
  }

  /** Its window may be gone. */
  function endUnasked(): void {
    if (current !== undefined && current.state.kind !== 'done' && clock.elapsed() - current.askedAt >= unaskedMs) stop();
  }

  return {
    /** How far it is; undefined if it was never begun. @throws the problem that it met */
    state(id: string): FolderPlan | undefined {
      endUnasked();
      if (over.has(id)) return { kind: 'ended' };
      if (current?.id !== id) return undefined;
      current.askedAt = clock.elapsed();
      if (current.problem !== undefined) throw current.problem;
      return current.state;
    },
    /** Begins one, and ends another. */
    begin(id: string, planned: PlannedFolder): FolderPlan {
      if (isClosed || over.has(id)) return { kind: 'ended' };
      if (current?.id === id) return current.state;
      stop();
      const state = { kind: 'looking', done: 0, of: 0 } as const;
      const plan: Current = { id, stop: new AbortController(), state, askedAt: clock.elapsed() };
      current = plan;
      latest = latest.then(() => work(plan, planned));
      return state;
    },
    end(id: string): void {
      if (current?.id === id) stop();
      else isOver(id);
    },
    /** Takes at most three seconds. */
    async close(): Promise<void> {
      isClosed = true;
      stop();
      const late = Promise.withResolvers<void>();
      const cancel = clock.after(closeMs, late.resolve);
      await Promise.race([latest, late.promise]);
      cancel();
    },
  };
}

/** Pure. */
function sumsOf({ files, budgets }: Plan): PlannedSums {
  const { send, known, rejected, held, unsettled, pages, later, unknownPages } = planSums(files);
  const [waiting, asked] = [held.filter(({ budget }) => budget !== undefined), held.filter(({ budget }) => budget === undefined)];
  return {
    ...{ send: send.length, pages, later, unknownPages, known: known.length, unsettled: unsettled.length },
    budgets,
    ...{ rejected: withReasons(rejected), asked: withReasons(asked) },
    held: {
      documents: waiting.length,
      pages: waiting.reduce((sum, file) => sum + (file.pages ?? 0), 0),
      unknownPages: waiting.filter((file) => file.pages === undefined).length,
    },
  };
}

function withReasons(files: readonly Planned[]): FilesWithReason {
  const named = files.slice(0, namedFiles).map(({ path, message }) => ({ path, ...defined({ message }) }));
  return { count: files.length, files: named };
}
