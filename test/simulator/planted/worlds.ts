import type { Document } from '../../../electron/core/document/document.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import type { Result } from '../../../electron/core/result.ts';
import type { Files, World } from '../../../electron/engine/ports.ts';
import { type DocumentChanges, type Ledger, LedgerUnavailable } from '../../../electron/ledger/ledger.ts';
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

/** Results are taken by their ids alone: whatever name an answer gives them, the engine sees the one under which it sent that id. */
export function believingIds(world: World): World {
  return withService(world, ({ getBatchResults }) => ({
    async getBatchResults(id, batchId, options) {
      const answer = await getBatchResults(id, batchId, options);
      if (!answer.ok) return answer;
      const batches = world.ledger.batches.ofService(serviceOrigin, { kind: 'extraction', id }, batchId);
      const known = batches.flatMap((batch) => world.ledger.documents.inBatch(batch.id));
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

export function isSent({ state }: DocumentChanges): boolean {
  return state?.kind === 'uploading' && state.sent;
}

export function factsNow({ seen, disk, plan }: SimulatedWorld, { folderId, path, facts }: Document): Document['facts'] {
  const folder = seen.folders.find(({ id }) => id === folderId)?.path ?? '';
  const now = plan.folders.some((each) => isWithin(folder, each.path)) ? disk.stat(`${folder}/${path}`) : undefined;
  return now?.kind === 'file' ? { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino } : facts;
}
