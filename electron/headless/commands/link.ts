import { say } from '../../core/messages/message.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import type { Host } from '../host.ts';
import { engineHolder } from '../input/engine-holder.ts';
import { Refusal } from '../input/refusal.ts';
import { jsonLine } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { dataDirectoryOption, exitCodes, json } from './options.ts';

const options = [
  { flag: '--code', text: say('help.link.code') },
  { ...dataDirectoryOption, text: say('help.link.dataDirectory') },
  json,
] as const;

export const command = defineCommand({
  name: 'link',
  summary: say('help.link.summary'),
  options,
  help: [say('help.link.about'), exitCodes(say('help.link.exitDone'), undefined, say('help.link.exitRefused'))],
  run: ({ flags, host }) => link(flags, host),
});

/** `intray link`: prints a link, or a code, for the server that runs on a data directory. @throws Refusal if none does */
async function link(flags: FlagsOf<typeof options>, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const holder = engineHolder(directory);
  const kind = flags.code === true ? 'code' : 'link';
  const { issueFor } = await import('../../web/announcement.ts');
  const issued = holder.kind === 'running' ? issueFor(directory, kind, holder.pid) : undefined;
  if (issued === undefined) throw new Refusal(say('answers.link.notServed', { path: directory }));
  host.messages.write(`${host.wording.text(say(kind === 'code' ? 'answers.link.code' : 'answers.serve.link'))}\n`);
  host.output.write(flags.json === true ? jsonLine({ event: kind, [kind]: issued }) : `${issued}\n`);
  return 0;
}
