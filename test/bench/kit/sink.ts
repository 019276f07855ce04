import { startWorker } from './worker.ts';

/** A request with files, as the sink saw it. Times are milliseconds since the epoch (`moment`). */
export interface SinkUpload {
  readonly firstByteAt: number;
  readonly lastByteAt: number;
  readonly bytes: number;
  readonly names: readonly string[];
}

export interface SinkTotals {
  readonly requests: number;
  readonly files: number;
  readonly bytes: number;
  readonly lastByteAt: number;
}

/** The plain service of `programs/sink.ts` in its own process. Its extraction is `bench`, and it accepts every key. */
export interface Sink {
  readonly url: string;
  reset(): Promise<void>;
  totals(): Promise<SinkTotals>;
  uploads(): Promise<readonly SinkUpload[]>;
  stop(): Promise<void>;
}

export async function startSink(): Promise<Sink> {
  const worker = startWorker('sink');
  const { value: port } = await worker.ask<number>('listen');
  return {
    url: `http://127.0.0.1:${port}`,
    reset: async () => void (await worker.ask('reset')),
    totals: async () => (await worker.ask<SinkTotals>('totals')).value,
    uploads: async () => (await worker.ask<SinkUpload[]>('uploads')).value,
    stop: () => worker.stop(),
  };
}
