import type { CheckedInput, ContractError } from '../../core/contract/contract.ts';
import type { RouteView } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { ok, type Result } from '../../core/result.ts';
import { areUnchanged, lookAtSample, recordSample } from '../documents/sample-document.ts';
import { absoluteFrom, confined } from '../folders/folder-checks.ts';
import { chosenService, filesOf, invalid, ledgerOf, repeated, unavailable, type WorkspaceContext } from '../workspace-context.ts';
import { describeFailure } from './connection.ts';
import { rememberRoute, routeView } from './routes.ts';

type Input = CheckedInput<'createExtraction'>;

/**
 * How long creating an extraction may take, in milliseconds: the sample is uploaded too, perhaps over a slow line. The client
 * gives up sooner if nothing moves; giving up earlier than that would cost the sample's pages for nothing.
 */
const timeoutMs = 15 * 60_000;

/** Creates an extraction from a sample, which the service requires; the sample counts as sent. */
export function createExtraction(context: WorkspaceContext, input: Input): Promise<Result<RouteView, ContractError>> {
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
