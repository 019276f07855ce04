import type { Config } from '../../../core/config/folder-settings.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { Result } from '../../../core/result.ts';
import { type ConfigProblems, readConfig } from '../../../settings/config.ts';
import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import { orRefuse } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { unverifiedHelp, urlOrConfig, workExitCodes, workOptions } from '../options.ts';

const options = [
  { flag: '--config', value: say('help.terms.fileValue'), text: say('help.watch.config'), required: true },
  urlOrConfig,
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
      names: 'settleSeconds, include, ignore, recursive, existing, changed, outputs, unresolved, batchSize, delimiter',
    }),
    say('help.watch.paths'),
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
  const { folders, url: config, requestsPerSecond } = orRefuse(read);
  const url = serviceAddress({ flag: flags.url, environment: host.environment, config });
  const { doWork } = await import('./work.ts');
  const news = configNews(file, read, host);
  return doWork({ mode: 'watch', folders, url, configured: config, requestsPerSecond, news }, flags, host);
}

/** What there is to say about a config file that was edited since it was read, once for each edit. */
export function configNews(
  file: string,
  begun: Result<Config, ConfigProblems>,
  { paths }: Pick<Host, 'paths'>,
): () => Promise<Message | undefined> {
  let known = JSON.stringify(begun);
  return async () => {
    const read = await readConfig(file, paths);
    const now = JSON.stringify(read);
    if (now === known) return undefined;
    known = now;
    if (!read.ok)
      return say('commandLine.configBroken', { message: read.error[0] ?? say('commandLine.configChanged', { path: file }) });
    return now === JSON.stringify(begun)
      ? say('commandLine.configAsBefore', { path: file })
      : say('commandLine.configChanged', { path: file });
  };
}
