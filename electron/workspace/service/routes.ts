import { routesOf, sendsOn } from '../../core/config/folder-settings.ts';
import type { RouteView } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { fieldsOf, type Route, routeKey } from '../../core/protocol/route.ts';
import type { Classification, ClassificationDetails, Extraction, ExtractionDetails } from '../../core/protocol/service-shapes.ts';
import type { Result } from '../../core/result.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DescribedRoute } from '../../ledger/routes.ts';
import { belongs } from '../engine/status.ts';
import { chosenService, invalid, type WorkspaceContext } from '../workspace-context.ts';
import { callTimeoutMs, describeFailure } from './failures.ts';

/** What was said of a route. `now`: ms since the epoch. */
interface NewlyKnown extends DescribedRoute {
  readonly route: Route;
  readonly name: string;
  readonly now: number;
}

/** Stores what the service said about a route, and adds it to the known ones. */
export function rememberRoute(ledger: Ledger, origin: string, { route, name, now, fields, ...described }: NewlyKnown): void {
  ledger.transaction(() => {
    if (ledger.routes.setInfo(origin, { route, name, ...fieldsOf(fields), seenAt: now })) ledger.readAgain();
    ledger.routes.setDescribed(origin, route, { ...described, fields });
    ledger.routes.setListed(origin, route, true);
  });
}

/** The same of a classification that has just been made, with its categories: nothing tells later what they are linked to. */
export function rememberClassification(
  ledger: Ledger,
  origin: string,
  wanted: ClassificationDetails,
  { id, categories }: Pick<Classification, 'id' | 'categories'>,
  now: number,
): void {
  const route = { kind: 'classification', id } as const;
  const linkedTo = new Map(
    wanted.categories.flatMap(({ name, linkedExtractionId: to }) => (to === undefined ? [] : [[name, to] as const])),
  );
  ledger.transaction(() => {
    rememberRoute(ledger, origin, { route, name: wanted.name, description: wanted.description, fields: [], now });
    ledger.routes.setNames(origin, route, { linked: linkedTo.size > 0 });
    const learned = categories.map((each) => ({
      ...{ id: each.id, name: each.name },
      ...defined({ linkedExtractionId: linkedTo.get(each.name) }),
    }));
    ledger.categories.learn(origin, id, learned, 'made');
  });
}

/** An extraction that is known was changed: what was said of it stays where the change says nothing else. */
export function changeRemembered(
  ledger: Ledger,
  origin: string,
  id: string,
  { name, description, fields }: Partial<ExtractionDetails>,
): void {
  const route = { kind: 'extraction', id } as const;
  const info = ledger.routes.info(origin, route);
  if (info === undefined) return;
  const described = ledger.routes.described(origin, route);
  const before = described?.fields ?? info.fields.map((key) => ({ key, ...defined({ description: info.descriptions?.[key] }) }));
  rememberRoute(ledger, origin, {
    route,
    name: name ?? info.name,
    ...defined({ description: description ?? described?.description }),
    fields: fields ?? before,
    now: info.seenAt,
  });
}

/** Asks the chosen service what an extraction is, and stores the answer. Costs no page. */
export async function lookUpExtraction(context: WorkspaceContext, id: string): Promise<Result<Extraction, Failure>> {
  const origin = chosenService(context);
  const answer = await context.withService((service) => service.viewExtraction(id, { signal: context.signal(callTimeoutMs) }));
  const ledger = context.keeper.session?.ledger;
  if (!answer.ok || ledger === undefined) return answer;
  const { name, description, fields } = answer.value;
  rememberRoute(ledger, origin, {
    route: { kind: 'extraction', id },
    name,
    ...(description !== undefined && { description }),
    fields: fields.map(({ key, description: what, example }) => ({ key, description: what, example })),
    now: context.clock.now(),
  });
  return answer;
}

/** @throws RequestRefused at the form's member, if the service cannot use the id of an extraction */
export function refuseId(failure: Failure, origin: string, id: string, field: string): void {
  if (failure.kind === 'not-found') invalid(field, say('workspace.route.unknownExtraction', { origin, id }));
  if (failure.kind === 'bad-request')
    invalid(field, say('workspace.route.idRefused', { origin, message: describeFailure(failure) }));
}

/** What is known here about a route. */
export function routeView(context: Pick<WorkspaceContext, 'folders'>, ledger: Ledger, origin: string, route: Route): RouteView {
  const info = ledger.routes.info(origin, route);
  const described = ledger.routes.described(origin, route);
  const details = new Map(described?.fields.map((field) => [field.key, field]));
  const keys = info?.fields ?? described?.fields.map(({ key }) => key) ?? [];
  return {
    route,
    name: info?.name ?? route.id,
    ...(described?.description !== undefined && described.description !== '' && { description: described.description }),
    fields: keys.map((key) => details.get(key) ?? { key }),
    categories:
      route.kind === 'classification'
        ? ledger.categories
            .of(origin, route.id)
            .map(({ id, name, source }) => ({ id, name, ...(source === 'typed' && { typed: true as const }) }))
        : [],
    usedBy: context.folders.all
      .filter((folder) => belongs(folder, origin) && sendsOn(folder.settings, route))
      .map(({ path }) => path),
  };
}

/** The known routes of a service: looked up or created before, or used by a folder now or earlier. */
export function knownRoutes(context: WorkspaceContext, ledger: Ledger, origin: string): RouteView[] {
  const routes = new Map<string, Route>();
  const add = (route: Route) => routes.set(routeKey(route), route);
  const sandbox = context.sandbox.running;
  if (sandbox?.url === origin) {
    add({ kind: 'extraction', id: sandbox.routes.extraction });
    add({ kind: 'classification', id: sandbox.routes.classification });
    for (const { extractionId } of sandbox.control.extractions()) add({ kind: 'extraction', id: extractionId });
    for (const { id } of sandbox.control.classifications()) add({ kind: 'classification', id });
  }
  for (const route of ledger.routes.listed(origin, true)) add(route);
  for (const { id } of ledger.folders.all()) {
    const kept = ledger.meta.read('folder-settings', id);
    // The route of another service's folder is not known at this one.
    if (kept !== undefined && ledger.routes.info(origin, kept.route) !== undefined) add(kept.route);
  }
  for (const route of ledger.routes.listed(origin, false)) routes.delete(routeKey(route));
  for (const folder of context.folders.all)
    if (belongs(folder, origin)) for (const route of routesOf(folder.settings)) add(route);
  return [...routes.values()].map((route) => routeView(context, ledger, origin, route));
}

/** Takes a route off the list of known ones. What was learned of it stays: documents that were sent there are named after it. */
export function forgetRoute(ledger: Ledger, origin: string, route: Route): void {
  ledger.routes.setListed(origin, route, false);
}

/** Stores names, fields and categories of the sample documents' routes before anyone looks them up. */
export async function rememberSampleRoutes(context: WorkspaceContext): Promise<void> {
  const { sandbox, keeper, clock, notices } = context;
  const running = sandbox.running;
  const ledger = keeper.session?.ledger;
  if (running === undefined || ledger === undefined) return;
  const { url, routes, control } = running;
  const classification = control.classifications().find(({ id }) => id === routes.classification);
  if (classification !== undefined) {
    const { name, categories } = classification;
    rememberClassification(ledger, url, { name, description: '', categories }, classification, clock.now());
  }
  const answer = await lookUpExtraction(context, routes.extraction);
  if (answer.ok) notices.settings();
}
