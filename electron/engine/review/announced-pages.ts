import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { nextRoutes } from '../../core/config/next-step.ts';
import { asOn } from '../../core/document/as-on.ts';
import { needsPerson } from '../../core/document/attention.ts';
import { type Document, isAtLaterStep } from '../../core/document/document.ts';
import { hasResult, presentState } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { onwardIn } from '../loop/next-step.ts';

interface PagesContext {
  readonly world: { readonly ledger: LedgerReader };
  readonly folders: { get(id: number): { readonly settings: FolderSettings | undefined } | undefined };
}

/** What is said of pages that nobody has agreed to yet, and how many they are; 0 where that is not known. */
export interface AnnouncedPages {
  readonly message: Message;
  readonly pages: number;
}

type Verdict = Pick<Document, 'result' | 'review'>;

/**
 * What another verdict would have sent, and paid for: a person agrees to that first. Where a person is asked for the category anyway,
 * as in a review, the document has gone nowhere yet, and what its folder's settings say goes without a question.
 *
 * @param document as it is in its classification
 * @param verdict absent: another run, which may give any of them
 * @returns what is said of it; undefined if no page would be sent, or none that nobody has asked for
 */
export function announcedPages(context: PagesContext, document: Document, verdict?: Verdict): AnnouncedPages | undefined {
  const { ledger } = context.world;
  const { hash, origin, route } = document;
  if (hash === undefined) return undefined;
  // Its copies follow, each by its own folder's settings.
  const all = ledger.documents.withContent(origin, route, hash);
  if (!all.some((each) => isDecided(context, each, route))) return undefined;
  const targets = new Map(
    all.flatMap((each) => targetsOf(context, each, route, verdict)).map((target) => [routeKey(target), target]),
  );
  const paid = [...targets.values()].filter((target) => !wasSent(context, document, hash, target));
  if (paid.length === 0) return undefined;
  const extractions = paid.map((target) => ledger.routes.info(origin, target)?.name ?? target.id);
  const pages = ledger.documents.pagesOf(hash) ?? 0;
  const said = { extractions: extractions.join(', '), pages };
  return { pages, message: verdict === undefined ? say('reviewing.mayExtract', said) : say('reviewing.willExtract', said) };
}

/** Whether it has gone on from its verdict, or has come to rest there. */
function isDecided({ world: { ledger } }: PagesContext, document: Document, route: Route): boolean {
  const there = asOn(document, route);
  if (there === undefined) return false;
  if (isAtLaterStep(document) || document.awaits !== undefined || ledger.leftSteps.of(document.id).length > 0) return true;
  return hasResult(presentState(there.state).kind) && !needsPerson(there);
}

function targetsOf({ world, folders }: PagesContext, document: Document, route: Route, verdict?: Verdict): readonly Route[] {
  const there = asOn(document, route);
  const settings = folders.get(document.folderId)?.settings;
  if (there === undefined || settings === undefined) return [];
  if (verdict === undefined) return sameRoute(settings.route, route) ? nextRoutes(settings.next) : [];
  const onward = onwardIn(world.ledger, settings, { ...there, ...verdict });
  return onward.kind === 'goes-on' ? [onward.route] : [];
}

/** Whether this content is in an extraction already, was, or is about to be: it is sent there once. */
function wasSent({ world: { ledger } }: PagesContext, { origin }: Document, hash: string, route: Route): boolean {
  if (ledger.leftSteps.withContent(origin, route, hash).length > 0) return true;
  return ledger.documents.withContent(origin, route, hash).some((other) => {
    const there = asOn(other, route);
    if (there === undefined) return false;
    const present = presentState(there.state);
    const isUnsent = present.kind === 'settling' || present.kind === 'waiting' || present.kind === 'rejected';
    return !isUnsent || (present.kind === 'waiting' && there.state.kind !== 'gone');
  });
}
