import { setImmediate as breath } from 'node:timers/promises';
import { usualUnknownPages } from '../../core/account/budget.ts';
import { type FolderSettings, nextRoutes } from '../../core/config/folder-settings.ts';
import type { Applicable } from '../../core/contract/folders.ts';
import type { Document } from '../../core/document/document.ts';
import { hasResult, isAtService, isReady } from '../../core/document/states.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import type { PersonAct } from '../../core/review/person-act.ts';
import { atVerdict } from '../../engine/loop/moves.ts';
import { onwardIn } from '../../engine/loop/own-checks.ts';
import type { Ledger, LedgerReader } from '../../ledger/ledger.ts';

/** Documents that are read from the ledger in one go, which others wait for. */
const documentsAtOnce = 200;

/** A folder, its settings as they are now, and the service's address. */
interface ChangedFolder {
  readonly id: number;
  readonly settings: Pick<FolderSettings, 'route' | 'next'>;
  readonly origin: string;
}

interface Apply {
  readonly documentId: number;
  readonly act: Extract<PersonAct, { kind: 'apply' }>;
}

/** What would be sent, and the requests that a person leaves who wants that. */
interface Found extends Applicable {
  readonly requests: readonly Apply[];
}

/**
 * The documents of a folder that went another way than its settings now say, and that only a person's word sends there: an edit of
 * settings moves what is unsent. What an earlier job has paid for costs nothing, and copies cost it once.
 */
export async function applicableIn(ledger: LedgerReader, folder: ChangedFolder): Promise<Found> {
  const requests: Apply[] = [];
  const paid = new Map<string, number>();
  for (let after = 0; ; ) {
    const documents = ledger.documents.foundAfter(folder.id, after, documentsAtOnce, 'sent');
    for (const document of documents) {
      const to = targetOf(ledger, folder, document);
      if (to === undefined) continue;
      const { isNext, ...route } = to;
      requests.push({ documentId: document.id, act: { kind: 'apply', route, isNext } });
      const { hash = '', origin, pages = usualUnknownPages } = document;
      const known = ledger.jobs.find(origin, to, hash);
      const isNew = known === undefined || (isReady(known.state) && known.tries === 0);
      const steps = !to.isNext && nextRoutes(folder.settings.next).length > 0 ? 2 : 1;
      if (isNew) paid.set(`${routeKey(to)} ${hash}`, steps * pages);
    }
    const last = documents.at(-1)?.id;
    if (last === undefined) break;
    after = last;
    await breath();
  }
  const pages = [...paid.values()].reduce((sum, each) => sum + each, 0);
  return { documents: requests.length, pages, requests };
}

/** Leaves the requests of a person who has agreed to these numbers, unless they have become more. @returns whether it has */
export function askToApply(ledger: Ledger, found: Found, agreed: Applicable | undefined, by: string): boolean {
  if (agreed === undefined || found.documents > agreed.documents || found.pages > agreed.pages) return false;
  ledger.transaction(() => {
    for (const request of found.requests) ledger.requests.add({ ...request, by });
  });
  return true;
}

function targetOf(
  ledger: LedgerReader,
  { settings, origin }: ChangedFolder,
  document: Document,
): (Route & { readonly isNext: boolean }) | undefined {
  if (document.origin !== origin || document.hash === undefined || !wasSent(document)) return undefined;
  const { verdict, route } = document;
  if (!sameRoute(verdict?.route ?? route, settings.route)) return { ...settings.route, isNext: false };
  const judged = verdict === undefined ? document : atVerdict(document, verdict);
  if (verdict !== undefined && !hasResult(verdict.state.kind)) return undefined;
  const onward = onwardIn(ledger, settings, judged);
  if (onward.kind !== 'goes-on' || sameRoute(onward.route, route)) return undefined;
  // What the service passes on itself is asked about by itself.
  const known = ledger.jobs.find(origin, onward.route, document.hash);
  return known?.state.kind === 'passed-on' ? undefined : { ...onward.route, isNext: true };
}

/** What is in a request just now, or in doubt, stays where it is, and so does what a person wants no more of. */
function wasSent({ file, state, dismissed }: Document): boolean {
  if (file.kind !== 'there' || dismissed === true) return false;
  return hasResult(state.kind) || isAtService(state) || state.kind === 'failed' || state.kind === 'rejected';
}
