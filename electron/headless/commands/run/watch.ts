import { folderSettings } from '../../../core/config/folder-settings.ts';
import { say } from '../../../core/messages/message.ts';
import { webhookSecretVariable } from '../../../settings/key.ts';
import { webhookPath } from '../../../workspace/webhooks.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';
import { webhookSecret } from '../../input/webhook-secret.ts';
import { printable } from '../../output/terminal-wording.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { unverifiedHelp, urlOrConfig, wholeNumber, workExitCodes, workOptions } from '../options.ts';
import { openConfig } from './open-config.ts';
import { issueLink, linkOptions, windowHelp, windowOptions } from './window-flags.ts';

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

/** What says nothing without a window. */
const windowOnly = { open: '--open', host: '--host', publicUrl: '--public-url', insecure: '--insecure', root: '--root' } as const;

/** `intray watch`: keeps watching until a signal ends it. */
export async function watch(flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  if (flags.link === true || flags.code === true) return issueLink(flags, host);
  const port = flags.healthPort === undefined ? undefined : wholeNumber('--health-port', flags.healthPort, 65_535);
  const probes = port === undefined ? undefined : { port, host: flags.healthHost ?? '127.0.0.1' };
  const alsoLog = logWriter(flags.log, host);
  const config = flags.config === undefined ? undefined : await openConfig(flags.config, flags, host);
  if (flags.window !== undefined) {
    // Its settings library listens to signals.
    const { watchInWindow } = await import('./window.ts');
    return watchInWindow(flags, host, { config, probes, alsoLog });
  }
  for (const [name, flag] of Object.entries(windowOnly))
    if (flags[name as keyof typeof windowOnly] !== undefined) throw new Refusal(say('commandLine.flags.needsWindow', { flag }));
  if (config === undefined) throw new Refusal(say('commandLine.flags.configOrWindow'));
  const webhooks = flags.webhooks === true ? { secret: webhookSecret(host) } : undefined;
  if (webhooks !== undefined && probes === undefined) throw new Refusal(say('commandLine.flags.webhooksNeedPort'));
  const { doWork } = await import('./work.ts');
  return doWork({ mode: 'watch', ...config, probes, webhooks, alsoLog }, flags, host);
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
