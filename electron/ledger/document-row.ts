import { z } from 'zod';
import { findingSchema } from '../core/checks/finding.ts';
import { asksPerson } from '../core/document/attention.ts';
import { awaitsSchema } from '../core/document/awaits.ts';
import { deliveries, deliverySchema, writtenAt } from '../core/document/delivery.ts';
import { type Document, type EarlierStep, undoneSchema } from '../core/document/document.ts';
import { resultSchema } from '../core/document/result.ts';
import { standingOf } from '../core/document/standing.ts';
import { stateSchema, traitsOf } from '../core/document/states.ts';
import { confirmationOf, reviewSchema } from '../core/review/local-review.ts';
import { boolean, type Columns, columnsOf, json, parseRow, withoutNulls } from './columns.ts';
import type { Row } from './connection.ts';
import { DamagedRow } from './errors.ts';
import { routeKindColumn } from './routes.ts';

/**
 * Selects documents, each with its current step and that step's route. CROSS JOIN keeps SQLite from reordering the tables:
 * documents are found by an index, the other two by their keys.
 */
export const selectDocuments = `
  SELECT d.*, s.batch_id, s.file_id, s.sent_as, s.result, s.review, s.findings, r.origin, r.kind AS route_kind, r.service_id AS route_id,
    CASE WHEN d.step > 1 THEN (
      SELECT json_group_array(json_object('routeKind', q.kind, 'routeId', q.service_id, 'batchId', p.batch_id, 'fileId', p.file_id,
        'sentAs', p.sent_as, 'result', p.result, 'review', p.review, 'findings', p.findings) ORDER BY p.position)
      FROM steps p CROSS JOIN routes q ON q.id = p.route WHERE p.document_id = d.id AND p.position < d.step
    ) END AS earlier_steps
  FROM documents d
  CROSS JOIN steps s ON s.document_id = d.id AND s.position = d.step
  CROSS JOIN routes r ON r.id = s.route`;

/** Selects only the ids of the same documents. */
export const selectIds = 'SELECT d.id FROM documents d CROSS JOIN steps s ON s.document_id = d.id AND s.position = d.step';

/** A step's columns, but for its route's origin. */
const stepShape = {
  batchId: z.number().nullable(),
  fileId: z.string().nullable(),
  sentAs: z.string().nullable(),
  result: json(resultSchema).nullable(),
  review: json(reviewSchema).nullable(),
  findings: json(z.array(findingSchema)).nullable(),
  routeKind: routeKindColumn,
  routeId: z.string(),
};

const rowShape = z.object({
  id: z.number(),
  folderId: z.number(),
  path: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  ino: z.number(),
  hash: z.string().nullable(),
  contentType: z.string().nullable(),
  pages: z.number().nullable(),
  state: z.string(),
  stateJson: json(stateSchema),
  delivery: z.string(),
  deliveryJson: json(deliverySchema),
  attempts: z.number(),
  possibleDuplicate: boolean,
  replaces: z.number().nullable(),
  foundAt: z.number(),
  changedAt: z.number(),
  dueAt: z.number().nullable(),
  droppedAt: z.number().nullable(),
  dismissed: boolean,
  undone: json(undoneSchema).nullable(),
  awaits: json(awaitsSchema).nullable(),
  origin: z.string(),
  ...stepShape,
  earlierSteps: json(z.array(z.object(stepShape))).nullable(),
});

/** A document from a row of `selectDocuments`. @throws DamagedRow */
export function documentOf(row: Row): Document {
  const {
    routeKind,
    routeId,
    state,
    stateJson,
    delivery,
    deliveryJson,
    size,
    mtimeMs,
    ino,
    dismissed,
    earlierSteps,
    ...members
  } = parseRow(rowShape, 'documents', ['id'], row);
  if (state !== stateJson.kind || delivery !== deliveryJson.kind) {
    throw new DamagedRow('documents', `id ${members.id}`, 'state_json, delivery_json: not the state that is counted');
  }
  return withoutNulls({
    ...members,
    facts: { size, mtimeMs, ino },
    route: { kind: routeKind, id: routeId },
    state: stateJson,
    delivery: deliveryJson,
    dismissed: dismissed ? (true as const) : null,
    earlierSteps: earlierSteps?.map(earlierStepOf) ?? null,
  });
}

function earlierStepOf({ routeKind, routeId, ...members }: z.output<z.ZodObject<typeof stepShape>>): EarlierStep {
  return withoutNulls({ ...members, route: { kind: routeKind, id: routeId } });
}

/** A document's columns in the table `documents`, without its id and step. Spelled out: a loop over its members takes longer. */
export const documentColumns = workedOutOnce((document: Omit<Document, 'id'>): Columns => {
  const { facts, state, delivery } = document;
  const wait = state.kind === 'waiting' ? state.wait : undefined;
  return {
    folder_id: document.folderId,
    path: document.path,
    size: facts.size,
    mtime_ms: facts.mtimeMs,
    ino: facts.ino,
    hash: document.hash ?? null,
    content_type: document.contentType ?? null,
    pages: document.pages ?? null,
    state: state.kind,
    state_json: JSON.stringify(state),
    wait: wait?.kind ?? null,
    behind: wait?.kind === 'behind' ? wait.first : null,
    delivery: delivery.kind,
    delivery_json: JSON.stringify(delivery),
    standing: standingOf(document),
    dismissed: document.dismissed === true ? 1 : 0,
    attempts: document.attempts,
    possible_duplicate: document.possibleDuplicate ? 1 : 0,
    replaces: document.replaces ?? null,
    found_at: document.foundAt,
    changed_at: document.changedAt,
    due_at: document.dueAt ?? null,
    dropped_at: document.droppedAt ?? null,
    undone: document.undone === undefined ? null : JSON.stringify(document.undone),
    awaits: document.awaits === undefined ? null : JSON.stringify(document.awaits),
  };
});

/**
 * What `insights.ts` counts, as far as this change of a document adds to it. Once a person had to look at it, or did, it
 * counts as asked about; when it was first delivered stays, however often it is written again.
 */
export function countedColumns(before: Document | undefined, after: Omit<Document, 'id'>): Columns {
  // A review at the service counts: somebody looked at it there.
  const isAsked = (document: Omit<Document, 'id'>) =>
    traitsOf(document.state.kind).review === 'done' || asksPerson(document) || confirmationOf(document.review) !== undefined;
  const isDelivered = ({ delivery }: Omit<Document, 'id'>) => deliveries[delivery.kind].written;
  const hasFailed = ({ state }: Omit<Document, 'id'>) => traitsOf(state.kind).bucket === 'failed';
  const failed = hasFailed(after);
  return {
    ...(isAsked(after) && (before === undefined || !isAsked(before)) && { asked: 1 }),
    ...(failed !== (before !== undefined && hasFailed(before)) && { failed_at: failed ? after.changedAt : null }),
    ...(isDelivered(after) &&
      (before === undefined || !isDelivered(before)) && { delivered_at: writtenAt(after.delivery) ?? null }),
  };
}

/** The columns of a document's current step in the table `steps`, without its route. */
export const stepColumns = workedOutOnce(
  ({ batchId, fileId, sentAs, result, review, findings }: Omit<Document, 'id'>): Columns =>
    columnsOf({ batchId, fileId, sentAs, result, review, findings }),
);

/** Caches the columns of a document, because they are compared with the next ones written; documents are never changed in place. */
function workedOutOnce(columnsOf: (document: Omit<Document, 'id'>) => Columns): typeof columnsOf {
  const known = new WeakMap<object, Columns>();
  return (document) => {
    const columns = known.get(document) ?? columnsOf(document);
    known.set(document, columns);
    return columns;
  };
}
