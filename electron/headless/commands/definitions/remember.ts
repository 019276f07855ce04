import { existsSync } from 'node:fs';
import { say } from '../../../core/messages/message.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { openKeptLedger } from '../../../ledger/safekeeping.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import type { Host } from '../../host.ts';
import { ledgerRefusals, writeLedger } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { inform } from '../../output/events.ts';
import type { CommandOption, FlagsOf } from '../command.ts';
import { dataDirectoryOption, serviceOptions } from '../options.ts';

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
  write: (ledger: Ledger, origin: string) => void,
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

/** The first command of all, as a rule. A lost ledger is restored, which the next run or watch says. */
async function beginLedger(directory: string, write: (ledger: Ledger) => void): Promise<void> {
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    await ledgerRefusals(async () => {
      const { ledger } = openKeptLedger(ledgerPath(directory), Date.now());
      try {
        write(ledger);
      } finally {
        ledger.close();
      }
    });
  } finally {
    lock.release();
  }
}
