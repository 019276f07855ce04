import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import type { SeenMachine } from '../sharing/seen-machine.ts';

/** Where the host asks for a code from its terminal, with an error of the field `code`. */
const code = z.string().trim().max(40).optional();

export const registerRequests = {
  register: { input: z.strictObject({}) },
  setRegister: {
    input: z.strictObject({ address: z.string().trim().max(2_000), password: z.string().max(1_000).optional(), code }),
  },
  leaveRegister: { input: z.strictObject({ unreachable: z.boolean().default(false), code }) },
};

export interface RegisterOutputs {
  readonly register: RegisterView;
  /** Tries address and password (the one that is kept, if none is given), and keeps them if the register can be used. */
  readonly setRegister: { readonly keptIn: RegisterView['passwordIn'] };
  /**
   * Takes what this machine needs to go on alone out of the register, and the address and the inboxes out of the settings.
   * `unreachable`: the register is gone for good, and is not asked. `leftToOthers`: what is said of what others are to deliver.
   */
  readonly leaveRegister: { readonly leftToOthers?: Message };
}

/** The register that several machines share, as this one sees it. */
export interface RegisterView {
  /** Absent: this machine works alone. It has no password in it. */
  readonly address?: string;
  /** `environment`: it cannot be changed in a window. */
  readonly from?: 'environment' | 'settings';
  /** Where its password is; never the password itself. */
  readonly passwordIn: 'keychain' | 'environment' | 'this-run' | 'none';
  /** Why nothing new is sent, while it cannot be asked. */
  readonly refusal?: Message;
  /** The ledger is a member: without the register nothing is sent. */
  readonly isMember: boolean;
  /** Those at work first. */
  readonly machines: readonly SeenMachine[];
}
