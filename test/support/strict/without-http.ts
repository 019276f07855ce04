/**
 * The strict service for an engine on a virtual clock, where nothing may wait for a socket: the same store and endpoints
 * judge each call, and the client's own schemas and classification read the answers. What carries a request (time, faults,
 * bytes from a disk) is the business of the port that calls it.
 */
import { z } from 'zod';
import type { PolledFile } from '../../../electron/core/poll/poll-outcome.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import type {
  BatchResults,
  ClassificationBatch,
  Extraction,
  ExtractionBatch,
} from '../../../electron/core/protocol/service-shapes.ts';
import { err, type Result } from '../../../electron/core/result.ts';
import { classifyStatus, classifyUnreadable } from '../../../electron/service/classify.ts';
import { readAnswer } from '../../../electron/service/read-answer.ts';
import {
  classificationBatchSchema,
  classificationResultsSchema,
  extractionResultsSchema,
  extractionSchema,
  uploadSchema,
} from '../../../electron/service/schemas.ts';
import type { Service } from '../../../electron/service/service.ts';
import type { Body, ReceivedFile } from './body.ts';
import { classificationEndpoints } from './classification-endpoints.ts';
import { extractionEndpoints } from './extraction-endpoints.ts';
import { createRotation, type World } from './judge.ts';
import { createPollWatch } from './polling.ts';
import { type Batch, createStore, type Store, type StrictBehaviour } from './store.ts';

export interface Surroundings extends StrictBehaviour {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  readonly shuffled?: World['shuffled'];
  /** Told of each call that the specification does not describe. */
  readonly onViolation: (what: string) => void;
}

export interface StrictCalls {
  readonly store: Store;
  viewExtraction(id: string): Result<Extraction, Failure>;
  getBatchResults(id: string, batchId: string): Result<BatchResults, Failure>;
  getClassificationBatch(id: string, batchId: string): Result<BatchResults, Failure>;
  /** The files of a batch as a poll would show them, without one. */
  look(route: Route, batchId: string): readonly PolledFile[];
  overrideCategory(id: string, fileId: string, categoryId: string): Result<void, Failure>;
  redoClassification(id: string, fileId: string): Result<void, Failure>;
  /** A whole upload. `batch` is what the service holds of it from now on; undefined if it took nothing. */
  upload(route: Route, files: readonly ReceivedFile[]): Uploaded;
}

export interface Uploaded {
  readonly batch: Batch | undefined;
  /** By the kind of the route. */
  readonly extraction: () => Result<ExtractionBatch, Failure>;
  readonly classification: () => Result<ClassificationBatch, Failure>;
}

/** The calls that an engine must not make: only a person changes extractions and classifications. */
export const forbiddenCalls = {
  createExtraction: forbidden,
  updateExtraction: forbidden,
  deleteExtraction: forbidden,
  createClassification: forbidden,
} satisfies Partial<Service>;

export function createStrictCalls({ now, shuffled, onViolation, ...behaviour }: Surroundings): StrictCalls {
  const store = createStore(behaviour);
  const world: World = { store, polls: createPollWatch(), now, shuffled: shuffled ?? createRotation() };
  const endpoints = { extraction: extractionEndpoints, classification: classificationEndpoints };

  const ask = (api: Route['kind'], name: string, body: Body, ...ids: readonly string[]) => {
    const endpoint = endpoints[api].find((each) => each.name === name);
    if (endpoint === undefined) throw new Error(`There is no endpoint ${name}.`);
    const verdict = endpoint.judge(world, body, ids);
    if (verdict.violation !== undefined) onViolation(`${name}: ${verdict.violation}`);
    const { status, body: answer, accepted } = verdict.act();
    const text = JSON.stringify(answer);
    const read = <Value>(schema: z.ZodType<Value>, stage: 'free' | 'whole'): Result<Value, Failure> => {
      const facts = { call: name, api, stage };
      const headers = { 'content-type': 'application/json' };
      if (status < 200 || status > 299) return err(classifyStatus(facts, { status, headers, text }, { now: now() }));
      const value = readAnswer(schema, text);
      return value.ok ? value : err(classifyUnreadable(facts, status, value.error));
    };
    return { read, accepted };
  };
  const json = (value: unknown): Body => ({ kind: 'json', value });

  return {
    store,
    viewExtraction: (id) => ask('extraction', 'viewExtraction', json({ extractionId: id })).read(extractionSchema(id), 'free'),
    getBatchResults: (extractionId, batchId) =>
      ask('extraction', 'getBatchResults', json({ extractionId, batchId })).read(extractionResultsSchema, 'free'),
    getClassificationBatch: (id, batchId) =>
      ask('classification', 'readBatch', { kind: 'none' }, id, batchId).read(classificationResultsSchema, 'free'),
    look({ kind, id }, batchId) {
      const batch = store.batches.get(batchId);
      const extraction = store.extractions.get(id);
      const classification = store.classifications.get(id);
      const shown = (batch?.files ?? []).flatMap((file) => {
        if (kind === 'extraction')
          return extraction === undefined ? [] : (store.extractionFile(extraction, file, now()).shown ?? []);
        return classification === undefined ? [] : (store.classificationFile(classification, file, now()).shown ?? []);
      });
      const text = JSON.stringify({ batch: { status: 'queued' }, files: shown });
      const read = readAnswer(kind === 'extraction' ? extractionResultsSchema : classificationResultsSchema, text);
      return read.ok ? read.value.files : [];
    },
    overrideCategory: (id, fileId, categoryId) =>
      ask('classification', 'overrideCategory', json({ classified_category_id: categoryId }), id, fileId).read(nothing, 'free'),
    redoClassification: (id, fileId) => ask('classification', 'redo', { kind: 'none' }, id, fileId).read(nothing, 'free'),
    upload({ kind, id }, files) {
      const fields = new Map(kind === 'extraction' ? [['extractionId', id]] : []);
      const form: Body = { kind: 'form', form: { fields, files } };
      const { read, accepted } = kind === 'extraction' ? ask(kind, 'uploadFiles', form) : ask(kind, 'uploadBatch', form, id);
      return {
        batch: accepted,
        extraction: () => read(uploadSchema(id), 'whole'),
        classification: () => read(classificationBatchSchema, 'whole'),
      };
    },
  };
}

/** What such an answer says is not shown. */
const nothing = z.unknown().transform(() => undefined);

function forbidden(): Promise<never> {
  return Promise.reject(new Error('The engine must not make this call.'));
}
