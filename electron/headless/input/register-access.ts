import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { MessageError, messageOf } from '../../core/messages/message-error.ts';
import { given } from '../../core/plain-data.ts';
import { keychainAccount, type RegisterAddress, readAddress } from '../../register/address.ts';
import { checkRegister } from '../../register/administration.ts';
import { registerAt } from '../../register/postgres-register.ts';
import { environmentSecret, registerPasswordVariable, registerUrlVariable } from '../../settings/key.ts';
import type { Redaction } from '../../settings/redact.ts';
import { inboxProblem } from '../../workspace/folders/inbox-check.ts';
import type { OpenedRegister } from '../../workspace/register/opened-register.ts';
import type { GivenRegister } from '../../workspace/register/register-keeper.ts';
import type { Host } from '../host.ts';
import { orRefuse, Refusal } from './refusal.ts';

/** What says where the register is. */
export interface RegisterSources {
  readonly host: Pick<Host, 'environment' | 'keychain'>;
  readonly flag: string | undefined;
  /** From the config file of `watch`. */
  readonly config?: string | undefined;
}

/**
 * The register's address: the environment, otherwise the flag, otherwise the config file; with its password: in the
 * address, otherwise in the environment, otherwise in the keychain.
 * @returns undefined if there is none: this machine works alone
 * @throws Refusal if it is no address, or the password cannot be read
 */
export async function registerAddress({ host, flag, config }: RegisterSources): Promise<RegisterAddress | undefined> {
  const { environment, keychain } = host;
  const text = environment[registerUrlVariable]?.trim() || flag || config;
  if (text === undefined) return undefined;
  const address = orRefuse(readAddress(text, passwordFrom(environment)));
  if (address.password !== undefined) return address;
  const kept = await keychain.get(keychainAccount(address));
  // Where there is no keychain, the database may know the user by other means.
  if (!kept.ok && kept.error.kind !== 'unavailable') throw new Refusal(kept.error.message);
  return kept.ok && kept.value !== undefined ? { ...address, password: kept.value } : address;
}

/** @throws Refusal if there is none either */
export async function neededRegister(sources: RegisterSources): Promise<RegisterAddress> {
  const address = await registerAddress(sources);
  if (address === undefined) throw new Refusal(say('register.noAddress', { variable: registerUrlVariable }));
  return address;
}

/** What the environment, otherwise the flag, says of the register, for a workspace. @throws Refusal if the password cannot be read */
export function givenRegister(flag: string | undefined, { environment }: Pick<Host, 'environment'>): GivenRegister {
  return given({ url: environment[registerUrlVariable]?.trim() || flag, password: passwordFrom(environment) });
}

function passwordFrom(environment: Host['environment']): string | undefined {
  try {
    return environmentSecret(environment, registerPasswordVariable);
  } catch (error) {
    const variable = `${registerPasswordVariable}_FILE`;
    throw new Refusal(say('register.passwordFile', { variable, message: messageOf(error) }));
  }
}

/**
 * Opens the register for work. One that does not answer now is asked again by the engine; until then nothing new is sent.
 * @returns a note about that beside it; undefined without an address
 * @throws Refusal for what a person must mend: it was not made, is of another version, or refuses access; or a folder has an inbox
 *   without a register
 */
export async function registerForWork(
  address: RegisterAddress | undefined,
  folders: readonly FolderSettings[],
  redaction: Redaction,
): Promise<{ readonly register: OpenedRegister | undefined; readonly note?: Message }> {
  const problem = inboxProblem(folders, address !== undefined);
  if (problem !== undefined) throw new Refusal(problem);
  if (address === undefined) return { register: undefined };
  if (address.password !== undefined) redaction.hide(address.password);
  const checked = await asked(() => checkRegister(address));
  const passes = !checked.ok && ['unreachable', 'read-only', 'full', 'failed'].includes(checked.error.kind);
  if (!checked.ok && !passes) throw new Refusal(checked.error.message);
  const register = { register: registerAt(address), place: address.place };
  return checked.ok ? { register } : { register, note: say('sending.noRegister', { message: checked.error.message }) };
}

/** A file of certificates that cannot be read is the person's to mend. @throws Refusal */
export async function asked<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof MessageError) throw new Refusal(error.said, { cause: error });
    throw error;
  }
}
