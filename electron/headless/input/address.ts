import { inEnglish } from '../../core/messages/wording.ts';
import { checkServiceUrl, originOf } from '../../service/address.ts';
import { Refusal } from './refusal.ts';

/** The environment variable for `--url`. */
export const urlVariable = 'INTRAY_URL';

/** What says where the service is, most binding first. */
export interface AddressSources {
  readonly flag: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From the config file of `watch`. */
  readonly config?: string | undefined;
}

/**
 * The service's address: the flag, else the environment, else the config file. Checked, not called. It is written as
 * the client's `origin` is, which is also the name that its key is kept under.
 * @throws Refusal if there is none, or it cannot be the service's
 */
export function serviceAddress({ flag, environment, config }: AddressSources): string {
  const [source, text] =
    flag !== undefined
      ? ['--url', flag]
      : environment[urlVariable] !== undefined && environment[urlVariable] !== ''
        ? [urlVariable, environment[urlVariable]]
        : ['"url" in the config file', config];
  if (text === undefined) {
    throw new Refusal(
      `Where is the service? Give its address with --url https://… or in the variable ${urlVariable}; to try Intray without one: intray demo.`,
    );
  }
  const checked = checkServiceUrl(text);
  if (!checked.ok) throw new Refusal(`${source}: ${inEnglish(checked.error.message)}`);
  return originOf(checked.value);
}
