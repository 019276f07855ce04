import { z } from 'zod';
import { rule } from './rules.ts';

/** The address of a register as settings hold it: `postgres://[user@]host[:port]/database`, with options. Never with a password. */
export const registerAddressSchema = z
  .string({ error: rule('registerAddress') })
  .trim()
  .refine((address) => !/^[^/?#]*\/\/[^/?#@]*:[^/?#]*@/.test(address), { error: rule('registerPassword'), abort: true })
  .refine((address) => /^postgres(ql)?:\/\/[^/?#\s]+\/[^/?#\s]+(\?\S*)?$/.test(address), { error: rule('registerAddress') });
