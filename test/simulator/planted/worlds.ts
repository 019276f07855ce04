import type { Document } from '../../../electron/core/document/document.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import type { Result } from '../../../electron/core/result.ts';
import type { Files, World } from '../../../electron/engine/ports.ts';
import { type DocumentChanges, type Ledger, LedgerUnavailable } from '../../../electron/ledger/ledger.ts';
import type { Service } from '../../../electron/service/service.ts';
import { isWithin } from '../memory-disk.ts';
import { DrawnFault } from '../process.ts';
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

type Documents = Ledger['documents'];
type Routes = Ledger['routes'];

export function withRoutes(world: World, replace: (routes: Routes) => Partial<Routes>): World {
  const { routes } = world.ledger;
  const ledger = { ...world.ledger, routes: { ...routes, ...replace(routes) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withCharges(world: World, replace: (charges: Ledger['charges']) => Partial<Ledger['charges']>): World {
  const { charges } = world.ledger;
  const ledger = { ...world.ledger, charges: { ...charges, ...replace(charges) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withSheets(world: World, replace: (sheets: Ledger['sheets']) => Partial<Ledger['sheets']>): World {
  const { sheets } = world.ledger;
  const ledger = { ...world.ledger, sheets: { ...sheets, ...replace(sheets) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withRetention(world: World, replace: (retention: Ledger['retention']) => Partial<Ledger['retention']>): World {
  const { retention } = world.ledger;
  const ledger = { ...world.ledger, retention: { ...retention, ...replace(retention) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function isFiled(path: string): boolean {
  return path.includes('/Processed/');
}

export function withFilings(world: World, replace: (filings: Ledger['filings']) => Partial<Ledger['filings']>): World {
  const { filings } = world.ledger;
  const ledger = { ...world.ledger, filings: { ...filings, ...replace(filings) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withHookEvents(world: World, replace: (events: Ledger['hookEvents']) => Partial<Ledger['hookEvents']>): World {
  const { hookEvents } = world.ledger;
  const ledger = { ...world.ledger, hookEvents: { ...hookEvents, ...replace(hookEvents) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withArrivals(world: World, replace: (arrivals: Ledger['arrivals']) => Partial<Ledger['arrivals']>): World {
  const { arrivals } = world.ledger;
  const ledger = { ...world.ledger, arrivals: { ...arrivals, ...replace(arrivals) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withRequests(world: World, replace: (requests: Ledger['requests']) => Partial<Ledger['requests']>): World {
  const { requests } = world.ledger;
  const ledger = { ...world.ledger, requests: { ...requests, ...replace(requests) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withLeftSteps(world: World, replace: (leftSteps: Ledger['leftSteps']) => Partial<Ledger['leftSteps']>): World {
  const { leftSteps } = world.ledger;
  const ledger = { ...world.ledger, leftSteps: { ...leftSteps, ...replace(leftSteps) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

export function withDocuments(world: World, replace: (documents: Documents) => Partial<Documents>): World {
  const { documents } = world.ledger;
  const ledger = { ...world.ledger, documents: { ...documents, ...replace(documents) } };
  return { ...world, ledger: ledger as unknown as Ledger };
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

export function factsNow({ ledger, disk, plan }: SimulatedWorld, { folderId, path, facts }: Document): Document['facts'] {
  const folder = ledger.folders.get(folderId)?.path ?? '';
  const now = plan.folders.some((each) => isWithin(folder, each.path)) ? disk.stat(`${folder}/${path}`) : undefined;
  return now?.kind === 'file' ? { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino } : facts;
}
