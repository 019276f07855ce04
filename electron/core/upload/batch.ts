import type { Meter } from '../account/budget.ts';
import type { Route } from '../protocol/route.ts';
import { maxFilesPerClassificationBatch } from '../protocol/service-shapes.ts';
import { plainName } from './answer-map.ts';

/** What composing needs to know of a document that is ready to be sent. */
export interface Candidate {
  readonly id: number;
  readonly folderId: number;
  /** The name that it goes out under. */
  readonly fileName: string;
  readonly size: number;
  /** Documents of one cohort go together and with no other: the halves of a batch that was refused. */
  readonly cohort?: string | undefined;
  /** Since when it is ready, ms since the epoch. */
  readonly readySince: number;
  /** What budgets count it as; none if a person wants it sent whatever they say. */
  readonly pages: number;
}

export interface BatchLimits {
  readonly files: number;
  readonly bytes: number;
  /** Takes pages from the budgets; false if those do not leave as many. */
  readonly meter?: Pick<Meter, 'takes'> | undefined;
}

/** The most files in one request: the service's limit for classifications, Intray's (and the folder's) for extractions. */
export function filesPerBatch(route: Route, extractionBatch: number, folderLimit: number | undefined): number {
  const max = folderLimit ?? (route.kind === 'classification' ? maxFilesPerClassificationBatch : extractionBatch);
  return Math.min(max, maxFilesPerClassificationBatch);
}

/**
 * The next batch of one route: at most `limits.files` and `limits.bytes` (a single file may exceed the bytes), no two
 * names equal by `plainName`, one cohort. Folders take turns in the order of `queues`, so that a bulk drop in
 * one does not starve another; what the budgets do not leave pages for is passed over. `full`: nothing more would fit, so
 * there is nothing to wait for.
 *
 * @param queues one array of candidates for each folder, oldest first
 */
export function composeBatch(
  queues: readonly (readonly Candidate[])[],
  limits: BatchLimits,
): { readonly chosen: readonly Candidate[]; readonly full: boolean } {
  const first = queues.find((queue) => queue.length > 0)?.[0];
  if (first === undefined) return { chosen: [], full: false };
  const cohort = first.cohort;
  const chosen: Candidate[] = [];
  const names = new Set<string>();
  let bytes = 0;
  let leftBehind = false;

  let turn = queues.map((queue) => queue.values());
  while (turn.length > 0 && chosen.length < limits.files) {
    const next: typeof turn = [];
    for (const iterator of turn) {
      if (chosen.length >= limits.files) break;
      let step = iterator.next();
      while (step.value !== undefined && step.value.cohort !== cohort) step = iterator.next();
      if (step.done) continue;
      next.push(iterator);
      const candidate = step.value;
      const name = plainName(candidate.fileName);
      const isFull = names.has(name) || (chosen.length > 0 && bytes + candidate.size > limits.bytes);
      if (isFull || limits.meter?.takes(candidate.folderId, candidate.pages) === false) {
        leftBehind = true;
        continue;
      }
      chosen.push(candidate);
      names.add(name);
      bytes += candidate.size;
    }
    turn = next;
  }
  const full = cohort !== undefined || leftBehind || chosen.length >= limits.files || bytes >= limits.bytes;
  return { chosen, full };
}

/** Both halves of a batch that was refused, each its own cohort; a document that stood alone is none. */
export function halve<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [];
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
