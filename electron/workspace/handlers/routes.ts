import type { CheckedInput, ContractError, Handlers } from '../../core/contract/contract.ts';
import type { ExtractionView } from '../../core/contract/definitions.ts';
import { say } from '../../core/messages/message.ts';
import { given, sameJson } from '../../core/plain-data.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import type { Extraction, ExtractionDetails } from '../../core/protocol/service-shapes.ts';
import { ok, type Result } from '../../core/result.ts';
import { sendsOn } from '../../engine/loop/next-step.ts';
import { describeFailure } from '../service/connection.ts';
import { createExtraction } from '../service/create-extraction.ts';
import {
  forgetRoute,
  idProblem,
  knownRoutes,
  lookUpExtraction,
  lookUpTimeoutMs,
  rememberClassification,
  routeView,
} from '../service/routes.ts';
import {
  chosenService,
  invalid,
  ledgerOf,
  type Refused,
  repeated,
  unavailable,
  type WorkspaceContext,
} from '../workspace-context.ts';

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
          ...given({ keywords, linkedExtractionId }),
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
