import type { Answer, Bridge, RequestInput, RequestName } from '../../electron/core/contract/contract.ts';
import { say } from '../../electron/core/messages/message.ts';
import { err } from '../../electron/core/result.ts';
import { Store } from '../store.ts';

/**
 * Whether the host responds at all. Over loopback HTTP, its process can end while the window stays open. The window then
 * retries every two seconds, and refetches what it shows when the host is back. `signed-out`: the host wants this browser
 * to sign in first; another tab may do it.
 */
export type Connection = 'up' | 'lost' | 'signed-out';

const retryMs = 2_000;

/** A bridge that notices when the host disappears and when it comes back. */
export class WatchedBridge {
  readonly bridge: Bridge;
  readonly connection = new Store<Connection>('up');
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.bridge = bridge;
  }

  /** Never rejects: no answer becomes the error `unavailable`. */
  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Answer<Name>> {
    try {
      const answer = await this.bridge.request(name, input);
      this.#change(!answer.ok && answer.error.kind === 'signed-out' ? 'signed-out' : 'up');
      return answer;
    } catch {
      this.#change('lost');
      return err({ kind: 'unavailable', message: say('common.noAnswer') });
    }
  }

  #change(connection: Connection): void {
    clearTimeout(this.#retry);
    if (connection !== 'up') this.#retry = setTimeout(() => void this.request('about', {}), retryMs);
    if (connection !== this.connection.value) this.connection.set(connection);
  }
}
