import { session } from 'electron';
import { proxyIn } from './addresses.ts';

/** The system's proxy for an address, e.g. `http://proxy:3128`; undefined for none. */
export async function systemProxy(url: string): Promise<string | undefined> {
  return proxyIn(await session.defaultSession.resolveProxy(url));
}
