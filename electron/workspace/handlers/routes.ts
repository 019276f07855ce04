import { sendsOn } from '../../core/config/folder-settings.ts';
import type { CheckedInput } from '../../core/contract/contract.ts';
import type { ExtractionView } from '../../core/contract/definitions.ts';
import type { RouteView } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { defined, sameJson } from '../../core/plain-data.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import type { Extraction, ExtractionDetails } from '../../core/protocol/service-shapes.ts';
import { areUnchanged, lookAtSample, recordSamples } from '../documents/sample-document.ts';
import { allowedPath } from '../folders/folder-checks.ts';
import { callTimeoutMs, describeFailure } from '../service/failures.ts';
import {
  forgetRoute,
  knownRoutes,
  lookUpExtraction,
  refuseId,
  rememberClassification,
  rememberRoute,
  routeView,
} from '../service/routes.ts';
import {
  type Answers,
  chosenService,
  filesOf,
  invalid,
  ledgerOf,
  refuseTwice,
  unavailable,
  type WorkspaceContext,
} from '../workspace-context.ts';

/**
 * How long creating an extraction may take, in milliseconds: the sample is uploaded too, perhaps over a slow line. The client
 * gives up sooner if nothing moves; giving up earlier than that would cost the sample's pages for nothing.
 */
const timeoutMs = 15 * 60_000;

/** Creates an extraction from a sample, which the service requires; the sample counts as sent. */
async function create(context: WorkspaceContext, input: CheckedInput<'createExtraction'>): Promise<RouteView> {
  const ledger = ledgerOf(context);
  const origin = chosenService(context);
  refuseTwice(input.fields, ({ key }) => key, 'fields', 'key', say('workspace.route.fieldTwice'));
  const files = filesOf(context);
  const found = await lookAtSample(files, await allowedPath(context, input.sample, 'sample'), input.sample.trim());
  const sample = found.ok ? found.value : invalid('sample', found.error);

  const { name, description, language, hasTable, fields } = input;
  const details = { name, description, ...defined({ language }), options: { hasTable }, fields };
  const answer = await context.withService((service) =>
    service.createExtraction(details, [sample], {
      beforeClosingBoundary: () => areUnchanged(files, [sample]),
      signal: context.signal(timeoutMs, 'late'),
    }),
  );
  if (!answer.ok) {
    const { kind } = answer.error;
    if (kind === 'withdrawn') invalid('sample', say('workspace.sample.changed'));
    if (kind === 'too-large') invalid('sample', describeFailure(answer.error));
    refused(answer.error);
  }
  const route = { kind: 'extraction', id: answer.value.extractionId } as const;
  const now = context.clock.now();
  rememberRoute(ledger, origin, { route, name, description, fields, now });
  const sent = { origin, route, batch: answer.value, at: now };
  recordSamples(ledger, [sample], sent);
  context.notices.settings();
  wake(context);
  return routeView(context, ledger, origin, route);
}

/** Makes the engine look at its ledger again. */
function wake({ keeper, settings }: WorkspaceContext): void {
  keeper.running?.engine.resume();
  if (settings.current.paused) keeper.running?.engine.pause();
}

/** Extractions and classifications themselves: seen, changed and deleted (electron/service/README.md). */
export function definitionHandlers(context: WorkspaceContext) {
  return {
    viewExtraction: ({ id }) => viewed(context, id),
    updateExtraction: (input) => update(context, input),
    async deleteExtraction({ id, typed }) {
      const { name } = await viewed(context, id);
      if (typed.trim() !== name.trim()) invalid('typed', say('workspace.definition.otherName', { name }));
      const answer = await context.withService((service) =>
        service.deleteExtraction(id, { signal: context.signal(callTimeoutMs) }),
      );
      // An answer may be lost after the service has done it.
      if (!answer.ok && answer.error.kind !== 'not-found' && !(await isGone(context, id))) refused(answer.error);
      const route = { kind: 'extraction', id } as const;
      forgetRoute(ledgerOf(context), chosenService(context), route);
      context.keeper.running?.engine.routeChanged(route);
      context.notices.settings();
      return {};
    },
    changeClassification({ id, texts, categories }) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      refuseTwice(categories, ({ id: each }) => each, 'categories', 'id', say('workspace.route.categoryIdTwice'));
      const route = { kind: 'classification', id } as const;
      ledger.transaction(() => {
        if (texts !== undefined) {
          const fields = ledger.routes.info(origin, route)?.fields ?? [];
          ledger.routes.setInfo(origin, { route, name: texts.name, fields, seenAt: context.clock.now() });
          ledger.routes.setDescribed(origin, route, { description: texts.description, fields: [] });
        }
        ledger.categories.setTyped(origin, id, categories);
      });
      context.notices.settings();
      return routeView(context, ledger, origin, route);
    },
    forgetRoute(route) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      const { usedBy } = routeView(context, ledger, origin, route);
      if (usedBy.length > 0) unavailable(say('workspace.definition.isUsed', { paths: [...usedBy] }));
      forgetRoute(ledger, origin, route);
      context.notices.settings();
      return {};
    },
  } satisfies Partial<Answers>;
}

async function update(
  context: WorkspaceContext,
  { id, seen, wanted }: CheckedInput<'updateExtraction'>,
): Promise<ExtractionView> {
  refuseTwice(wanted.fields, ({ key }) => key, 'wanted.fields', 'key', say('workspace.route.fieldTwice'));
  const now = await viewed(context, id);
  const { name, description, language, fields } = now;
  if (!sameJson({ name, description, language, fields }, seen)) unavailable(say('workspace.definition.changedElsewhere'));
  const changes: Partial<ExtractionDetails> = {
    ...(wanted.name !== name && { name: wanted.name }),
    ...(wanted.description !== description && { description: wanted.description }),
    ...(wanted.language !== language && { language: wanted.language }),
    ...(!sameJson(wanted.fields, fields) && { fields: wanted.fields }),
  };
  if (Object.keys(changes).length === 0) return now;
  const answer = await context.withService((service) =>
    service.updateExtraction(id, changes, [], {
      beforeClosingBoundary: async () => true,
      signal: context.signal(callTimeoutMs),
    }),
  );
  if (!answer.ok) refused(answer.error);
  context.keeper.running?.engine.routeChanged({ kind: 'extraction', id });
  context.notices.settings();
  return viewed(context, id);
}

async function viewed(context: WorkspaceContext, id: string): Promise<ExtractionView> {
  const ledger = ledgerOf(context);
  const origin = chosenService(context);
  const { name, description = '', language = '', fields, updatedAt } = await lookedUp(context, id, 'id');
  const route = { kind: 'extraction', id } as const;
  return {
    ...{ id, name, description, language, fields, ...defined({ updatedAt }) },
    usedBy: context.folders.all.filter(({ settings }) => sendsOn(settings, route)).map(({ path }) => path),
    ...ledger.jobs.countOnRoute(origin, route),
  };
}

async function lookedUp(context: WorkspaceContext, id: string, field: string): Promise<Extraction> {
  const answer = await lookUpExtraction(context, id);
  if (answer.ok) return answer.value;
  refuseId(answer.error, chosenService(context), id, field);
  return refused(answer.error);
}

/** Whether the service says that there is no such extraction any more. */
async function isGone(context: WorkspaceContext, id: string): Promise<boolean> {
  const answer = await lookUpExtraction(context, id);
  return !answer.ok && answer.error.kind === 'not-found';
}

function refused(failure: Failure): never {
  unavailable(describeFailure(failure));
}

export function routeHandlers(context: WorkspaceContext) {
  return {
    routes() {
      const ledger = ledgerOf(context);
      const origin = context.origin();
      return origin === undefined ? [] : knownRoutes(context, ledger, origin);
    },
    async lookUpRoute({ route }) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      if (route.kind === 'extraction') await lookedUp(context, route.id, 'route.id');
      return routeView(context, ledger, origin, route);
    },
    createExtraction: (input) => context.keeper.hold(() => create(context, input)),
    async createClassification(wanted) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      refuseTwice(wanted.categories, ({ name }) => name, 'categories', 'name', say('workspace.route.categoryTwice'));
      const answer = await context.withService((service) =>
        service.createClassification(wanted, { signal: context.signal(callTimeoutMs) }),
      );
      if (!answer.ok) refused(answer.error);
      const route = { kind: 'classification', id: answer.value.id } as const;
      rememberClassification(ledger, origin, wanted, answer.value, context.clock.now());
      context.notices.settings();
      return routeView(context, ledger, origin, route);
    },
  } satisfies Partial<Answers>;
}
