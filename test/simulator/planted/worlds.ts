import type { Document, Job } from '../../../electron/core/document/document.ts';
import { ready } from '../../../electron/core/document/transition.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import type { Result } from '../../../electron/core/result.ts';
import type { Files, World } from '../../../electron/engine/ports.ts';
import { type FileChanges, type JobChanges, type Ledger, LedgerUnavailable } from '../../../electron/ledger/ledger.ts';
import type { Service } from '../../../electron/service/service.ts';
import { isWithin } from '../memory-disk.ts';
import { DrawnFault } from '../process.ts';
import { serviceOrigin } from '../service-port.ts';
import type { SimulatedWorld } from '../simulated-world.ts';

export function asOfLedger(error: unknown): never {
  throw error instanceof DrawnFault ? new LedgerUnavailable('ledger.sqlite', foreign(error.message)) : error;
}

export function withFiles(world: World, replace: (files: Files) => Partial<Files>): World {
  return { ...world, files: { ...world.files, ...replace(world.files) } };
}

export function withService(world: World, replace: (service: Service) => Partial<Service>): World {
  return { ...world, service: { ...world.service, ...replace(world.service) } };
}

/** Replaces methods of one part of the ledger. */
export function withPart<Name extends keyof World['ledger']>(
  world: World,
  name: Name,
  replace: (part: Ledger[Name]) => Partial<Ledger[Name]>,
): World {
  const part = world.ledger[name];
  const ledger = { ...world.ledger, [name]: { ...(part as object), ...replace(part) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

/** What changes of a document changes otherwise, be it by itself or with its job. */
export function withFileChanges(world: World, otherwise: (changes: FileChanges, id: number) => FileChanges): World {
  return withPart(world, 'documents', ({ changeJob, update }) => ({
    update: (id, changes) => update(id, otherwise(changes, id)),
    changeJob: (id, changes, at, also = () => ({})) =>
      changeJob(id, changes, at, (document, before) => otherwise(also(document, before), document.id)),
  }));
}

/** What changes of a job changes otherwise; undefined: nothing changes. */
export function withJobChanges(world: World, otherwise: (changes: JobChanges, job: Job) => JobChanges | undefined): World {
  return withPart(world, 'documents', ({ changeJob }) => ({
    changeJob(id, changes, ...rest) {
      const job = world.ledger.jobs.get(id);
      const others = job === undefined ? changes : otherwise(changes, job);
      return others === undefined ? [] : changeJob(id, others, ...rest);
    },
  }));
}

/** A content that comes to one of these jobs is to be sent as if it never had been. */
export function forgetting(world: World, isForgotten: (job: Job) => boolean): World {
  return withPart(world, 'jobs', ({ get, jobFor }) => ({
    jobFor(...content) {
      const job = jobFor(...content);
      if (job.tries === 0 || !isForgotten(job)) return job;
      putBack(world, job);
      return get(job.id) ?? job;
    },
  }));
}

/** A job is to be sent, whatever has become of it. */
export function putBack({ clock, ledger }: World, { id }: Job): void {
  const now = clock.now();
  const changes = { state: ready(now), dueAt: now, droppedAt: undefined };
  for (const { after } of ledger.documents.changeJob(id, changes, now))
    ledger.documents.note({ documentId: after.id, at: now, event: 'put-back' });
}

/** Results are taken by their ids alone: whatever name an answer gives them, the engine sees the one under which it sent that id. */
export function believingIds(world: World): World {
  return withService(world, ({ getBatchResults }) => ({
    async getBatchResults(id, batchId, options) {
      const answer = await getBatchResults(id, batchId, options);
      if (!answer.ok) return answer;
      const batches = world.ledger.batches.ofService(serviceOrigin, { kind: 'extraction', id }, batchId);
      const known = batches.flatMap((batch) => world.ledger.jobs.inBatch(batch.id));
      const files = answer.value.files.map((file) => ({
        ...file,
        fileName: known.find(({ fileId }) => fileId === file.id)?.sentAs ?? file.fileName,
      }));
      return { ok: true, value: { ...answer.value, files } };
    },
  }));
}

export function isFiled(path: string): boolean {
  return path.includes('/Processed/');
}

/** Makes the engine see a different failure. */
export function withFailures(world: World, heard: (failure: Failure) => Failure): World {
  const hear =
    <Values extends unknown[], Value>(call: (...values: Values) => Promise<Result<Value, Failure>>) =>
    async (...values: Values): Promise<Result<Value, Failure>> => {
      const answer = await call(...values);
      return answer.ok ? answer : { ok: false, error: heard(answer.error) };
    };
  return withService(world, (service) => ({
    viewExtraction: hear(service.viewExtraction),
    getBatchResults: hear(service.getBatchResults),
    getClassificationBatch: hear(service.getClassificationBatch),
    uploadFiles: hear(service.uploadFiles),
    uploadClassificationBatch: hear(service.uploadClassificationBatch),
  }));
}

export function isSent({ state }: JobChanges): boolean {
  return state?.kind === 'uploading';
}

export function factsNow({ seen, disk, plan }: SimulatedWorld, { folderId, path, facts }: Document): Document['facts'] {
  const folder = seen.folders.find(({ id }) => id === folderId)?.path ?? '';
  const now = plan.folders.some((each) => isWithin(folder, each.path)) ? disk.stat(`${folder}/${path}`) : undefined;
  return now?.kind === 'file' ? { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino } : facts;
}
