import { inEnglish } from '../../core/messages/wording.ts';
import { faultHelp } from '../../sandbox/faults/fault-words.ts';
import { parseFault } from '../../sandbox/faults/parse-fault.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { makeRoutes } from '../../workspace/service/sample-routes.ts';
import type { Host } from '../host.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { samplesDirectory } from '../input/resources.ts';
import type { SandboxFlags } from '../program.ts';

/** `intray sandbox`: runs the embedded service until a signal ends it. */
export async function sandbox(flags: SandboxFlags, host: Host): Promise<0> {
  if (flags.fault?.includes('help') === true) {
    host.output.write(`${faultHelp.map(({ fault, meaning }) => `${fault.padEnd(28)} ${inEnglish(meaning)}`).join('\n')}\n`);
    return 0;
  }
  const port = wholeNumber('--port', flags.port, 65_535);
  const pages = flags.pages === undefined ? {} : { pagesPerMonth: wholeNumber('--pages', flags.pages, 1_000_000) };
  const faults = (flags.fault ?? []).map((text) => orRefuse(parseFault(text)));
  const service = await startSandbox({ port, faults, ...pages }).catch((error: unknown) => {
    throw new Refusal(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const routes = await makeRoutes(service, samplesDirectory());
  const key = service.keys[0]?.key ?? '';
  if (flags.json === true) {
    host.output.write(
      `${JSON.stringify({ event: 'sandbox', url: service.url, key, ...routes, controlToken: service.controlToken })}\n`,
    );
  } else {
    host.output.write(
      [
        `The sandbox listens at ${service.url}, for this machine alone. It forgets everything when it ends (Ctrl-C).`,
        '',
        `  key             ${key}`,
        `  extraction      ${routes.extraction}`,
        `  classification  ${routes.classification}`,
        '',
        'Try it on a folder of yours:',
        `  INTRAY_API_KEY=${key} intray run FOLDER --url ${service.url} --extraction ${routes.extraction}`,
        '',
      ].join('\n'),
    );
  }
  await new Promise<void>((resolve) => {
    const end = host.onSignal(() => {
      end();
      resolve();
    });
  });
  await service.close();
  return 0;
}

function wholeNumber(flag: string, text: string, most: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new Refusal(`${flag} must be a number from 0 to ${most}, not "${text}".`);
  return number;
}
