/** The embedded service in its own process, with fixed times, and what it saw. */
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../electron/sandbox/sandbox.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import type { AcceptedUpload, PolledBatch, SandboxOrder } from '../kit/sandbox.ts';
import { serve } from '../kit/serve.ts';

let sandbox: Sandbox | undefined;
/** When work on a file ended, by its name (ms since the epoch). */
const done = new Map<string, number>();

serve({
  async start({ answerMs, processingMs, perSecond }: SandboxOrder) {
    const options: SandboxOptions = {
      documents: quickDocuments,
      pagesPerMonth: 1_000_000,
      delays: { queued: 0, processing: processingMs },
      journalSize: 200_000,
      seed: 7,
      log: (line) => done.set(line.slice(0, line.lastIndexOf(': ')), Date.now()),
      ...(answerMs > 0 && { faults: [`slow:${answerMs},on=uploadFiles`] }),
      ...(perSecond !== undefined && { rateLimit: { perSecond, burst: perSecond } }),
    };
    sandbox = await startSandbox(options);
    const fields = [{ key: 'number', description: 'The number', example: '17' }];
    const extraction = sandbox.control.createExtraction({ name: 'Bench', fields });
    return { url: sandbox.url, key: sandbox.keys[0]?.key ?? '', extraction };
  },
  /** How often each call was made, and how often it was refused with 429. */
  counts() {
    const requests = sandbox?.requests.list() ?? [];
    return {
      uploads: requests.filter(({ endpoint }) => endpoint === 'uploadFiles').length,
      polls: requests.filter(({ endpoint }) => endpoint === 'getBatchResults').length,
      refused: requests.filter(({ status }) => status === 429).length,
    };
  },
  /** For batches of one file: when each was accepted, when its file was done, and when its result was requested. */
  batches(): PolledBatch[] {
    const requests = sandbox?.requests.list() ?? [];
    const polls = Map.groupBy(
      requests.filter(({ endpoint }) => endpoint === 'getBatchResults'),
      ({ batchId }) => batchId,
    );
    return requests.flatMap(({ endpoint, batchId, fileNames, at, milliseconds }) => {
      const doneAt = done.get(fileNames?.[0] ?? '');
      if (endpoint !== 'uploadFiles' || batchId === undefined || doneAt === undefined) return [];
      const asked = (polls.get(batchId) ?? []).map((poll) => Date.parse(poll.at));
      return [{ takenAt: Date.parse(at) + milliseconds, doneAt, asked }];
    });
  },
  /** Each upload that was accepted. */
  accepted(): AcceptedUpload[] {
    const requests = sandbox?.requests.list() ?? [];
    return requests.flatMap(({ at, batchId, endpoint, fileNames, milliseconds }) => {
      const beganAt = Date.parse(at);
      if (endpoint !== 'uploadFiles' || batchId === undefined) return [];
      return [{ beganAt, takenAt: beganAt + milliseconds, files: fileNames?.length ?? 0 }];
    });
  },
  close: () => sandbox?.close(),
});
