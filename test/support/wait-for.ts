import { vi } from 'vitest';

/** Waits until `work` throws no more, for as long as a busy machine may take: left to itself, `vi.waitFor` waits one second. */
export function waitFor<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(work, 45_000);
}
