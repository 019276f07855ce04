import { createLogUpdate } from 'log-update';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import type { Result } from '../../core/result.ts';
import type { Progress } from '../../engine/sharing/membership.ts';
import { keychainAccount, type RegisterAddress, usualUser } from '../../register/address.ts';
import { checkRegister, createRegister, registerStatus } from '../../register/administration.ts';
import { loadConfig } from '../../settings/config.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import { registerPasswordVariable as passwordVariable } from '../../settings/key.ts';
import { expandPath } from '../../settings/paths.ts';
import { createRedaction } from '../../settings/redact.ts';
import { type DataDirectorySession, openDataDirectory } from '../../workspace/data-directory-session.ts';
import { join as joinTo, leave as leaveIt } from '../../workspace/register/join-and-leave.ts';
import type { Host } from '../host.ts';
import { existingLedger, readLedger } from '../input/ledger-access.ts';
import { checkDataDirectory } from '../input/preflight.ts';
import { orRefuse } from '../input/refusal.ts';
import { asked, neededRegister } from '../input/register-access.ts';
import { inform, jsonLine, tell } from '../output/events.ts';
import { type CommandGroup, defineCommand, type FlagsOf } from './command.ts';
import { dataDirectoryOption, examples, json, jsonLines, registerOption } from './options.ts';

const configOption = { flag: '--config', value: say('help.terms.fileValue'), text: say('help.register.config') } as const;
const statusOptions = [registerOption, configOption, json] as const;
const createOptions = [
  registerOption,
  configOption,
  { flag: '--role', value: 'ROLE', text: say('help.register.role') },
  json,
] as const;
const joinOptions = [
  registerOption,
  configOption,
  { flag: '--password', text: say('help.register.password') },
  dataDirectoryOption,
  jsonLines,
] as const;
const leaveOptions = [
  registerOption,
  configOption,
  { flag: '--unreachable', text: say('help.register.unreachable') },
  dataDirectoryOption,
  jsonLines,
] as const;

type StatusFlags = FlagsOf<typeof statusOptions>;
type CreateFlags = FlagsOf<typeof createOptions>;
type JoinFlags = FlagsOf<typeof joinOptions>;
type LeaveFlags = FlagsOf<typeof leaveOptions>;

export const command: CommandGroup = {
  name: 'register',
  summary: say('help.register.summary'),
  help: [
    say('help.register.about'),
    examples(
      'intray register create --register postgres://owner@db.example.com/intray',
      'intray register status --register postgres://db.example.com/intray',
      'intray register join --register postgres://db.example.com/intray --password',
    ),
  ],
  commands: [
    defineCommand({
      name: 'create',
      summary: say('help.register.create'),
      options: createOptions,
      run: ({ flags, host }) => create(flags, host),
    }),
    defineCommand({
      name: 'status',
      summary: say('help.register.status'),
      options: statusOptions,
      run: ({ flags, host }) => status(flags, host),
    }),
    defineCommand({
      name: 'join',
      summary: say('help.register.join'),
      options: joinOptions,
      run: ({ flags, host }) => join(flags, host),
    }),
    defineCommand({
      name: 'leave',
      summary: say('help.register.leave'),
      options: leaveOptions,
      run: ({ flags, host }) => leave(flags, host),
    }),
  ],
};

/** `intray register create`. @throws Refusal if the tables cannot be made */
export async function create(flags: CreateFlags, host: Host): Promise<0> {
  const address = await addressOf(flags, host);
  orRefuse(await asked(() => createRegister(address, flags.role ?? 'intray')));
  const { place } = address;
  tell(host, flags, { event: 'register', place, created: true }, [say('register.created', { place })]);
  return 0;
}

/** `intray register status`. @returns 1 if it cannot be written to @throws Refusal if it cannot be used */
export async function status(flags: StatusFlags, host: Host): Promise<0 | 1> {
  const address = await addressOf(flags, host);
  const found = orRefuse(await asked(() => registerStatus(address)));
  const { place } = address;
  const { server, contents, clockAheadMs, standby } = found;
  const said = [say('register.status', { place, server, count: contents }), clockSaid(clockAheadMs)];
  const standing = standby ? [say('register.readOnly', { place })] : [];
  tell(host, flags, { event: 'register', place, ...found }, [...said, ...standing]);
  return standby ? 1 : 0;
}

/**
 * `intray register join`: tells the register what was sent from this data directory, and keeps the password in the keychain. Done
 * again, it goes on where it was ended.
 * @throws Refusal if the register cannot be used, or another Intray works in the data directory
 */
export async function join(flags: JoinFlags, host: Host): Promise<0> {
  const known = await addressOf(flags, host);
  const typed = flags.password === true ? (await host.readSecret(host.wording.text(say('register.passwordPrompt')))).trim() : '';
  const address = typed === '' ? known : { ...known, password: typed };
  orRefuse(await asked(() => checkRegister(address)));
  await inDataDirectory(flags, host, address.password, (session, onProgress) => joinTo(session, address, onProgress));
  const { place } = address;
  const kept = await keepPassword(address, host);
  tell(host, flags, { event: 'register', place, joined: true }, [say('register.joined', { place, address: settingOf(address) })]);
  if (kept !== undefined) inform(host, kept);
  return 0;
}

/**
 * `intray register leave`: takes what this machine needs to go on alone out of the register. Done again, it goes on where it was ended.
 * @throws Refusal if the register cannot be asked, or another Intray works in the data directory
 */
export async function leave(flags: LeaveFlags, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = existingLedger(directory);
  const isMember = await readLedger(file, ({ meta }) => meta.read('register') !== undefined);
  if (!isMember) {
    tell(host, flags, { event: 'register', left: false }, [say('register.notMember', { path: directory })]);
    return 0;
  }
  const address = flags.unreachable === true ? undefined : await addressOf(flags, host);
  const theirs = await inDataDirectory(flags, host, address?.password, (session, onProgress) =>
    leaveIt(session, address, onProgress),
  );
  const said = [say('register.left'), ...(theirs === undefined ? [] : [theirs])];
  const leftToOthers = theirs === undefined ? undefined : host.wording.text(theirs);
  tell(host, flags, { event: 'register', left: true, ...given({ leftToOthers }) }, said);
  return 0;
}

/** Works on a data directory in which no engine runs, and says how far it is. @throws Refusal */
async function inDataDirectory<Value>(
  flags: Pick<JoinFlags, 'dataDir' | 'json'>,
  host: Host,
  password: string | undefined,
  work: (session: DataDirectorySession, onProgress: Progress) => Promise<Result<Value, Message>>,
): Promise<Value> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  await checkDataDirectory(directory);
  const redaction = createRedaction();
  if (password !== undefined) redaction.hide(password);
  const session = orRefuse(await openDataDirectory({ dataDirectory: directory, redaction, verbose: host.verbose }));
  const { terminal } = host.messages;
  const draw = terminal === undefined ? undefined : createLogUpdate(terminal, { showCursor: true });
  let said = 0;
  try {
    const done = await asked(() =>
      work(session, (count, of) => {
        draw?.(host.wording.text(say('register.progress', { done: count, of })));
        if (flags.json !== true || (count < of && Date.now() - said < progressEventMs)) return;
        said = Date.now();
        host.output.write(jsonLine({ event: 'progress', done: count, of }));
      }),
    );
    return orRefuse(done);
  } finally {
    draw?.clear();
    draw?.done();
    await session.close(true);
  }
}

const progressEventMs = 1_000;

/** @returns what a person should know of where the password is */
async function keepPassword(address: RegisterAddress, { environment, keychain }: Host): Promise<Message | undefined> {
  const { password } = address;
  if (password === undefined) return undefined;
  const kept = await keychain.set(keychainAccount(address), password);
  if (kept.ok) return say('register.passwordKept', { place: address.place });
  const isGiven = [passwordVariable, `${passwordVariable}_FILE`].some((name) => (environment[name] ?? '').trim() !== '');
  return isGiven ? undefined : say('register.passwordNotKept', { message: kept.error.message, variable: passwordVariable });
}

/** As the config file has it: without the password. */
function settingOf({ user, place }: RegisterAddress): string {
  return user === usualUser ? `postgres://${place}` : keychainAccount({ user, place });
}

/** @throws Refusal if there is none */
async function addressOf(flags: StatusFlags, host: Host): Promise<RegisterAddress> {
  const file = flags.config === undefined ? undefined : expandPath(flags.config, host.paths);
  const config = file === undefined ? undefined : orRefuse(await loadConfig(file, host.paths)).register;
  return neededRegister({ flag: flags.register, host, config });
}

/** How the register's clock stands to the one here. @param ahead in milliseconds */
export function clockSaid(ahead: number): Message {
  return say('register.clock', { milliseconds: Math.abs(ahead), direction: ahead < 0 ? 'behind' : 'ahead' });
}
