import { say } from '../../../core/messages/message.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import type { Host } from '../../host.ts';
import { engineHolder } from '../../input/engine-holder.ts';
import { Refusal } from '../../input/refusal.ts';
import { jsonLine } from '../../output/events.ts';
import type { CommandOption, FlagsOf } from '../command.ts';
import type { LedgerFlags } from '../options.ts';

export const linkOptions = [
  { flag: '--link', text: say('help.window.linkFlag') },
  { flag: '--code', text: say('help.window.codeFlag') },
] as const satisfies readonly CommandOption[];

/** `intray watch --link`: prints a link, or a code, for the window of the one that runs. @throws Refusal if none does */
export async function issueLink(flags: FlagsOf<typeof linkOptions> & LedgerFlags, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const holder = engineHolder(directory);
  const kind = flags.code === true ? 'code' : 'link';
  const { issueFor } = await import('../../../web/announcement.ts');
  const issued = holder.kind === 'running' ? issueFor(directory, kind, holder.pid) : undefined;
  if (issued === undefined) throw new Refusal(say('answers.window.notRunning', { path: directory }));
  host.messages.write(`${host.wording.text(say(kind === 'code' ? 'answers.window.oneCode' : 'answers.window.link'))}\n`);
  host.output.write(flags.json === true ? jsonLine({ event: kind, [kind]: issued }) : `${issued}\n`);
  return 0;
}
