import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

/**
 * Where a host has several addresses, Node tries one after the other and leaves each a quarter of a second: over a slow line none of
 * them ever connects. For whatever connects in this thread: to the service, to hooks, and the sandbox.
 */
export function allowSlowLines(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(2_000);
}
