import { basename } from 'node:path';
import { type FileFacts, factsOf, type JobState, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import type { Route } from '../../core/protocol/route.ts';
import type { ExtractionBatch } from '../../core/protocol/service-shapes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { sentNameOf } from '../../core/upload/answer-map.ts';
import type { Files } from '../../engine/ports.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { UploadFile } from '../../service/service.ts';
import { fitFile } from '../folders/add-files.ts';

/** A file that goes with a call, as it was when it was looked at. */
export type SampleFile = UploadFile & { readonly facts: FileFacts };

/** @param path absolute, links resolved @param shown as a person named it: it is sent under its last part */
export async function lookAtSample(files: Files, path: string, shown: string): Promise<Result<SampleFile, Message>> {
  try {
    const fit = await fitFile(files, path, shown);
    if (!fit.ok) return fit;
    const facts = factsOf(fit.value);
    const { sha256, size } = await files.hash(path);
    if (size !== facts.size) return err(say('workspace.sample.beingWritten'));
    const contentType = (await files.contentType(path)) ?? 'application/octet-stream';
    const fileName = sentNameOf(basename(shown), sha256, 'plain');
    return ok({ path, open: () => files.open(path, fit.value), sha256, fileName, contentType, size, facts });
  } catch (error) {
    return err(say('workspace.sample.unreadable', { message: messageOf(error) }));
  }
}

/** Asked before the closing boundary is sent. */
export async function areUnchanged(files: Pick<Files, 'stat'>, samples: readonly SampleFile[]): Promise<boolean> {
  const now = await Promise.all(samples.map(async ({ path }) => files.stat(path).catch(() => undefined)));
  return samples.every(({ facts }, index) => {
    const found = now[index];
    return found?.kind === 'file' && sameFacts(found, facts);
  });
}

/** Where samples went, and what came back; without a batch, the service did not say. `at`: ms since the epoch. */
interface Sent {
  readonly origin: string;
  readonly route: Route;
  readonly batch?: Pick<ExtractionBatch, 'batchId' | 'files'>;
  readonly at: number;
}

/**
 * Records that samples were sent together: their jobs are polled like all others, and no content of theirs is ever paid for again on
 * this route. A file of a watched folder that has one of them takes its result.
 */
export function recordSamples(
  ledger: Ledger,
  samples: readonly Pick<SampleFile, 'sha256' | 'fileName'>[],
  { origin, route, batch, at }: Sent,
): void {
  const { batchId: serviceBatchId, files = [] } = batch ?? {};
  const accepted = { state: 'open', acceptedAt: at, nextPollAt: at + fastestPollMs } as const;
  ledger.transaction(() => {
    const { id: batchId } = ledger.batches.add({ origin, route, madeAt: at });
    const sent = { batchId, tries: 1, dueAt: undefined };
    ledger.batches.update(batchId, serviceBatchId === undefined ? { state: 'unresolved' } : { ...accepted, serviceBatchId });
    for (const { sha256, fileName: sentAs } of samples) {
      const answered = files.find(({ fileName }) => fileName === sentAs) ?? (samples.length === 1 ? files[0] : undefined);
      const state: JobState =
        serviceBatchId === undefined
          ? { kind: 'unresolved', message: say('workspace.document.sentWithChange') }
          : { kind: 'queued', status: answered?.status ?? 'queued' };
      const { id } = ledger.jobs.jobFor(origin, route, sha256, at);
      ledger.documents.changeJob(id, { ...sent, sentAs, state, ...defined({ fileId: answered?.id }) }, at);
    }
    ledger.routes.setPassed(origin, route);
  });
}
