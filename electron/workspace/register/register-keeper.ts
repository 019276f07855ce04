import { registerAddressSchema } from '../../core/config/register-address.ts';
import { brokenRule } from '../../core/config/rules.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { keychainAccount, type RegisterAddress, readAddress } from '../../register/address.ts';
import type { KeyStore } from '../../settings/keychain.ts';
import type { Redaction } from '../../settings/redact.ts';

/** What the environment says of the register, or the command line: it takes precedence over the settings. */
export interface GivenRegister {
  readonly url?: string;
  readonly password?: string;
}

export type PasswordLocation = 'keychain' | 'environment' | 'this-run' | 'none';

/** Which register this machine works with, and its password: never in the settings. Without a keychain it is kept for this run. */
export interface RegisterKeeper {
  /** Where the address is from; undefined: there is none, and this machine works alone. */
  readonly from: 'environment' | 'settings' | undefined;
  /** As it is given; undefined: there is none. It may have a password in it. */
  readonly text: string | undefined;
  /** The address with its password; undefined without one. Asks the keychain. */
  current(): Promise<Result<RegisterAddress | undefined, Message>>;
  /** An address for the settings with a password that is tried before it is kept; undefined: the one that is known. The environment's goes first. */
  withPassword(text: string, password: string | undefined): Promise<Result<RegisterAddress, Message>>;
  keep(address: RegisterAddress): Promise<PasswordLocation>;
  /** Of the current address, as far as it was asked for. */
  readonly passwordIn: PasswordLocation;
}

export function createRegisterKeeper(options: {
  readonly given: GivenRegister | undefined;
  readonly stored: () => string | undefined;
  readonly keys: KeyStore;
  readonly redaction: Redaction;
}): RegisterKeeper {
  const { keys, redaction } = options;
  const given = options.given?.url?.trim() || undefined;
  const fromEnvironment = options.given?.password;
  if (fromEnvironment !== undefined) redaction.hide(fromEnvironment);
  const thisRun = new Map<string, string>();
  let passwordIn: PasswordLocation = 'none';

  async function complete(address: RegisterAddress): Promise<Result<RegisterAddress, Message>> {
    if (address.password !== undefined) {
      redaction.hide(address.password);
      return ok(address);
    }
    const account = keychainAccount(address);
    const kept = await keys.get(account);
    // Where there is no keychain, the database may know the user by other means.
    if (!kept.ok && kept.error.kind !== 'unavailable' && !thisRun.has(account)) return err(kept.error.message);
    const password = (kept.ok ? kept.value : undefined) ?? thisRun.get(account);
    passwordIn = password === undefined ? 'none' : thisRun.has(account) ? 'this-run' : 'keychain';
    if (password === undefined) return ok(address);
    redaction.hide(password);
    return ok({ ...address, password });
  }

  return {
    get from() {
      if (given !== undefined) return 'environment';
      return options.stored() === undefined ? undefined : 'settings';
    },
    get text() {
      return given ?? options.stored();
    },
    get passwordIn() {
      return passwordIn;
    },
    async current() {
      const text = given ?? options.stored();
      if (text === undefined) return ok(undefined);
      const read = readAddress(text, fromEnvironment);
      if (!read.ok) return read;
      if (read.value.password !== undefined) passwordIn = 'environment';
      return complete(read.value);
    },
    async withPassword(text, typed) {
      const issue = registerAddressSchema.safeParse(text).error?.issues[0];
      if (issue !== undefined) return err(say('configuration.member.breaks', { member: 'register', rule: brokenRule(issue) }));
      const read = readAddress(text, fromEnvironment ?? typed);
      if (!read.ok) return read;
      if (read.value.password !== undefined) redaction.hide(read.value.password);
      return complete(read.value);
    },
    async keep(address) {
      const { password } = address;
      if (password === undefined) return 'none';
      if (password === fromEnvironment) return 'environment';
      const account = keychainAccount(address);
      const done = await keys.set(account, password);
      if (done.ok) thisRun.delete(account);
      else thisRun.set(account, password);
      return done.ok ? 'keychain' : 'this-run';
    },
  };
}
