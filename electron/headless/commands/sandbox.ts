import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { WebhookTarget } from '../../sandbox/webhooks.ts';
import { webhookSecretVariable } from '../../settings/key.ts';
import type { SampleRoutes } from '../../workspace/service/sandbox-keeper.ts';
import { type Host, onStop } from '../host.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { samplesDirectory } from '../input/resources.ts';
import { webhookSecret } from '../input/webhook-secret.ts';
import { columns } from '../output/columns.ts';
import { tell } from '../output/events.ts';
import { defineCommand } from './command.ts';
import { examples, json, wholeNumber } from './options.ts';

/** Runs the embedded service until a signal ends it. */
export const command = defineCommand({
  name: 'sandbox',
  summary: say('help.sandbox.summary'),
  options: [
    { flag: '--port', value: say('help.terms.number'), text: say('help.sandbox.port') },
    { flag: '--pages', value: say('help.terms.number'), text: say('help.sandbox.pages') },
    { flag: '--fault', value: say('help.terms.fault'), text: say('help.sandbox.fault'), repeatable: true },
    {
      flag: '--webhook',
      value: say('help.terms.address'),
      text: say('help.sandbox.webhook', { variable: webhookSecretVariable }),
    },
    json,
  ],
  help: [
    say('help.sandbox.about'),
    examples('intray sandbox --port 8787', 'INTRAY_API_KEY=… intray run ~/scans --url http://127.0.0.1:8787 --extraction ID'),
  ],
  async run({ flags, host }) {
    const [{ faultWords }, { parseFault }, { startSandbox }, { parseTarget }, { makeRoutes }, { createParser, documentsOf }] =
      await Promise.all([
        import('../../sandbox/faults/fault-words.ts'),
        import('../../sandbox/faults/fault-set.ts'),
        import('../../sandbox/sandbox.ts'),
        import('../../sandbox/webhooks.ts'),
        import('../../workspace/service/sandbox-keeper.ts'),
        import('../../workspace/parser/parser.ts'),
      ]);
    if (flags.fault?.includes('help') === true) {
      const lines = columns(faultWords.map(({ name, form = '', help }) => [`${name}${form}`, host.wording.text(help)]));
      host.output.write(`${lines.join('\n')}\n`);
      return 0;
    }
    const port = wholeNumber('--port', flags.port ?? '0', 65_535);
    const pages = flags.pages === undefined ? {} : { pagesPerMonth: wholeNumber('--pages', flags.pages, 1_000_000) };
    const faults = flags.fault ?? [];
    for (const text of faults) orRefuse(parseFault(text));
    const known = flags.webhook === undefined ? undefined : webhookSecret(host);
    const parser = createParser();
    let webhook: WebhookTarget | undefined;
    let service: Sandbox;
    try {
      webhook = flags.webhook === undefined ? undefined : parseTarget(flags.webhook, known);
      service = await startSandbox({ port, faults, ...pages, ...defined({ webhook }), documents: documentsOf(parser) });
    } catch (error) {
      throw new Refusal(messageOf(error), { cause: error });
    }
    const routes = await makeRoutes(service, samplesDirectory());
    const stopped = Promise.withResolvers<void>();
    onStop(host, () => stopped.resolve());
    const started = { url: service.url, key: service.keys[0]?.key ?? '', ...routes, ...defined({ secret: webhook?.secret }) };
    tell(host, flags, { events: { event: 'sandbox', ...started }, lines: sandboxLines(started, host) });
    await stopped.promise;
    await service.close();
    parser.close();
    return 0;
  },
});

function sandboxLines(
  { url, key, secret, ...routes }: SampleRoutes & Readonly<Record<'url' | 'key', string>> & { readonly secret?: string },
  { wording }: Host,
): string[] {
  const values = { key, ...routes, ...defined({ secret }) };
  const names = (['key', 'extraction', 'classification', 'secret'] as const).filter((name) => values[name] !== undefined);
  return [
    wording.text(say('answers.sandbox.at', { url })),
    '',
    ...columns(names.map((name) => ['', wording.text(say(`answers.sandbox.${name}`)), values[name] ?? ''])),
    '',
    wording.text(say('answers.sandbox.tryIt')),
    `  INTRAY_API_KEY=${key} intray run ${wording.text(say('help.terms.folder'))} --url ${url} --extraction ${routes.extraction}`,
  ];
}
