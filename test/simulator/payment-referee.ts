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
  /** Contents that lay in a folder which resends when the service took them: they may have gone to another one since. */
  readonly #toBeResent = new Set<string>();

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
  }

  /** The service has accepted a content. */
  taken(taking: Taking): void {
    const key = `${taking.route} ${taking.hash}`;
    const takings = [...(this.#takings.get(key) ?? []), taking];
    this.#takings.set(key, takings);
    const { folders, seen } = this.#grounds;
    const [kind, id = ''] = taking.route.split(':');
    const files = seen.withContent({ kind, id } as Route, taking.hash);
    const resends = ({ folder }: { readonly folder: string }) =>
      folders.some(({ path, unresolved }) => path === folder && unresolved === 'resend');
    if (files.some(resends)) this.#toBeResent.add(key);
    const isMarked = files.some(({ possibleDuplicate }) => possibleDuplicate);
    if (takings.length > 1) this.#judge(takings, taking, isMarked, isMarked && this.#toBeResent.has(key));
  }

  #judge(takings: readonly Taking[], { route, hash }: Taking, isMarked: boolean, resending: boolean): void {
    const { belongings, complain } = this.#grounds;
    const name = `content ${hash.slice(0, 8)} was taken ${takings.length} times`;
    const byHand = belongings.timesSentAgain(route, hash);
    if (takings.length > 1 + (resending ? 1 : 0) + byHand) complain(`${name}, and nobody said so`);
    // What failed at the service has no result that could be duplicated.
    const earlier = takings.slice(0, -1).filter(({ ending }) => ending !== 'failed');
    if (earlier.length > 0 && !isMarked) complain(`${name}, and is not marked`);
  }
}
