import { claims } from './claims.ts';
import type { Sentence } from './kit.ts';
import { machines } from './machines.ts';
import { telling } from './telling.ts';

/** What every register keeps to. Each sentence gets one that others may have used, with contents of its own. */
export const contract: readonly Sentence[] = [...claims, ...machines, ...telling];
