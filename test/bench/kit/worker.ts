/** A program of `programs/` in its own process, which does one piece of work after another and reports the cost. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { keepTrack } from './processes.ts';
import { type Usage, usageOf } from './usage.ts';

export interface Done<Value> {
  readonly value: Value;
  /** From the request to the end of the work, as seen by the worker. */
  readonly milliseconds: number;
  /** Of this piece of work. */
  readonly cpuSeconds: number;
  /** Since the worker was started, in bytes. */
  readonly peakBytes: number;
}

export interface Worker {
  readonly pid: number;
  /** @throws Error with what the work threw */
  ask<Value>(work: string, input?: unknown): Promise<Done<Value>>;
  usage(): Usage;
  stop(): Promise<void>;
}

/** The messages between the two processes. */
export interface Order {
  readonly id: number;
  readonly work: string;
  readonly input: unknown;
}

export type Answer = { readonly id: number } & (
  | (Done<unknown> & { readonly ok: true })
  | { readonly ok: false; readonly error: string }
);

/** @param program a file of `programs/`, without its extension */
export function startWorker(program: string, nodeOptions: readonly string[] = []): Worker {
  const child = fork(join(import.meta.dirname, '..', 'programs', `${program}.ts`), [], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeOptions],
    env: { PATH: process.env.PATH },
    serialization: 'advanced',
  });
  keepTrack(child);
  const waiting = new Map<number, { resolve: (done: Done<unknown>) => void; reject: (problem: Error) => void }>();
  let orders = 0;
  let gone: Error | undefined;
  child.on('message', (answer: Answer) => {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.ok) one?.resolve(answer);
    else one?.reject(new Error(`${program}: ${answer.error}`));
  });
  const closed = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      gone = new Error(`The worker ${program} ended with ${code ?? signal}.`);
      for (const { reject } of waiting.values()) reject(gone);
      resolve();
    });
  });
  return {
    pid: child.pid ?? 0,
    ask<Value>(work: string, input?: unknown) {
      if (gone !== undefined) return Promise.reject(gone);
      orders += 1;
      const id = orders;
      return new Promise<Done<Value>>((resolve, reject) => {
        waiting.set(id, { resolve: (done) => resolve(done as Done<Value>), reject });
        child.send({ id, work, input } satisfies Order);
      });
    },
    usage: () => usageOf(child.pid ?? 0),
    async stop() {
      if (child.connected) child.disconnect();
      const harder = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await closed;
      clearTimeout(harder);
    },
  };
}
