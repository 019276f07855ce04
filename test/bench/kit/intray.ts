/** The built program, started as a person would, with its own home directory. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headlessCommand } from '../../../resources/tools/build.ts';
import { type ProcessEnd, type RunningProcess, startProcess } from './processes.ts';
import { moment } from './usage.ts';

/** A line of `--json` output, and when it arrived (ms since the epoch). */
export interface Said {
  readonly at: number;
  readonly event: string;
  readonly [member: string]: unknown;
}

export interface IntrayOptions {
  readonly args: readonly string[];
  /** Its home, and where it keeps its data unless `args` say so. */
  readonly scratch: string;
  readonly key?: string;
  readonly onSaid?: (said: Said) => void;
  /** The start of the command line, for a program that looks at this one. */
  readonly under?: readonly string[];
  /** Flags of Node.js. */
  readonly flags?: readonly string[];
}

/** The V8 flags that limit the program's memory (`electron/headless.ts`), for workers that run a part of it. */
export function memoryFlags(): string[] {
  return ['--max-semi-space-size=8', '--heap-growing-percent=25'];
}

export function startIntray({ args, scratch, key = 'bench', onSaid, under = [], flags = [] }: IntrayOptions): RunningProcess {
  const home = join(scratch, 'home');
  mkdirSync(home, { recursive: true });
  const [command = process.execPath, ...others] = [...under, process.execPath, ...flags, ...headlessCommand(args)];
  return startProcess({
    command,
    args: others,
    cwd: home,
    environment: { HOME: home, INTRAY_API_KEY: key },
    ...(onSaid !== undefined && { onLine: (line: string) => onSaid({ ...JSON.parse(line), at: moment() }) }),
  });
}

/** A folder of the config file; see `core/settings.ts`. */
export type WatchedFolder = Readonly<Record<string, unknown>> & { readonly path: string };

export interface WatchOptions extends Omit<IntrayOptions, 'args'> {
  readonly url: string;
  readonly folders: readonly WatchedFolder[];
  readonly dataDirectory?: string;
}

export interface Watching extends RunningProcess {
  /** When it reported that the last folder is watched (ms since the epoch). */
  readonly watchingAt: number;
}

/** Starts `intray watch` and waits until every folder is watched. @throws Error if it ends before */
export async function startWatch({ url, folders, dataDirectory, onSaid, ...options }: WatchOptions): Promise<Watching> {
  const config = join(options.scratch, 'config.json');
  writeFileSync(config, JSON.stringify({ url, folders }));
  const watching = Promise.withResolvers<number>();
  const waiting = new Set(folders.map(({ path }) => path));
  const intray = startIntray({
    ...options,
    args: ['watch', '--config', config, '--data-dir', dataDirectory ?? join(options.scratch, 'data'), '--json'],
    onSaid(said) {
      onSaid?.(said);
      if (said.event !== 'folder' || said.health !== 'watching') return;
      waiting.delete(String(said.path));
      if (waiting.size === 0) watching.resolve(said.at);
    },
  });
  const early = intray.ended.then((end: ProcessEnd) => {
    throw new Error(`intray watch ended with ${end.code}: ${end.stderr}`);
  });
  early.catch(() => undefined);
  return { ...intray, watchingAt: await Promise.race([watching.promise, early]) };
}
