import { say } from '../../../core/messages/message.ts';
import { readConfig } from '../../../settings/config.ts';
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
  const { folders, url: config } = orRefuse(await readConfig(expandPath(flags.config ?? '', host.paths), host.paths));
  const url = serviceAddress({ flag: flags.url, environment: host.environment, config });
  const { doWork } = await import('./work.ts');
  return doWork({ mode: 'watch', folders, url, configured: config }, flags, host);
}
