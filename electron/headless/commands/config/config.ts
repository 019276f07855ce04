import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { z } from 'zod';
import { configSchema } from '../../../core/config/config-file.ts';
import { folderControls } from '../../../core/config/folder-controls.ts';
import { folders } from '../../../core/languages/en/folders.ts';
import { say } from '../../../core/messages/message.ts';
import { readConfig } from '../../../settings/config.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import { resolveNames } from '../../input/names.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { type CommandGroup, defineCommand, type Said } from '../command.ts';
import { examples, exitCodes, type LedgerFlags, ledgerOptions } from '../options.ts';
import { checkFolder } from './check.ts';
import { manualPage, namedCommands, shells } from './outline.ts';

export const command: CommandGroup = {
  name: 'config',
  summary: say('help.config.summary'),
  help: [],
  commands: [
    defineCommand({
      name: 'check',
      summary: say('help.config.check'),
      operands: [{ term: say('help.terms.path') }],
      options: [
        { flag: '--rules', value: say('help.terms.fileValue'), text: say('help.config.rules') },
        { flag: '--again', text: say('help.config.again') },
        ...ledgerOptions,
      ],
      help: [
        say('help.config.aboutFile'),
        say('help.config.aboutFolder'),
        exitCodes(say('help.config.exitDone'), say('help.config.exitSome'), say('help.config.exitRefused')),
        examples(
          'intray config check intray.json',
          'intray config check ~/scans --rules rules.json',
          'intray config check ~/scans --again',
        ),
      ],
      async run({ operands: [path = ''], flags, host }) {
        const absolute = expandPath(path, host.paths);
        // A folder may be away, and its results are known all the same.
        const isFolder = await stat(absolute).then(
          (found) => found.isDirectory(),
          () => extname(absolute) === '',
        );
        return isFolder ? checkFolder(absolute, flags, host) : checkFile(absolute, flags, host);
      },
    }),
    defineCommand({
      name: 'schema',
      summary: say('help.config.schema'),
      options: [],
      help: [say('help.config.aboutSchema'), examples('intray config schema > intray.schema.json')],
      async run({ host }) {
        host.output.write(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
        return 0;
      },
    }),
    defineCommand({
      name: 'completion',
      summary: say('help.config.completion'),
      operands: [{ term: 'bash|zsh|fish' }],
      options: [],
      help: [
        examples(
          'intray config completion bash > ~/.local/share/bash-completion/completions/intray',
          'intray config completion zsh > ~/.zfunc/_intray',
          'intray config completion fish > ~/.config/fish/completions/intray.fish',
        ),
      ],
      async run({ operands: [shell = ''], host, commands }) {
        const write = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined;
        if (write === undefined)
          throw new Refusal(
            say('commandLine.flags.oneOf', { flag: 'SHELL', values: Object.keys(shells).join(', '), text: shell }),
          );
        host.output.write(write(await namedCommands(commands), host.wording.text));
        return 0;
      },
    }),
    defineCommand({
      name: 'manual',
      summary: say('help.config.manual'),
      options: [],
      help: [say('help.config.aboutManual'), examples('intray config manual | man -l -')],
      async run({ host, commands }) {
        host.output.write(manualPage(await namedCommands(commands), host.wording));
        return 0;
      },
    }),
  ],
};

/** Reads a config file as `watch` would, and starts nothing. @throws Refusal naming each problem */
async function checkFile(path: string, flags: LedgerFlags, host: Host): Promise<Said> {
  const written = orRefuse(await readConfig(path, host.paths));
  const { folders, url } = written;
  if (url !== undefined) serviceAddress({ flag: undefined, host: { ...host, environment: {} }, config: url });
  const { bad } = await resolveNames(path, written, () => ({
    dataDirectory: dataDirectory(flags.dataDir, host.paths),
    origin: serviceAddress({ flag: undefined, host, config: url }),
  }));
  if (bad.length > 0) throw new Refusal(bad.flatMap(({ problems }) => problems));
  const paths = folders.map((folder) => folder.path);
  return {
    events: { event: 'config', path, folders: paths },
    lines: [say('answers.config.good', { path, count: folders.length })],
  };
}

const { settings } = folders;

/**
 * The config file as JSON Schema, for editors: they complete its members and mark what is wrong while it is typed. What only
 * code can tell, such as folders that overlap, Intray alone refuses.
 */
function configJsonSchema(): object {
  const schema: Node = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' }) as object;
  const folder = schema.properties?.folders?.items;
  for (const { setting, part, name } of folderControls) {
    // As the window's form says it.
    const { label, hint }: Words = Object.hasOwn(settings, name) ? settings[name as keyof typeof settings] : {};
    const node = part === undefined ? folder?.properties?.[setting] : folder?.properties?.[setting]?.properties?.[part];
    if (node !== undefined && label !== undefined) node.description = hint === undefined ? label : `${label}. ${hint}`;
  }
  return { ...schema, title: 'intray watch --config' };
}

type Words = { readonly flag?: string; readonly label?: string; readonly hint?: string };

interface Node {
  description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}
