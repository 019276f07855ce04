import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../../core/config/folder-settings.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import type { Result } from '../../../core/result.ts';
import { type ConfigProblems, readConfig } from '../../../settings/config.ts';
import { webhookSecretVariable } from '../../../settings/key.ts';
import { expandPath } from '../../../settings/paths.ts';
import { webhookPath } from '../../../workspace/webhooks.ts';
import type { Host } from '../../host.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { webhookSecret } from '../../input/webhook-secret.ts';
import { printable } from '../../output/terminal-wording.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { unverifiedHelp, urlOrConfig, wholeNumber, workExitCodes, workOptions } from '../options.ts';

const options = [
  { flag: '--config', value: say('help.terms.fileValue'), text: say('help.watch.config'), required: true },
  urlOrConfig,
  { flag: '--health-port', value: say('help.terms.number'), text: say('help.watch.healthPort') },
  { flag: '--health-host', value: say('help.terms.address'), text: say('help.watch.healthHost') },
  { flag: '--webhooks', text: say('help.watch.webhooks', { path: webhookPath, variable: webhookSecretVariable }) },
  { flag: '--log', value: 'lines|json', text: say('help.watch.log') },
  ...workOptions,
] as const;

export const command = defineCommand({
  name: 'watch',
  summary: say('help.watch.summary'),
  options,
  help: [
    {
      heading: say('help.headings.config'),
      lines: [
        '{ "url": "https://api.example.com",',
        '  "folders": [',
        '    { "path": "/scans/invoices", "route": { "kind": "extraction", "id": "…" } },',
        '    { "path": "/scans/mail", "route": { "kind": "classification", "id": "…" },',
        '      "existing": "send", "fileAway": { "kind": "move", "to": "Processed" } } ] }',
      ],
    },
    say('help.watch.members', {
      names: 'settleSeconds, include, ignore, recursive, existing, changed, outputs, unresolved, batchSize, budget, delimiter',
    }),
    say('help.watch.paths'),
    say('help.watch.reload'),
    say('help.common.stopping'),
    ...unverifiedHelp,
    workExitCodes,
  ],
  run: ({ flags, host }) => watch(flags, host),
});

/** `intray watch --config FILE`: keeps watching until a signal ends it. */
export async function watch(flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  const file = expandPath(flags.config ?? '', host.paths);
  const read = await readConfig(file, host.paths);
  const { folders, hooks, url: config, requestsPerSecond, kilobytesPerSecond, budget, keepResults } = orRefuse(read);
  const url = serviceAddress({ flag: flags.url, host, config });
  const { doWork } = await import('./work.ts');
  const port = flags.healthPort === undefined ? undefined : wholeNumber('--health-port', flags.healthPort, 65_535);
  const probes = port === undefined ? undefined : { port, host: flags.healthHost ?? '127.0.0.1' };
  const webhooks = flags.webhooks === true ? { secret: webhookSecret(host) } : undefined;
  if (webhooks !== undefined && probes === undefined) throw new Refusal(say('commandLine.flags.webhooksNeedPort'));
  const alsoLog = logWriter(flags.log, host);
  const work = {
    mode: 'watch',
    folders,
    hooks,
    url,
    configured: config,
    pace: given({ requestsPerSecond, kilobytesPerSecond, budget, keepResults }),
    news: configNews(file, read, host),
    probes,
    webhooks,
    alsoLog,
  } as const;
  return doWork(work, flags, host);
}

/** Writes the log to standard error too. @throws Refusal for another form than the two that there are */
export function logWriter(form: string | undefined, { messages }: Host): ((line: string) => void) | undefined {
  if (form === undefined) return undefined;
  if (form === 'json') return (line) => messages.write(line);
  if (form !== 'lines') throw new Refusal(say('commandLine.flags.log'));
  return (line) => {
    const { level, time, msg, ...details } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const rest = Object.entries(details).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    messages.write(`${printable(`${time} ${level} ${msg}${rest.join('')}`)}\n`);
  };
}

/** What became of the config file: what to say, and what of it to go on with. */
export interface ConfigNews {
  readonly message: Message;
  readonly config?: Pick<Config, 'folders' | 'hooks'>;
}

/**
 * What there is to say about a config file that was edited since it was read, once for each edit, and its folders and hooks where they
 * can be taken up. Another address of the service needs another start: documents that are under way belong to this one.
 */
export function configNews(
  file: string,
  begun: Result<Config, ConfigProblems>,
  { paths }: Pick<Host, 'paths'>,
): () => Promise<ConfigNews | undefined> {
  let [known, used] = [JSON.stringify(begun), begun];
  return async () => {
    const read = await readConfig(file, paths);
    const now = JSON.stringify(read);
    if (now === known) return undefined;
    known = now;
    if (!read.ok)
      return {
        message: say('commandLine.configBroken', { message: read.error[0] ?? say('commandLine.configChanged', { path: file }) }),
      };
    if (now === JSON.stringify(used)) return { message: say('commandLine.configAsBefore', { path: file }) };
    const others = (config: Config) => ({ ...config, folders: [], hooks: undefined });
    if (used.ok && !isDeepStrictEqual(others(read.value), others(used.value)))
      return { message: say('commandLine.configChanged', { path: file }) };
    used = read;
    return { message: say('commandLine.configReloaded', { path: file }), config: read.value };
  };
}
