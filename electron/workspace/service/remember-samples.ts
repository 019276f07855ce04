import { timeoutMs } from '../folders/folder-checks.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { rememberRoute } from './routes.ts';

/** The names, fields and categories of the sample documents' routes are known before anyone looks them up. */
export async function rememberSampleRoutes(context: WorkspaceContext): Promise<void> {
  const { sandbox, keeper, clock, notices } = context;
  const running = sandbox.running;
  const ledger = keeper.session?.ledger;
  if (running === undefined || ledger === undefined) return;
  const { url, routes, control } = running;
  const now = clock.now();
  const classification = control.classifications().find(({ id }) => id === routes.classification);
  if (classification !== undefined) {
    const { id, name, categories } = classification;
    rememberRoute(ledger, url, { route: { kind: 'classification', id }, name, fields: [], now });
    ledger.categories.learn(
      url,
      id,
      categories.map((category) => ({ id: category.id, name: category.name })),
      'made',
    );
  }
  const answer = await context.withService((service) =>
    service.viewExtraction(routes.extraction, { signal: context.signal(timeoutMs) }),
  );
  if (answer?.ok !== true || keeper.session?.ledger !== ledger) return;
  const { name, description, fields } = answer.value;
  rememberRoute(ledger, url, {
    route: { kind: 'extraction', id: routes.extraction },
    name,
    ...(description !== undefined && { description }),
    fields: fields.map(({ key, description: what, example }) => ({ key, description: what, example })),
    now,
  });
  notices.settings();
}
