import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import type { Route } from '../../electron/core/protocol/route.ts';
import type { Seen } from '../support/seen.ts';
import type { Belongings } from './belongings.ts';
import type { Taking } from './service-port.ts';

interface Grounds {
  readonly folders: readonly FolderSettings[];
  readonly seen: Seen;
  readonly belongings: Belongings;
  readonly complain: (what: string) => void;
}

/** Checks payments: no content is paid for twice on a route, unless the folder's policy or a person wants it; then it is marked. */
export class PaymentReferee {
  readonly #grounds: Grounds;
  readonly #takings = new Map<string, Taking[]>();

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
  }

  /** The service has accepted a content. */
  taken(taking: Taking): void {
    const key = `${taking.route} ${taking.hash}`;
    const takings = [...(this.#takings.get(key) ?? []), taking];
    this.#takings.set(key, takings);
    if (takings.length > 1) this.#judge(takings, taking);
  }

  #judge(takings: readonly Taking[], { route, hash }: Taking): void {
    const { folders, seen, belongings, complain } = this.#grounds;
    const name = `content ${hash.slice(0, 8)} was taken ${takings.length} times`;
    const [kind, id = ''] = route.split(':');
    const its = { kind, id } as Route;
    const marked = seen.withContent(its, hash).filter(({ possibleDuplicate }) => possibleDuplicate);
    const resending = marked.some((file) =>
      folders.some(({ path, unresolved }) => path === file.folder && unresolved === 'resend'),
    );
    const byHand = belongings.timesSentAgain(route, hash);
    if (takings.length > 1 + (resending ? 1 : 0) + byHand) complain(`${name}, and nobody said so`);
    // What failed at the service has no result that could be duplicated.
    const earlier = takings.slice(0, -1).filter(({ ending }) => ending !== 'failed');
    if (earlier.length > 0 && marked.length === 0) complain(`${name}, and is not marked`);
  }
}
