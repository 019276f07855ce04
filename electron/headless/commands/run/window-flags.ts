import { statSync } from 'node:fs';
import { say } from '../../../core/messages/message.ts';
import { errorCode } from '../../../core/plain-data.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import type { Host } from '../../host.ts';
import { engineHolder } from '../../input/ledger-access.ts';
import { Refusal } from '../../input/refusal.ts';
import { inform, jsonLine } from '../../output/events.ts';
import type { CommandOption, FlagsOf, HelpPart } from '../command.ts';
import type { LedgerFlags } from '../options.ts';

/** The default port; a fixed one, so that the address can be bookmarked. */
export const defaultPort = 8467;

export const windowOptions = [
  {
    flag: '--window',
    value: say('help.terms.number'),
    optional: true,
    text: say('help.window.window', { port: String(defaultPort) }),
  },
  { flag: '--open', text: say('help.window.open') },
  { flag: '--host', value: say('help.terms.address'), text: say('help.window.host') },
  { flag: '--public-url', value: say('help.terms.address'), text: say('help.window.publicUrl') },
  { flag: '--insecure', text: say('help.window.insecure') },
  { flag: '--root', value: say('help.terms.directory'), text: say('help.window.root'), repeatable: true },
] as const satisfies readonly CommandOption[];

export const windowHelp: readonly HelpPart[] = [
  say('help.window.about'),
  say('help.window.link'),
  {
    heading: say('help.headings.tunnel'),
    lines: [[`ssh -L ${defaultPort}:127.0.0.1:${defaultPort} SERVER`, say('help.window.tunnel')]],
  },
];

export const linkOptions = [
  { flag: '--link', text: say('help.window.linkFlag') },
  { flag: '--code', text: say('help.window.codeFlag') },
] as const satisfies readonly CommandOption[];

/** `intray watch --link`: prints a link, or a code, for the window of the one that runs. @throws Refusal if none does, or it is somebody else's */
export async function issueLink(flags: FlagsOf<typeof linkOptions> & LedgerFlags, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const { issueFor } = await import('../../../web/announcement.ts');
  becomeOwnerOf(directory);
  const holder = engineHolder(directory);
  const kind = flags.code === true ? 'code' : 'link';
  const issued = holder.kind === 'running' ? issueFor(directory, kind, holder.pid) : undefined;
  if (issued === undefined) throw new Refusal(say('answers.window.notRunning', { path: directory }));
  inform(host, say(kind === 'code' ? 'answers.window.oneCode' : 'answers.window.link'));
  const event = kind === 'code' ? { event: 'code', code: issued } : { event: 'link', link: issued };
  host.output.write(flags.json === true ? jsonLine(event) : `${issued}\n`);
  return 0;
}

/** Only the account that shows a window can let a browser in, and root can become that account. @throws Refusal for anybody else */
function becomeOwnerOf(directory: string): void {
  const own = process.getuid?.();
  const owner = ownerOf(directory);
  if (own === undefined || owner === undefined || owner.uid === own) return;
  if (own !== 0) throw otherAccount(directory);
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

function ownerOf(directory: string): { readonly uid: number; readonly gid: number } | undefined {
  try {
    return statSync(directory, { throwIfNoEntry: false });
  } catch (error) {
    throw errorCode(error) === 'EACCES' ? otherAccount(directory) : error;
  }
}

function otherAccount(path: string): Refusal {
  return new Refusal(say('answers.window.otherAccount', { path }));
}
