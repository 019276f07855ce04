import type { Handlers } from '../../core/contract/contract.ts';
import type { RegisterView } from '../../core/contract/register.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { MessageError } from '../../core/messages/message-error.ts';
import { given } from '../../core/plain-data.ts';
import { err, ok } from '../../core/result.ts';
import { keychainAccount, readAddress, usualUser } from '../../register/address.ts';
import { checkRegister } from '../../register/administration.ts';
import { leave } from '../register/join-and-leave.ts';
import { recordedRegister } from '../register/recorded-register.ts';
import { invalid, unavailable, type WorkspaceContext } from '../workspace-context.ts';
import { approve } from './preferences.ts';

export function registerHandlers(context: WorkspaceContext) {
  const { settings, registers, keeper } = context;
  /** Why a window cannot change which register it is. */
  const fixed = () => {
    return registers.from === 'environment' ? say('workspace.registerFromEnvironment') : undefined;
  };
  return {
    register: async () => ok(viewOf(context)),
    async setRegister({ address: text, password: typed, code }) {
      const why = fixed();
      if (why !== undefined) return invalid('address', why);
      const password = typed === '' ? undefined : typed;
      const read = await registers.withPassword(text, password);
      if (!read.ok) return invalid('address', read.error);
      const approval = approve(context, code);
      if (!approval.ok) return approval;
      const checked = await checkRegister(read.value).catch((error: unknown) => {
        // The file with the certificates to trust cannot be read.
        if (error instanceof MessageError) return err({ kind: 'failed' as const, message: error.said });
        throw error;
      });
      if (!checked.ok) {
        const { kind, message } = checked.error;
        return kind === 'unreachable' ? unavailable(message) : invalid(kind === 'denied' ? 'password' : 'address', message);
      }
      approval.value();
      const keptIn = await registers.keep(read.value);
      await settings.change((kept) => ({ ...kept, register: text }));
      // Another password, at the same address, is taken up too.
      void keeper.tryAgain();
      return ok({ keptIn });
    },
    async leaveRegister({ unreachable, code }) {
      const why = fixed();
      if (why !== undefined) return unavailable(why);
      const approval = approve(context, code);
      if (!approval.ok) return approval;
      const address = unreachable ? ok(undefined) : await registers.current();
      if (!address.ok) return unavailable(address.error);
      const left = await keeper.whileStopped(async (session) => {
        const isMember = session.ledger.meta.read('register') !== undefined;
        const done = isMember ? await leave(session, address.value, () => undefined) : ok<Message | undefined>(undefined);
        if (done.ok)
          await settings.change(({ register: _, ...kept }) => ({
            ...kept,
            folders: kept.folders.map(({ inbox: __, ...folder }) => folder),
          }));
        return done;
      });
      if (!left.ok) return unavailable(left.error);
      approval.value();
      return ok(given({ leftToOthers: left.value }));
    },
  } satisfies Partial<Handlers>;
}

function viewOf({ keeper, registers }: WorkspaceContext): RegisterView {
  const meta = keeper.session?.ledger.meta;
  const seen = meta === undefined ? undefined : recordedRegister(meta);
  return {
    passwordIn: registers.passwordIn,
    isMember: meta?.read('register') !== undefined,
    machines: seen?.machines ?? [],
    ...given({
      address: shown(registers.text),
      from: registers.from,
      refusal: keeper.running?.engine.status().register,
    }),
  };
}

/** Without the password that the environment's address may have. */
function shown(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const read = readAddress(text);
  if (!read.ok) return undefined;
  if (read.value.password === undefined) return text;
  return read.value.user === usualUser ? `postgres://${read.value.place}` : keychainAccount(read.value);
}
