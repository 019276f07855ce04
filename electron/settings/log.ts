import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { createStream } from 'rotating-file-stream';
import { makeDirectory } from './data-directory.ts';
import type { Redaction } from './redact.ts';

interface LogFileOptions {
  /** `desktop`: that of the desktop itself, whose engine writes the other one. Default: `intray`. */
  readonly name?: LogName;
  readonly dataDirectory: string;
  readonly redaction: Redaction;
  readonly level?: 'debug' | 'info' | 'warn' | 'error';
  /** Size at which a file is rotated, as rotating-file-stream writes sizes; 5 MB by default. */
  readonly size?: `${number}${'K' | 'M'}`;
  /** Gets each line too, without secrets. */
  readonly also?: (line: string) => void;
  /** How many older files are kept; 4 by default. */
  readonly keep?: number;
}

type LogName = 'intray' | 'desktop';

/** The log's path in a data directory. */
export function logPath(dataDirectory: string, name: LogName = 'intray'): string {
  return join(dataDirectory, 'logs', `${name}.log`);
}

export type LogFile = ReturnType<typeof openLog>;

/**
 * Opens a log that the engine writes to (its `Log` port), and that a host opens and closes: `logs/intray.log`, or `logs/desktop.log`, in the data directory: one JSON object per line, bounded in size and number, readable only by
 * its owner, and without secrets. If the disk refuses it, the log is lost, never the work.
 */
export function openLog(options: LogFileOptions) {
  const { name = 'intray' } = options;
  const file = logPath(options.dataDirectory, name);
  const directory = join(options.dataDirectory, 'logs');
  makeDirectory(directory, 0o700);
  try {
    // A mode is only for what is made: those that were there before may be readable by everybody.
    chmodSync(directory, 0o700);
    for (const each of readdirSync(directory)) if (isLog(each)) chmodSync(join(directory, each), 0o600);
  } catch {
    // They are another user's.
  }
  const stream = createStream(rotatedName(name), {
    path: directory,
    size: options.size ?? '5M',
    rotate: options.keep ?? 4,
    mode: 0o600,
  });
  let usable = true;
  stream.on('error', () => {
    usable = false;
  });
  const logger = pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write(line: string) {
        const clean = options.redaction.clean(line);
        options.also?.(clean);
        if (usable) stream.write(clean);
      },
    },
  );
  const writes =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, details: object = {}) =>
      logger[level](details, message);
  return {
    /** Absolute path of the current file. */
    file,
    ...{ debug: writes('debug'), info: writes('info'), warn: writes('warn'), error: writes('error') },
    /** Resolves when everything is on disk. */
    close: () =>
      new Promise<void>((resolve) => {
        if (!usable) {
          resolve();
          return;
        }
        stream.once('error', () => resolve());
        stream.end(() => resolve());
      }),
  };
}

/** `intray.log`, then `intray.1.log` and so on for older ones. */
function rotatedName(name: LogName) {
  return (time: number | Date | null, index?: number): string => {
    const older = index ?? (typeof time === 'number' ? time : undefined);
    return older === undefined ? `${name}.log` : `${name}.${older}.log`;
  };
}

function isLog(name: string): boolean {
  return /^(intray|desktop)(\.\d+)?\.log$/.test(name);
}

const dayMs = 24 * 60 * 60_000;

/** Removes log files that were last written more than `days` ago, but not the current one. @param now ms since the epoch */
export function removeOldLogs(dataDirectory: string, days: number, now: number): void {
  const directory = dirname(logPath(dataDirectory));
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return;
  }
  for (const name of names.filter((each) => /^(intray|desktop)\.\d+\.log$/.test(each))) {
    const file = join(directory, name);
    try {
      if (now - statSync(file).mtimeMs > days * dayMs) rmSync(file);
    } catch {
      // It was rotated away meanwhile, or the disk refuses; next time.
    }
  }
}
