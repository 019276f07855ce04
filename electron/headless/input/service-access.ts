import { say } from '../../core/messages/message.ts';
import { checkServiceUrl, originOf } from '../../service/address.ts';
import { urlVariable } from '../../settings/key.ts';
import { resolveKey } from '../../settings/keychain.ts';
import type { Redaction } from '../../settings/redact.ts';
import type { Host } from '../host.ts';
import { Refusal } from './refusal.ts';

/**
 * The service's address: the flag, otherwise the environment, otherwise the config file of `watch`.
 * Checked, not called. It is spelled like the client's `origin`, under which its key is saved.
 * @throws Refusal if there is none, or it cannot be the service's
 */
export function serviceAddress({
  flag,
  host: { environment },
  config,
}: {
  readonly host: Pick<Host, 'environment'>;
  readonly flag: string | undefined;
  readonly config?: string | undefined;
}): string {
  const [source, text] =
    flag !== undefined
      ? ['--url', flag]
      : environment[urlVariable]
        ? [urlVariable, environment[urlVariable]]
        : [say('commandLine.address.configMember'), config];
  if (text === undefined) throw new Refusal(say('commandLine.address.missing'));
  const checked = checkServiceUrl(text);
  if (!checked.ok) throw new Refusal(say('commandLine.address.bad', { source, message: checked.error }));
  return originOf(checked.value);
}

export type HeldKey = Awaited<ReturnType<typeof holdKey>>;

/**
 * The key of one origin, for as long as a command runs.
 * @param configured the config file's address
 * @throws Refusal if there is no key for this origin, naming both ways to give one
 */
export async function holdKey(
  origin: string,
  { environment, keychain }: Pick<Host, 'environment' | 'keychain'>,
  redaction: Redaction,
  configured?: string,
) {
  const find = () => resolveKey(origin, environment, keychain, configured);
  const found = await find();
  if (!found.ok) throw new Refusal(say('commandLine.key.unreadable', { origin, message: found.error }));
  if (found.value === undefined) throw new Refusal(say('commandLine.key.missing', { origin }));
  let { key } = found.value;
  redaction.hide(key);
  return {
    /** Asked before every call to the service. */
    current: () => key,
    /** Reads it again from its source, and returns whether it has changed. A keychain that does not answer changes nothing. */
    async refresh(): Promise<boolean> {
      const again = await find();
      if (!again.ok || again.value === undefined || again.value.key === key) return false;
      ({ key } = again.value);
      redaction.hide(key);
      return true;
    },
  };
}
