import { startWorker } from './worker.ts';

export interface SandboxOrder {
  /** Milliseconds before an upload is answered. */
  readonly answerMs: number;
  /** Milliseconds of work per file: constant, or between the first and the second. */
  readonly processingMs: number | readonly [least: number, most: number];
  /** Allowed requests per second. */
  readonly perSecond?: number;
}

/** Times are milliseconds since the epoch. */
export interface PolledBatch {
  readonly takenAt: number;
  readonly doneAt: number;
  /** When its results were requested. */
  readonly asked: readonly number[];
}

/** Times are milliseconds since the epoch. */
export interface AcceptedUpload {
  readonly beganAt: number;
  readonly takenAt: number;
  readonly files: number;
}

export interface Counts {
  readonly uploads: number;
  readonly polls: number;
  readonly refused: number;
}

/** The embedded service in its own process. */
export interface BenchSandbox {
  readonly url: string;
  readonly key: string;
  readonly extraction: string;
  counts(): Promise<Counts>;
  batches(): Promise<readonly PolledBatch[]>;
  accepted(): Promise<readonly AcceptedUpload[]>;
  stop(): Promise<void>;
}

export async function startBenchSandbox(order: SandboxOrder): Promise<BenchSandbox> {
  const worker = startWorker('sandbox');
  const { value } = await worker.ask<{ url: string; key: string; extraction: string }>('start', order);
  return {
    ...value,
    counts: async () => (await worker.ask<Counts>('counts')).value,
    batches: async () => (await worker.ask<PolledBatch[]>('batches')).value,
    accepted: async () => (await worker.ask<AcceptedUpload[]>('accepted')).value,
    stop: async () => {
      await worker.ask('close');
      await worker.stop();
    },
  };
}
