import { existsSync } from 'node:fs';
import { say } from '../../../core/messages/message.ts';
import type { ExtractionBatch } from '../../../core/protocol/service-shapes.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { openKeptLedger } from '../../../ledger/safekeeping.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import { recordSample } from '../../../workspace/documents/sample-document.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../host.ts';
import { ledgerRefusals, writeLedger } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { inform } from '../../output/events.ts';
import type { CommandOption, FlagsOf } from '../command.ts';
import { dataDirectoryOption, serviceOptions } from '../options.ts';
import type { Samples } from './definition.ts';

/** What a command takes whose answer is remembered. */
export const rememberedOptions = [...serviceOptions, dataDirectoryOption] as const satisfies readonly CommandOption[];
export type RememberedFlags = FlagsOf<typeof rememberedOptions>;

/**
 * Writes down what the service has said of an extraction or classification, because it has no call that lists them: config files may
 * name it then. The service has answered by now, so a ledger that cannot be written is told, and nothing more.
 * @param begin whether to begin a ledger where there is none
 */
export async function remember(
  flags: RememberedFlags,
  host: Host,
  begin: boolean,
  write: (ledger: Ledger, origin: string) => void | Promise<void>,
): Promise<void> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  const origin = serviceAddress({ flag: flags.url, host });
  try {
    if (existsSync(file)) await writeLedger(file, (ledger) => write(ledger, origin));
    else if (begin) await beginLedger(directory, (ledger) => write(ledger, origin));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const message of error.said) inform(host, say('answers.definitions.notRemembered', { message }));
  }
}

/** Samples that went with a call count as sent: they are polled, and never paid for again on this route. */
export async function recordSamples(
  ledger: Ledger,
  directory: string,
  { files, facts }: Samples,
  sent: { readonly origin: string; readonly extractionId: string; readonly batch?: ExtractionBatch },
): Promise<void> {
  const { origin, extractionId, batch } = sent;
  const around = recordedFolders(ledger).flatMap(({ id, path, settings }) =>
    settings === undefined || ledger.meta.read('sample-folder', id) !== undefined ? [] : [{ id, path, settings }],
  );
  let batchId: number | undefined;
  for (const [index, { path, sha256: hash, contentType, fileName: sentAs }] of files.entries()) {
    const known = facts[index];
    if (known === undefined) continue;
    const answered =
      batch?.files.find(({ fileName }) => fileName === sentAs) ?? (files.length === 1 ? batch?.files[0] : undefined);
    ({ batchId } = await recordSample(
      { ledger, files: createFiles() },
      around,
      directory,
      {
        ...{ path, facts: known, hash, contentType, origin, sentAs, at: Date.now() },
        route: { kind: 'extraction', id: extractionId },
        ...{ serviceBatchId: batch?.batchId, fileId: answered?.id, status: answered?.status ?? 'queued' },
      },
      batchId,
    ));
  }
}

/** The first command of all, as a rule. A lost ledger is restored, which the next run or watch says. */
async function beginLedger(directory: string, write: (ledger: Ledger) => void | Promise<void>): Promise<void> {
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    await ledgerRefusals(async () => {
      const { ledger } = openKeptLedger(ledgerPath(directory), Date.now());
      try {
        await write(ledger);
      } finally {
        ledger.close();
      }
    });
  } finally {
    lock.release();
  }
}
