import { type FolderSettings, nextRoutes } from '../../core/config/folder-settings.ts';
import type { Document, Job } from '../../core/document/document.ts';
import { needsPerson } from '../../core/document/standing.ts';
import { hasResult, isReady, presentState } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { onwardIn } from '../loop/own-checks.ts';

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
 * as in a review, the content has gone nowhere yet, and what a folder's settings say goes without a question.
 *
 * @param job of the classification
 * @param verdict absent: another run, which may give any of them
 * @returns what is said of it; undefined if no page would be sent, or none that nobody has asked for
 */
export function announcedPages(context: PagesContext, job: Job, verdict?: Verdict): AnnouncedPages | undefined {
  const { ledger } = context.world;
  const { hash, id, origin } = job;
  const all = [...ledger.documents.ofJob(id), ...ledger.documents.wentOnFrom(id)];
  const others = ledger.jobs.ofContent(origin, hash).filter((other) => other.route.kind === 'extraction');
  if (!all.some((document) => isDecided(document)) && !others.some(wasSent)) return undefined;
  const targets = new Map(
    all.flatMap((document) => targetsOf(context, document, job, verdict)).map((target) => [routeKey(target), target]),
  );
  const isPaid = (target: Route) => {
    const known = others.find(({ route }) => sameRoute(route, target));
    return known !== undefined && (wasSent(known) || isComing(context, known));
  };
  const paid = [...targets.values()].filter((target) => !isPaid(target));
  if (paid.length === 0) return undefined;
  const extractions = paid.map((target) => ledger.routes.info(origin, target)?.name ?? target.id);
  const pages = ledger.documents.pagesOf(hash) ?? 0;
  const said = { extractions: extractions.join(', '), pages };
  return { pages, message: verdict === undefined ? say('reviewing.mayExtract', said) : say('reviewing.willExtract', said) };
}

/** Whether a document has gone on from its verdict, or has come to rest there. */
function isDecided(document: Document): boolean {
  if (document.verdict !== undefined || document.passedOn !== undefined) return true;
  return hasResult(presentState(document.state).kind) && !needsPerson(document);
}

function targetsOf({ world, folders }: PagesContext, document: Document, job: Job, verdict?: Verdict): readonly Route[] {
  const settings = folders.get(document.folderId)?.settings;
  if (settings === undefined) return [];
  if (verdict === undefined) return sameRoute(settings.route, job.route) ? nextRoutes(settings.next) : [];
  const { verdict: _, ...there } = document;
  const onward = onwardIn(world.ledger, settings, { ...there, route: job.route, ...verdict });
  return onward.kind === 'goes-on' ? [onward.route] : [];
}

/** Whether the service has it there, or had. */
function wasSent({ batchId, state }: Job): boolean {
  return batchId !== undefined || !(isReady(state) || state.kind === 'rejected');
}

/** Whether it is about to be sent anyway. */
function isComing({ world }: PagesContext, { id }: Job): boolean {
  return world.ledger.documents.ofJob(id).some(({ state }) => state.kind === 'waiting');
}
