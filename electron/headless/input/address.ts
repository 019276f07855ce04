import { say } from '../../core/messages/message.ts';
import { checkServiceUrl, originOf } from '../../service/address.ts';
import { Refusal } from './refusal.ts';

/** The environment variable that stands for `--url`. */
export const urlVariable = 'INTRAY_URL';

/** What says where the service is, in order of precedence. */
export interface AddressSources {
  readonly flag: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From the config file of `watch`. */
  readonly config?: string | undefined;
}

/**
 * The service's address: the flag, otherwise the environment, otherwise the config file. Checked, not called. It is
 * spelled like the client's `origin`, under which its key is saved.
 * @throws Refusal if there is none, or it cannot be the service's
 */
export function serviceAddress({ flag, environment, config }: AddressSources): string {
  const [source, text] =
    flag !== undefined
      ? ['--url', flag]
      : environment[urlVariable] !== undefined && environment[urlVariable] !== ''
        ? [urlVariable, environment[urlVariable]]
        : [say('commandLine.address.configMember'), config];
  if (text === undefined) throw new Refusal(say('commandLine.address.missing'));
  const checked = checkServiceUrl(text);
  if (!checked.ok) throw new Refusal(say('commandLine.address.bad', { source, message: checked.error.message }));
  return originOf(checked.value);
}
