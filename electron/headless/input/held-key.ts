import { say } from '../../core/messages/message.ts';
import { resolveKey } from '../../settings/key.ts';
import type { KeyStore } from '../../settings/keychain.ts';
import type { Redaction } from '../../settings/redact.ts';
import { Refusal } from './refusal.ts';

/** The key of one origin, for as long as a command runs. */
export interface HeldKey {
  /** Asked before every call to the service. */
  readonly current: () => string;
  /** Reads it again from its source, and returns whether it has changed. A keychain that does not answer changes nothing. */
  refresh(): Promise<boolean>;
}

export interface KeySources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly keychain: KeyStore;
  readonly redaction: Redaction;
}

/** @throws Refusal if there is no key for this origin, naming both ways to give one */
export async function holdKey(origin: string, { environment, keychain, redaction }: KeySources): Promise<HeldKey> {
  const found = await resolveKey(origin, environment, keychain);
  if (!found.ok) throw new Refusal(say('commandLine.key.unreadable', { origin, message: found.error }));
  if (found.value === undefined) throw new Refusal(say('commandLine.key.missing', { origin }));
  let key = found.value.key;
  redaction.hide(key);
  return {
    current: () => key,
    async refresh() {
      const again = await resolveKey(origin, environment, keychain);
      if (!again.ok || again.value === undefined || again.value.key === key) return false;
      key = again.value.key;
      redaction.hide(key);
      return true;
    },
  };
}
