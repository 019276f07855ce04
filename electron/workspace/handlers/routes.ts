import type { CheckedInput, Handlers } from '../../core/contract/contract.ts';
import { say } from '../../core/messages/message.ts';
import type { CategoryDetails } from '../../core/protocol/service-shapes.ts';
import { ok } from '../../core/result.ts';
import { describeFailure } from '../service/connection.ts';
import { createExtraction } from '../service/create-extraction.ts';
import { knownRoutes, lookUpTimeoutMs, rememberRoute, routeView } from '../service/routes.ts';
import { invalid, ledgerOf, noService, unavailable, type WorkspaceContext } from '../workspace-context.ts';

export function routeHandlers(
  context: WorkspaceContext,
): Pick<Handlers, 'routes' | 'lookUpRoute' | 'createExtraction' | 'createClassification'> {
  return {
    async routes() {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const origin = context.origin();
      return ok(origin === undefined ? [] : knownRoutes(context, ledger.value, origin));
    },
    async lookUpRoute({ route }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const origin = context.origin();
      if (origin === undefined) return unavailable(noService);
      if (route.kind === 'classification') return ok(routeView(context, ledger.value, origin, route));
      const answer = await context.withService((service) =>
        service.viewExtraction(route.id, { signal: context.signal(lookUpTimeoutMs) }),
      );
      if (answer === undefined) return unavailable(noService);
      if (!answer.ok) {
        if (answer.error.kind === 'not-found')
          return invalid('route.id', say('workspace.route.unknownExtraction', { origin, id: route.id }));
        if (answer.error.kind === 'bad-request')
          return invalid('route.id', say('workspace.route.idRefused', { origin, message: describeFailure(answer.error) }));
        return unavailable(describeFailure(answer.error));
      }
      const { name, description, fields } = answer.value;
      rememberRoute(ledger.value, origin, {
        route,
        name,
        ...(description !== undefined && { description }),
        fields: fields.map(({ key, description: what, example }) => ({ key, description: what, example })),
        now: context.clock.now(),
      });
      return ok(routeView(context, ledger.value, origin, route));
    },
    createExtraction: (input) => createExtraction(context, input),
    async createClassification({ name, description, categories }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const origin = context.origin();
      if (origin === undefined) return unavailable(noService);
      const twice = categories.findIndex(
        (category, index) => categories.findIndex((other) => other.name === category.name) < index,
      );
      if (twice >= 0) return invalid(`categories.${twice}.name`, say('workspace.route.categoryTwice'));
      const answer = await context.withService((service) =>
        service.createClassification(
          { name, description, categories: categories.map(categoryDetails) },
          { signal: context.signal(lookUpTimeoutMs) },
        ),
      );
      if (answer === undefined) return unavailable(noService);
      if (!answer.ok) return unavailable(describeFailure(answer.error));
      const route = { kind: 'classification', id: answer.value.id } as const;
      rememberRoute(ledger.value, origin, { route, name, description, fields: [], now: context.clock.now() });
      ledger.value.categories.learn(
        origin,
        route.id,
        answer.value.categories.map(({ id, name: called }) => ({ id, name: called })),
        'made',
      );
      context.notices.settings();
      return ok(routeView(context, ledger.value, origin, route));
    },
  };
}

function categoryDetails({
  name,
  description,
  keywords,
  linkedExtractionId,
}: CheckedInput<'createClassification'>['categories'][number]): CategoryDetails {
  return {
    name,
    description,
    ...(keywords !== undefined && { keywords }),
    ...(linkedExtractionId !== undefined && { linkedExtractionId }),
  };
}
