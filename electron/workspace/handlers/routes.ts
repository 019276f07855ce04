import { sendsOn } from '../../core/config/folder-settings.ts';
import type { CheckedInput, ContractError, Handlers } from '../../core/contract/contract.ts';
import type { ExtractionView } from '../../core/contract/definitions.ts';
import type { RouteView } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { defined, sameJson } from '../../core/plain-data.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import type { Extraction, ExtractionDetails } from '../../core/protocol/service-shapes.ts';
import { ok, type Result } from '../../core/result.ts';
import { areUnchanged, lookAtSample, recordSample } from '../documents/sample-document.ts';
import { absoluteFrom, confined } from '../folders/folder-checks.ts';
import { describeFailure } from '../service/connection.ts';
import {
  forgetRoute,
  idProblem,
  knownRoutes,
  lookUpExtraction,
  lookUpTimeoutMs,
  rememberClassification,
  rememberRoute,
  routeView,
} from '../service/routes.ts';
import {
  chosenService,
  filesOf,
  invalid,
  ledgerOf,
  type Refused,
  repeated,
  unavailable,
  type WorkspaceContext,
} from '../workspace-context.ts';

type Input = CheckedInput<'createExtraction'>;

/**
 * How long creating an extraction may take, in milliseconds: the sample is uploaded too, perhaps over a slow line. The client
 * gives up sooner if nothing moves; giving up earlier than that would cost the sample's pages for nothing.
 */
const timeoutMs = 15 * 60_000;

/** Creates an extraction from a sample, which the service requires; the sample counts as sent. */
function createExtraction(context: WorkspaceContext, input: Input): Promise<Result<RouteView, ContractError>> {
  return context.keeper.hold(() => create(context, input));
}

async function create(context: WorkspaceContext, input: Input): Promise<Result<RouteView, ContractError>> {
  const ledger = ledgerOf(context);
  const origin = chosenService(context);
  const twice = repeated(input.fields, ({ key }) => key);
  if (twice >= 0) return invalid(`fields.${twice}.key`, say('workspace.route.fieldTwice'));
  const sample = await readSample(context, input.sample);
  if (!sample.ok) return sample;
  const { path, facts, sha256: hash, contentType, fileName } = sample.value;
  const files = filesOf(context);

  const { name, description, language, hasTable, fields } = input;
  const details = { name, description, ...(language !== undefined && { language }), options: { hasTable }, fields };
  const answer = await context.withService((service) =>
    service.createExtraction(details, [sample.value], {
      beforeClosingBoundary: () => areUnchanged(files, [sample.value]),
      signal: context.signal(timeoutMs, 'late'),
    }),
  );
  if (!answer.ok) {
    const { kind } = answer.error;
    if (kind === 'withdrawn') return invalid('sample', say('workspace.sample.changed'));
    const message = describeFailure(answer.error);
    return kind === 'too-large' ? invalid('sample', message) : unavailable(message);
  }
  const { extractionId, batchId, files: sent } = answer.value;
  const route = { kind: 'extraction', id: extractionId } as const;
  const now = context.clock.now();
  rememberRoute(ledger, origin, { route, name, description, fields, now });
  const recorded = await recordSample({ ledger, files }, context.folders.all, context.world.dataDirectory, {
    path,
    facts,
    hash,
    contentType,
    origin,
    route,
    serviceBatchId: batchId,
    fileId: sent[0]?.id,
    sentAs: fileName,
    status: sent[0]?.status ?? 'queued',
    at: now,
  });
  context.notices.document(recorded.id);
  context.notices.settings();
  if (recorded.watched) wake(context);
  // An engine that knows the folder from its start collects the result.
  else void context.keeper.restart();
  return ok(routeView(context, ledger, origin, route));
}

/** Makes the engine look at its ledger again. */
function wake({ keeper, settings }: WorkspaceContext): void {
  keeper.running?.engine.resume();
  if (settings.current.paused) keeper.running?.engine.pause();
}

async function readSample(context: WorkspaceContext, given: string) {
  const absolute = absoluteFrom(context, given);
  if (absolute === undefined) return invalid('sample', say('workspace.sample.wholePath'));
  const path = await confined(context, absolute);
  if (path === undefined) return invalid('sample', say('workspace.folder.outside', { path: absolute }));
  const sample = await lookAtSample(filesOf(context), path, absolute);
  return sample.ok ? sample : invalid('sample', sample.error);
}

/** Extractions and classifications themselves: seen, changed and deleted (electron/service/README.md). */
export function definitionHandlers(context: WorkspaceContext) {
  return {
    viewExtraction: async ({ id }) => viewed(context, id),
    updateExtraction: (input) => update(context, input),
    async deleteExtraction({ id, typed }) {
      const found = await viewed(context, id);
      if (!found.ok) return found;
      if (typed.trim() !== found.value.name.trim())
        return invalid('typed', say('workspace.definition.otherName', { name: found.value.name }));
      const answer = await context.withService((service) =>
        service.deleteExtraction(id, { signal: context.signal(lookUpTimeoutMs) }),
      );
      // An answer may be lost after the service has done it.
      if (!answer.ok && answer.error.kind !== 'not-found' && !(await isGone(context, id))) return refused(answer.error);
      const route = { kind: 'extraction', id } as const;
      forgetRoute(ledgerOf(context), chosenService(context), route);
      context.keeper.running?.engine.routeChanged(route);
      context.notices.settings();
      return ok({});
    },
    async changeClassification({ id, texts, categories }) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      const twice = repeated(categories, ({ id: each }) => each);
      if (twice >= 0) return invalid(`categories.${twice}.id`, say('workspace.route.categoryIdTwice'));
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
      return ok(routeView(context, ledger, origin, route));
    },
    async forgetRoute(route) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      const { usedBy } = routeView(context, ledger, origin, route);
      if (usedBy.length > 0) return unavailable(say('workspace.definition.isUsed', { paths: [...usedBy] }));
      forgetRoute(ledger, origin, route);
      context.notices.settings();
      return ok({});
    },
  } satisfies Partial<Handlers>;
}

async function update(
  context: WorkspaceContext,
  { id, seen, wanted }: CheckedInput<'updateExtraction'>,
): Promise<Result<ExtractionView, ContractError>> {
  const twice = repeated(wanted.fields, ({ key }) => key);
  if (twice >= 0) return invalid(`wanted.fields.${twice}.key`, say('workspace.route.fieldTwice'));
  const now = await viewed(context, id);
  if (!now.ok) return now;
  const { name, description, language, fields } = now.value;
  if (!sameJson({ name, description, language, fields }, seen)) return unavailable(say('workspace.definition.changedElsewhere'));
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
      signal: context.signal(lookUpTimeoutMs),
    }),
  );
  if (!answer.ok) return refused(answer.error);
  context.keeper.running?.engine.routeChanged({ kind: 'extraction', id });
  context.notices.settings();
  return viewed(context, id);
}

async function viewed(context: WorkspaceContext, id: string): Promise<Result<ExtractionView, ContractError>> {
  const ledger = ledgerOf(context);
  const origin = chosenService(context);
  const answer = await lookUpExtraction(context, id);
  if (!answer.ok) return idProblem(answer.error, origin, id, 'id') ?? refused(answer.error);
  const route = { kind: 'extraction', id } as const;
  return ok({
    ...textsOf(answer.value),
    usedBy: context.folders.all.filter(({ settings }) => sendsOn(settings, route)).map(({ path }) => path),
    ...ledger.jobs.countOnRoute(origin, route),
  });
}

function textsOf({ extractionId: id, name, description = '', language = '', fields, updatedAt }: Extraction) {
  return { id, name, description, language, fields, ...(updatedAt !== undefined && { updatedAt }) };
}

/** Whether the service says that there is no such extraction any more. */
async function isGone(context: WorkspaceContext, id: string): Promise<boolean> {
  const answer = await context.withService((service) => service.viewExtraction(id, { signal: context.signal(lookUpTimeoutMs) }));
  return !answer.ok && answer.error.kind === 'not-found';
}

function refused(failure: Failure): Refused {
  return unavailable(describeFailure(failure));
}

export function routeHandlers(context: WorkspaceContext) {
  return {
    async routes() {
      const ledger = ledgerOf(context);
      const origin = context.origin();
      return ok(origin === undefined ? [] : knownRoutes(context, ledger, origin));
    },
    async lookUpRoute({ route }) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      if (route.kind === 'extraction') {
        const answer = await lookUpExtraction(context, route.id);
        if (!answer.ok)
          return idProblem(answer.error, origin, route.id, 'route.id') ?? unavailable(describeFailure(answer.error));
      }
      return ok(routeView(context, ledger, origin, route));
    },
    createExtraction: (input) => createExtraction(context, input),
    async createClassification({ name, description, categories }) {
      const ledger = ledgerOf(context);
      const origin = chosenService(context);
      const twice = repeated(categories, (category) => category.name);
      if (twice >= 0) return invalid(`categories.${twice}.name`, say('workspace.route.categoryTwice'));
      const wanted = {
        name,
        description,
        categories: categories.map(({ keywords, linkedExtractionId, ...own }) => ({
          ...own,
          ...defined({ keywords, linkedExtractionId }),
        })),
      };
      const answer = await context.withService((service) =>
        service.createClassification(wanted, { signal: context.signal(lookUpTimeoutMs) }),
      );
      if (!answer.ok) return unavailable(describeFailure(answer.error));
      const route = { kind: 'classification', id: answer.value.id } as const;
      rememberClassification(ledger, origin, wanted, answer.value, context.clock.now());
      context.notices.settings();
      return ok(routeView(context, ledger, origin, route));
    },
  } satisfies Partial<Handlers>;
}
