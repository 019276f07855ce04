import { say } from '../../core/messages/message.ts';
import { readConfig } from '../../settings/config.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import { expandPath } from '../../settings/paths.ts';
import type { Host } from '../host.ts';
import { resolveNames } from '../input/names.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { serviceAddress } from '../input/service-access.ts';
import { tell } from '../output/events.ts';
import { type CommandGroup, defineCommand, type FlagsOf } from './command.ts';
import { dataDirectoryOption, exitCodes, json } from './options.ts';

const checkOptions = [dataDirectoryOption, json] as const;

export const command: CommandGroup = {
  name: 'config',
  summary: say('help.config.summary'),
  help: [say('help.config.about')],
  commands: [
    defineCommand({
      name: 'check',
      summary: say('help.config.check'),
      operands: [{ term: say('help.terms.file') }],
      options: checkOptions,
      help: [exitCodes(say('help.config.exitDone'), undefined, say('help.config.exitRefused'))],
      run: ({ operands: [file = ''], flags, host }) => checkConfig(file, flags, host),
    }),
  ],
};

/** `intray config check FILE`: reads a config file as `watch` would, and starts nothing. @throws Refusal naming each problem */
export async function checkConfig(file: string, flags: FlagsOf<typeof checkOptions>, host: Host): Promise<0> {
  const path = expandPath(file, host.paths);
  const written = orRefuse(await readConfig(path, host.paths));
  const { folders, url } = written;
  if (url !== undefined) serviceAddress({ flag: undefined, host: { ...host, environment: {} }, config: url });
  const { bad } = await resolveNames(path, written, () => ({
    dataDirectory: dataDirectory(flags.dataDir, host.paths),
    origin: serviceAddress({ flag: undefined, host, config: url }),
  }));
  if (bad.length > 0) throw new Refusal(bad.flatMap(({ problems }) => problems));
  const paths = folders.map((folder) => folder.path);
  tell(host, flags, { event: 'config', path, folders: paths }, [say('answers.config.good', { path, count: folders.length })]);
  return 0;
}
