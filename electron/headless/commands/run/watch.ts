import { isDeepStrictEqual } from 'node:util';
import type { WrittenConfig } from '../../../core/config/config-file.ts';
import { folderSettings } from '../../../core/config/folder-settings.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import { readConfig } from '../../../settings/config.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { webhookSecretVariable } from '../../../settings/key.ts';
import { expandPath } from '../../../settings/paths.ts';
import { webhookPath } from '../../../workspace/webhooks.ts';
import type { Host } from '../../host.ts';
import { type ResolvedConfig, resolveNames } from '../../input/names.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { webhookSecret } from '../../input/webhook-secret.ts';
import { inform } from '../../output/events.ts';
import { printable } from '../../output/terminal-wording.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { unverifiedHelp, urlOrConfig, wholeNumber, workExitCodes, workOptions } from '../options.ts';
import type { ConfigNews } from './follow.ts';
import { issueLink, linkOptions } from './link.ts';
import { watchInWindow, windowHelp, windowOptions } from './window.ts';

const options = [
  { flag: '--config', value: say('help.terms.fileValue'), text: say('help.watch.config') },
  urlOrConfig,
  ...windowOptions,
  ...linkOptions,
  { flag: '--health-port', value: say('help.terms.number'), text: say('help.watch.healthPort') },
  { flag: '--health-host', value: say('help.terms.address'), text: say('help.watch.healthHost') },
  { flag: '--webhooks', text: say('help.watch.webhooks', { path: webhookPath, variable: webhookSecretVariable }) },
  { flag: '--log', value: 'lines|json', text: say('help.watch.log') },
  ...workOptions,
] as const;

/** What a folder may have beside its path and its route. */
const others = Object.keys(folderSettings).filter((name) => name !== 'path' && name !== 'route');

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
    say('help.watch.members', { names: others.join(', ') }),
    say('help.watch.paths'),
    say('help.watch.reload'),
    ...windowHelp,
    say('help.common.stopping'),
    ...unverifiedHelp,
    workExitCodes,
  ],
  run: ({ flags, host }) => watch(flags, host),
});

/** `intray watch`: keeps watching until a signal ends it. */
export async function watch(flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  if (flags.link === true || flags.code === true) return issueLink(flags, host);
  if (flags.window !== undefined) return watchInWindow(flags, host);
  if (flags.config === undefined) throw new Refusal(say('commandLine.flags.configOrWindow'));
  const file = expandPath(flags.config, host.paths);
  const written = orRefuse(await readConfig(file, host.paths));
  const url = serviceAddress({ flag: flags.url, host, config: written.url });
  const source = { dataDirectory: dataDirectory(flags.dataDir, host.paths), origin: url };
  const resolve = (config: WrittenConfig) => resolveNames(file, config, () => source);
  const resolved = await resolve(written);
  const { folders, hooks, requestsPerSecond, budget, keepResults } = resolved.config;
  if (folders.length === 0) throw new Refusal(resolved.bad.flatMap(({ problems }) => problems));
  const { doWork } = await import('./work.ts');
  const port = flags.healthPort === undefined ? undefined : wholeNumber('--health-port', flags.healthPort, 65_535);
  const probes = port === undefined ? undefined : { port, host: flags.healthHost ?? '127.0.0.1' };
  const webhooks = flags.webhooks === true ? { secret: webhookSecret(host) } : undefined;
  if (webhooks !== undefined && probes === undefined) throw new Refusal(say('commandLine.flags.webhooksNeedPort'));
  const alsoLog = logWriter(flags.log, host);
  for (const { path, problems } of resolved.bad)
    for (const message of problems) inform(host, say('commandLine.preflight.folderHeld', { message, path }));
  const work = {
    mode: 'watch',
    folders,
    hooks,
    url,
    configured: written.url,
    pace: given({ requestsPerSecond, budget, keepResults }),
    news: configNews(file, { written, resolved }, host, (config) => resolve(config).catch(notNow)),
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

/** The ledger cannot be read just now. */
function notNow(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** A config file as it was read, and with ids for names. */
export interface ReadConfig {
  readonly written: WrittenConfig;
  readonly resolved: ResolvedConfig;
}

/**
 * What there is to say about a config file that was edited since it was read, once for each edit, and its folders and hooks where they
 * can be taken up; also once a name is known that was not. Another address of the service needs another start: documents that are under
 * way belong to this one. A name that is no longer known changes nothing before the next start.
 * @param resolve undefined: not now; it is asked again
 */
export function configNews(
  file: string,
  begun: ReadConfig,
  { paths }: Pick<Host, 'paths'>,
  resolve: (written: WrittenConfig) => Promise<ResolvedConfig | undefined>,
): () => Promise<ConfigNews | undefined> {
  let used = begun;
  /** What was said last is about this. */
  let known = JSON.stringify(begun.written);
  const broken = (message: Message | undefined): ConfigNews => ({
    message: say('commandLine.configBroken', { message: message ?? say('commandLine.configChanged', { path: file }) }),
  });
  return async () => {
    const read = await readConfig(file, paths);
    if (!read.ok) {
      const now = JSON.stringify(read.error);
      if (now === known) return undefined;
      known = now;
      return broken(read.error[0]);
    }
    const now = JSON.stringify(read.value);
    const isEdited = now !== JSON.stringify(used.written);
    if (now === known && used.resolved.bad.length === 0 && !isEdited) return undefined;
    if (!isEdited) {
      const said = now === known ? undefined : { message: say('commandLine.configAsBefore', { path: file }) };
      known = now;
      if (used.resolved.bad.length === 0) return said;
      const resolved = await resolve(read.value);
      if (resolved === undefined || resolved.bad.length >= used.resolved.bad.length) return said;
      used = { written: read.value, resolved };
      return { message: say('commandLine.namesKnown', { path: file }), config: resolved.config };
    }
    const others = (config: WrittenConfig) => ({ ...config, folders: [], hooks: undefined });
    if (!isDeepStrictEqual(others(read.value), others(used.written))) {
      if (now === known) return undefined;
      known = now;
      return { message: say('commandLine.configChanged', { path: file }) };
    }
    const resolved = await resolve(read.value);
    if (resolved === undefined) return undefined;
    const [problem] = resolved.bad.flatMap(({ problems }) => problems);
    if (problem !== undefined) {
      if (now === known) return undefined;
      known = now;
      return broken(problem);
    }
    known = now;
    used = { written: read.value, resolved };
    return { message: say('commandLine.configReloaded', { path: file }), config: resolved.config };
  };
}
