import { type Message, say } from '../../core/messages/message.ts';
import { MessageError, messageOf } from '../../core/messages/message-error.ts';
import { type RegisterAddress, readAddress } from '../../register/address.ts';
import { createRegister, registerStatus } from '../../register/administration.ts';
import { environmentSecret } from '../../settings/key.ts';
import type { Host } from '../host.ts';
import { orRefuse, Refusal } from '../input/refusal.ts';
import { tell } from '../output/events.ts';
import { type CommandGroup, defineCommand, type FlagsOf } from './command.ts';
import { examples, json } from './options.ts';

const registerOption = { flag: '--register', value: say('help.terms.address'), text: say('help.register.address') } as const;
const statusOptions = [registerOption, json] as const;
const createOptions = [registerOption, { flag: '--role', value: 'ROLE', text: say('help.register.role') }, json] as const;

type StatusFlags = FlagsOf<typeof statusOptions>;
type CreateFlags = FlagsOf<typeof createOptions>;

/** The environment variable that takes precedence over `--register`. */
const addressVariable = 'INTRAY_REGISTER_URL';
/** The password, itself or (`…_FILE`) in a file. */
const passwordVariable = 'INTRAY_REGISTER_PASSWORD';

export const command: CommandGroup = {
  name: 'register',
  summary: say('help.register.summary'),
  help: [
    say('help.register.about'),
    examples(
      'intray register create --register postgres://owner@db.example.com/intray',
      'intray register status --register postgres://db.example.com/intray',
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
  ],
};

/** `intray register create`. @throws Refusal if the tables cannot be made */
export async function create(flags: CreateFlags, host: Host): Promise<0> {
  const address = addressFrom(flags.register, host);
  orRefuse(await asked(() => createRegister(address, flags.role ?? 'intray')));
  const { place } = address;
  tell(host, flags, { event: 'register', place, created: true }, [say('register.created', { place })]);
  return 0;
}

/** `intray register status`. @returns 1 if it cannot be written to @throws Refusal if it cannot be used */
export async function status(flags: StatusFlags, host: Host): Promise<0 | 1> {
  const address = addressFrom(flags.register, host);
  const found = orRefuse(await asked(() => registerStatus(address)));
  const { place } = address;
  const { server, contents, clockAheadMs, standby } = found;
  const said = [say('register.status', { place, server, count: contents }), clockSaid(clockAheadMs)];
  const standing = standby ? [say('register.readOnly', { place })] : [];
  tell(host, flags, { event: 'register', place, ...found }, [...said, ...standing]);
  return standby ? 1 : 0;
}

/** How the register's clock stands to the one here. @param ahead in milliseconds */
export function clockSaid(ahead: number): Message {
  return say('register.clock', { milliseconds: Math.abs(ahead), direction: ahead < 0 ? 'behind' : 'ahead' });
}

/** A file of certificates that cannot be read is the person's to mend. */
async function asked<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof MessageError) throw new Refusal(error.said, { cause: error });
    throw error;
  }
}

function addressFrom(flag: string | undefined, { environment }: Host): RegisterAddress {
  const address = environment[addressVariable]?.trim() || flag;
  if (address === undefined) throw new Refusal(say('register.noAddress', { variable: addressVariable }));
  return orRefuse(readAddress(address, passwordFrom(environment)));
}

function passwordFrom(environment: Host['environment']): string | undefined {
  try {
    return environmentSecret(environment, passwordVariable);
  } catch (error) {
    throw new Refusal(say('register.passwordFile', { variable: `${passwordVariable}_FILE`, message: messageOf(error) }));
  }
}
