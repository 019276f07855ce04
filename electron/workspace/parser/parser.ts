import pLimit from 'p-limit';
import { err, ok, type Result } from '../../core/result.ts';
import type { World } from '../../engine/ports.ts';
import { type OwnProcess, type StartProcess, startNode } from '../../process.ts';
import type { Documents } from '../../sandbox/documents.ts';
import type { docxText } from '../../sandbox/reading/docx.ts';
import type { pagesOfFile } from './pages-of-file.ts';

/** MB that the parser's JavaScript objects may take. The process as a whole may take twice as much. */
export const parserMemoryMb = 256;
/** Milliseconds that reading one document may take, with the start of the process. */
const parserTimeoutMs = 15_000;
/** A process that had nothing to do for so many milliseconds is ended. */
const idleMs = 10_000;
/** A document that takes long does not keep the next one waiting. */
const processes = 2;

/** What the process does, by name. */
export interface ParserJobs extends Documents {
  readonly docxText: typeof docxText;
  readonly pagesOfFile: typeof pagesOfFile;
}

export interface ParserRequest {
  readonly name: keyof ParserJobs;
  readonly args: readonly unknown[];
}

export type ParserAnswer = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * `unreadable`: the document is damaged. `stopped`: reading it took too much time or memory, and was ended. `not-now`: the system starts no
 * process now.
 */
export type ParserProblem = 'unreadable' | 'stopped' | 'not-now';

/** Reads documents that come from strangers, in processes with limits on memory and time and without an environment. */
export interface Parser {
  call<Name extends keyof ParserJobs>(
    name: Name,
    ...args: Parameters<ParserJobs[Name]>
  ): Promise<Result<Awaited<ReturnType<ParserJobs[Name]>>, ParserProblem>>;
  /** Ends the processes; what they were reading is `stopped`. */
  close(): void;
}

/** Processes start when there is something to read. One that is killed costs what it was reading, and nothing else. */
export function createParser({
  start = startNode,
  timeoutMs = parserTimeoutMs,
}: {
  readonly start?: StartProcess;
  readonly timeoutMs?: number;
} = {}): Parser {
  const limit = pLimit(processes);
  const all = new Set<OwnProcess>();
  const free: OwnProcess[] = [];
  const answers = new WeakMap<OwnProcess, (answer: Result<unknown, ParserProblem>) => void>();
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  function begin(): OwnProcess {
    const begun = start('parser-process', { environment: {}, memoryMb: parserMemoryMb, confined: true });
    all.add(begun);
    begun.onMessage((message) => {
      const answer = message as ParserAnswer;
      answers.get(begun)?.(answer.ok ? ok(answer.value) : err('unreadable'));
    });
    begun.onExit((_exit, how) => {
      gone(begun);
      answers.get(begun)?.(err(how === 'begun' ? 'stopped' : 'not-now'));
    });
    return begun;
  }

  function gone(process: OwnProcess): void {
    all.delete(process);
    if (free.includes(process)) free.splice(free.indexOf(process), 1);
  }

  function end(process: OwnProcess): void {
    gone(process);
    process.kill();
  }

  async function ask(request: ParserRequest): Promise<Result<unknown, ParserProblem>> {
    if (closed) return err('stopped');
    clearTimeout(idle);
    const process = free.pop() ?? begin();
    const answer = Promise.withResolvers<Result<unknown, ParserProblem>>();
    answers.set(process, answer.resolve);
    const timer = setTimeout(() => {
      end(process);
      answer.resolve(err('stopped'));
    }, timeoutMs);
    process.send(request);
    const answered = await answer.promise;
    clearTimeout(timer);
    answers.delete(process);
    if (all.has(process)) free.push(process);
    idle = setTimeout(() => free.slice().forEach(end), idleMs).unref();
    return answered;
  }

  return {
    // Each job answers with its own value.
    call: (name, ...args) => limit(() => ask({ name, args })) as ReturnType<Parser['call']> as never,
    close() {
      closed = true;
      clearTimeout(idle);
      for (const process of [...all]) {
        end(process);
        answers.get(process)?.(err('stopped'));
      }
    },
  };
}

/** How the embedded sandbox reads documents: like everything that reads a stranger's file, not in this process. */
export function documentsOf({ call }: Pick<Parser, 'call'>): Documents {
  const reading: Record<ParserProblem, string> = {
    unreadable: 'The document cannot be read',
    stopped: 'Reading the document took too much time or memory, and was stopped',
    'not-now': 'The document cannot be read now, because the system starts no more processes',
  };
  const valueIn = <Value>(answer: Result<Value, ParserProblem>): Value => {
    if (!answer.ok) throw new Error(reading[answer.error]);
    return answer.value;
  };
  return {
    readDocument: async (bytes, fileName) => valueIn(await call('readDocument', bytes, fileName)),
    async countPages(bytes, fileName) {
      const counted = await call('countPages', bytes, fileName);
      return counted.ok ? counted.value : 1;
    },
    findFields: async (lines, fields) => valueIn(await call('findFields', lines, fields)),
    findCategory: async (lines, categories) => valueIn(await call('findCategory', lines, categories)),
  };
}

/** Counts pages for the engine (`World.countPages`): what cannot be read has none that are known. */
export function pageCounter({ call }: Pick<Parser, 'call'>): NonNullable<World['countPages']> {
  return async (file) => {
    const counted = await call('pagesOfFile', file);
    if (!counted.ok && counted.error === 'not-now') return 'later';
    return counted.ok && counted.value !== 0 ? counted.value : undefined;
  };
}
