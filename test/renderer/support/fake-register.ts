import type { Handlers } from '../../../electron/core/contract/contract.ts';
import type { RegisterView } from '../../../electron/core/contract/register.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { err, ok } from '../../../electron/core/result.ts';

/** No register, until somebody sets one: then two machines share it. */
export class FakeRegister {
  view: RegisterView = { passwordIn: 'none', isMember: false, machines: [] };
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  handlers(): Pick<Handlers, 'register' | 'setRegister' | 'leaveRegister'> {
    return {
      register: async () => ok(this.view),
      setRegister: async ({ address, password }) => {
        if (!address.startsWith('postgres://'))
          return err({ kind: 'invalid-input', field: 'address', message: say('register.notAnAddress') });
        const passwordIn = password === undefined ? 'none' : 'keychain';
        const lastSeen = this.#now - 4_000;
        const doing = { waiting: 3, uploading: 1, atService: 2, writesTo: ['front office'] };
        this.view = {
          ...{ address, from: 'settings', passwordIn, isMember: true },
          machines: [
            { id: 'a', name: 'front-desk', doing, lastSeen, alive: true, isThis: true },
            { id: 'b', name: 'branch', lastSeen: this.#now - 3_600_000, alive: false, isThis: false },
          ],
        };
        return ok({ keptIn: passwordIn });
      },
      leaveRegister: async () => {
        this.view = { passwordIn: 'none', isMember: false, machines: [] };
        return ok({});
      },
    };
  }
}
