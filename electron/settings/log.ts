import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { createStream } from 'rotating-file-stream';
import type { Redaction } from './redact.ts';

/** A log that the engine can write to (its `Log` port), and that a host opens and closes. */
export interface LogFile {
  debug(message: string, details?: object): void;
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
  /** Absolute path of the file that is written now. */
  readonly file: string;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

export interface LogFileOptions {
  readonly dataDirectory: string;
  readonly redaction: Redaction;
  readonly level?: 'debug' | 'info' | 'warn' | 'error';
  /** Most bytes of one file, as rotating-file-stream writes sizes; 5 MB by default. */
  readonly size?: `${number}${'K' | 'M'}`;
  /** Older files that are kept; 4 by default. */
  readonly keep?: number;
}

/** The log's path in a data directory. */
export function logPath(dataDirectory: string): string {
  return join(dataDirectory, 'logs', 'intray.log');
}

/**
 * Opens `logs/intray.log` in the data directory: one JSON object a line, bounded in size and number, readable by its
 * owner alone, and with no secret in it. A disk that refuses it costs the log, never the work.
 */
export function openLog(options: LogFileOptions): LogFile {
  const file = logPath(options.dataDirectory);
  const directory = join(options.dataDirectory, 'logs');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stream = createStream(rotatedName, {
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
        if (usable) stream.write(options.redaction.clean(line));
      },
    },
  );
  return {
    file,
    debug: (message, details = {}) => logger.debug(details, message),
    info: (message, details = {}) => logger.info(details, message),
    warn: (message, details = {}) => logger.warn(details, message),
    error: (message, details = {}) => logger.error(details, message),
    close: () =>
      new Promise((resolve) => {
        if (!usable) {
          resolve();
          return;
        }
        stream.once('error', () => resolve());
        stream.end(() => resolve());
      }),
  };
}

/** `intray.log`, then `intray.1.log` and older. */
function rotatedName(time: number | Date | null, index?: number): string {
  const older = index ?? (typeof time === 'number' ? time : undefined);
  return older === undefined ? 'intray.log' : `intray.${older}.log`;
}
