import type { CheckedInput, Handlers } from '../../core/contract/contract.ts';
import { ok } from '../../core/result.ts';
import type { CategoryDetails } from '../../core/service-shapes.ts';
import { createExtraction } from '../create-extraction.ts';
import { describeFailure } from '../describe-failure.ts';
import { patienceMs } from '../folder-checks.ts';
import { invalid, ledgerOf, noService, type Parts, unavailable } from '../parts.ts';
import { knownRoutes, rememberRoute, routeView } from '../routes.ts';

export function routeHandlers(
  parts: Parts,
): Pick<Handlers, 'routes' | 'lookUpRoute' | 'createExtraction' | 'createClassification'> {
  return {
    async routes() {
      const ledger = ledgerOf(parts);
      if (!ledger.ok) return ledger;
      const origin = parts.origin();
      return ok(origin === undefined ? [] : knownRoutes(parts, ledger.value, origin));
    },
    async lookUpRoute({ route }) {
      const ledger = ledgerOf(parts);
      if (!ledger.ok) return ledger;
      const origin = parts.origin();
      if (origin === undefined) return unavailable(noService);
      if (route.kind === 'classification') return ok(routeView(parts, ledger.value, origin, route));
      const answer = await parts.withService((service) => service.viewExtraction(route.id, { signal: parts.signal(patienceMs) }));
      if (answer === undefined) return unavailable(noService);
      if (!answer.ok) {
        if (answer.error.kind === 'not-found')
          return invalid('route.id', `The service at ${origin} knows no extraction "${route.id}". Check the id.`);
        if (answer.error.kind === 'bad-request')
          return invalid('route.id', `The service refused the id: ${describeFailure(answer.error)}`);
        return unavailable(describeFailure(answer.error));
      }
      const { name, description, fields } = answer.value;
      rememberRoute(ledger.value, origin, {
        route,
        name,
        ...(description !== undefined && { description }),
        fields: fields.map(({ key, description: what, example }) => ({ key, description: what, example })),
        now: parts.clock.now(),
      });
      return ok(routeView(parts, ledger.value, origin, route));
    },
    createExtraction: (input) => createExtraction(parts, input),
    async createClassification({ name, description, categories }) {
      const ledger = ledgerOf(parts);
      if (!ledger.ok) return ledger;
      const origin = parts.origin();
      if (origin === undefined) return unavailable(noService);
      const twice = categories.findIndex(
        (category, index) => categories.findIndex((other) => other.name === category.name) < index,
      );
      if (twice >= 0) return invalid(`categories.${twice}.name`, 'There is a category of this name already.');
      const answer = await parts.withService((service) =>
        service.createClassification(
          { name, description, categories: categories.map(categoryDetails) },
          { signal: parts.signal(patienceMs) },
        ),
      );
      if (answer === undefined) return unavailable(noService);
      if (!answer.ok) return unavailable(describeFailure(answer.error));
      const route = { kind: 'classification', id: answer.value.id } as const;
      rememberRoute(ledger.value, origin, { route, name, description, fields: [], now: parts.clock.now() });
      ledger.value.categories.learn(
        origin,
        route.id,
        answer.value.categories.map(({ id, name: called }) => ({ id, name: called })),
        'made',
      );
      parts.notices.settings();
      return ok(routeView(parts, ledger.value, origin, route));
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
