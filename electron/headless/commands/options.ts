import type { AccountBudget } from '../../core/account/budget.ts';
import { usualPerSecond } from '../../core/account/rate.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { Refusal } from '../input/refusal.ts';
import type { CommandOption, FlagsOf, HelpPart } from './command.ts';

/** Options and help that several commands share. */

export const url = { flag: '--url', value: say('help.terms.address'), text: say('help.common.url') } as const;

export const urlOrConfig = { ...url, text: say('help.common.urlOrConfig') } as const;

export const dataDirectoryOption = {
  flag: '--data-dir',
  value: say('help.terms.directory'),
  text: say('help.common.dataDirectory'),
} as const;

export const json = { flag: '--json', text: say('help.common.json') } as const;

export const jsonLines = { flag: '--json', text: say('help.common.jsonLines') } as const;

/** What a command takes that talks to the service. */
export const serviceOptions = [url, json] as const satisfies readonly CommandOption[];

/** What a command takes that reads the ledger. */
export const ledgerOptions = [dataDirectoryOption, jsonLines] as const satisfies readonly CommandOption[];
export type LedgerFlags = FlagsOf<typeof ledgerOptions>;

/** What `run` and `watch` take beside their own options. */
export const workOptions = [
  {
    flag: '--requests-per-second',
    value: 'n',
    text: say('help.common.requestsPerSecond', { value: String(usualPerSecond) }),
  },
  { flag: '--unverified', value: 'send|leave', text: say('help.common.unverified') },
  dataDirectoryOption,
  jsonLines,
] as const satisfies readonly CommandOption[];
export type WorkFlags = FlagsOf<typeof workOptions>;

/** How fast Intray may work, as a config file says it. */
interface Pace {
  readonly requestsPerSecond?: number;
  readonly budget?: AccountBudget;
  readonly keepResults?: string;
}

/** By the flags, else by the config file. @throws Refusal naming the flag */
export function paceFrom({ requestsPerSecond: typed }: WorkFlags, configured: Pace): Pace {
  return defined({
    budget: configured.budget,
    keepResults: configured.keepResults,
    requestsPerSecond: typed === undefined ? configured.requestsPerSecond : wholeNumber('--requests-per-second', typed, 1_000, 1),
  });
}

export const unverifiedHelp: readonly HelpPart[] = [
  {
    heading: say('help.common.unverifiedNote'),
    lines: [
      ['--unverified send', say('help.common.unverifiedSend')],
      ['--unverified leave', say('help.common.unverifiedLeave')],
    ],
  },
];

/** What a command's exit codes mean, from 0; undefined: it never gives that one. */
export function exitCodes(...meanings: readonly (Message | undefined)[]): HelpPart {
  const lines = meanings.flatMap((meaning, code) => (meaning === undefined ? [] : [[String(code), meaning] as const]));
  return { heading: say('help.headings.exitCodes'), lines };
}

/** Those of `run` and `watch`. */
export const workExitCodes = exitCodes(
  say('help.common.exitDone'),
  say('help.common.exitUndone'),
  say('help.common.exitRefused'),
);

export function examples(...lines: readonly string[]): HelpPart {
  return { heading: say(lines.length === 1 ? 'help.headings.example' : 'help.headings.examples'), lines };
}

/** @throws Refusal naming the flag */
export function wholeNumber(flag: string, text: string, maximum: number, minimum = 0): number {
  const number = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum && number <= maximum))
    throw new Refusal(say('commandLine.flags.wholeNumber', { flag, minimum, maximum, text }));
  return number;
}
