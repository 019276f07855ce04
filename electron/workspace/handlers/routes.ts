import type { Handlers } from '../../core/contract/contract.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { ok } from '../../core/result.ts';
import { describeFailure } from '../service/connection.ts';
import { createExtraction } from '../service/create-extraction.ts';
import {
  idProblem,
  knownRoutes,
  lookUpExtraction,
  lookUpTimeoutMs,
  rememberClassification,
  routeView,
} from '../service/routes.ts';
import { chosenService, invalid, ledgerOf, repeated, unavailable, type WorkspaceContext } from '../workspace-context.ts';

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
