/** What the ledger and the JSON beside a source hold is read whole, or not at all. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { gateSchema } from '../../../electron/core/account/gate.ts';
import { checkRuleSchema, findingSchema } from '../../../electron/core/checks/rules.ts';
import {
  deliverySchema,
  filedSchema,
  jsonOutputSchema,
  moveSchema,
  undoneSchema,
} from '../../../electron/core/document/document.ts';
import { resultIn } from '../../../electron/core/document/kept-result.ts';
import { resultSchema } from '../../../electron/core/document/result.ts';
import { jobStateSchema } from '../../../electron/core/document/states.ts';
import { bookFileSchema, columnSchema, csvFileSchema, leftCsvSchema } from '../../../electron/core/document/table.ts';
import { hookEventSchema } from '../../../electron/core/hooks/hook-event.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { reviewSchema } from '../../../electron/core/review/local-review.ts';
import { callActSchema, personActSchema } from '../../../electron/core/review/person-act.ts';
import { leftOutSchema } from '../../../electron/core/watch/left-out.ts';
import { neededMembers, typedMembers } from '../../support/members.ts';

const message = foreign('why');
const columns = [{ name: 'a', heading: 'A' }];
const beneath = { kind: 'forbidden', message, reason: 'pages', until: 1 };
const written = { sha256: 'ab', size: 1, mtimeMs: 2, ino: 3 };
const event = {
  ...{ id: 1, eventId: 'e', name: 'onFailed', folderId: 2, documentId: 3, at: 4, state: 'done', attempts: 0, nextAt: 5 },
};
const extraction = { kind: 'extraction', status: 'processed', extractedData: {}, extra: {} };
const confirmation = { at: 1, by: 'Anna', corrections: {} };
const rule = { field: 'a', name: 'x' };

/** A whole value, and the members that it may go without. */
const stored: readonly (readonly [string, z.ZodType, object, readonly string[]])[] = [
  ['a delivery', deliverySchema, { kind: 'pending', message }, ['message']],
  [
    'a delivery',
    deliverySchema,
    { kind: 'written', at: 1, message, renamed: true, unfiled: message },
    ['message', 'renamed', 'unfiled'],
  ],
  ['a delivery', deliverySchema, { kind: 'done', at: 1, unfiled: message }, ['unfiled']],
  [
    ...(['a JSON', jsonOutputSchema, { path: 'a', from: 'b', hash: 'c', was: 'd', isBehind: true }] as const),
    ['from', 'was', 'isBehind'],
  ],
  ['a move', moveSchema, { from: 'a', to: 'b', root: 1, volume: 'c' }, ['root', 'volume']],
  ['a filing', filedSchema, { id: 1, from: 'a', to: 'b', at: 2, undoneAt: 3 }, ['undoneAt']],
  ['a filing that was taken back', undoneSchema, { at: 1, by: 'Anna', to: 'a' }, ['to']],
  ['a column', columnSchema, { name: 'a', typed: true }, ['typed']],
  [
    'a CSV',
    csvFileSchema,
    {
      ...{ number: 1, path: 'a', written, next: 'b', columns, chosen: true, values: 'typed', delimiter: ';' },
      upTo: 1,
      saved: 2,
    },
    ['written', 'next', 'chosen'],
  ],
  ['a CSV that is a person’s', leftCsvSchema, { number: 1, path: 'a', columns, written }, ['written']],
  [
    ...(['a workbook', bookFileSchema, { path: 'a', written, next: 'b', looks: 'x', upTo: 1, saved: 2 }] as const),
    ['written', 'next'],
  ],
  ['a gate', gateSchema, { kind: 'offline', message, since: 1, until: 2, tries: 3, beneath }, ['beneath']],
  ['a gate', gateSchema, { kind: 'key', message, reason: 'invalid', until: 1, beneath }, ['until', 'beneath']],
  ['a gate', gateSchema, beneath, []],
  ['a gate', gateSchema, { kind: 'rate', message, until: 1, tries: 2, beneath }, ['beneath']],
  ['a state', jobStateSchema, { kind: 'settling', since: 1, delayed: message }, ['delayed']],
  ['a state', jobStateSchema, { kind: 'uploading', cohort: 'a', approved: true, anyway: true }, ['cohort', 'approved', 'anyway']],
  ['a state', jobStateSchema, { kind: 'processing', status: 'a', redo: { since: 1 } }, ['redo']],
  ['a state', jobStateSchema, { kind: 'failed', by: 'intray', message }, []],
  ['a state', jobStateSchema, { kind: 'passed-on', since: 1, asked: true, named: { batch: 'b' } }, ['asked', 'named']],
  ['a finding', findingSchema, { rule: 'r', outcome: 'breach', field: 'f', message, others: [1] }, ['others']],
  [
    ...(['an event', hookEventSchema, { ...event, body: 'a', triedAt: 1, message, output: 'b' }] as const),
    ['body', 'triedAt', 'message', 'output'],
  ],
  ['a result', resultSchema, { ...extraction, modelUsed: 'm' }, ['modelUsed']],
  [
    'a verdict',
    resultSchema,
    { kind: 'classification', status: 'a', categoryId: 'b', categoryName: 'c', confidence: 1, reasoning: 'd', extra: {} },
    ['categoryId', 'categoryName', 'confidence', 'reasoning'],
  ],
  ['a review', reviewSchema, { confirmations: [confirmation], changes: [], conflict: ['a'] }, ['conflict']],
  ['an act', personActSchema, { kind: 'name-batch', batch: 'b', fileId: 'f' }, ['fileId']],
  ['an act', personActSchema, { kind: 'apply', route: { kind: 'extraction', id: 'e' }, isNext: true }, []],
  ['an act', callActSchema, { kind: 'set-category', categoryId: 'c', agreedPages: 1 }, ['agreedPages']],
  ['what is left out', leftOutSchema, { reason: 'type', ending: '.x', count: 1, paths: [] }, []],
  ['a check', checkRuleSchema, { ...rule, check: 'required' }, ['name']],
  ['a check', checkRuleSchema, { ...rule, check: 'pattern', pattern: 'x' }, ['name']],
  ['a check', checkRuleSchema, { ...rule, check: 'one-of', values: ['x'] }, ['name']],
  ['a check', checkRuleSchema, { ...rule, check: 'date', from: 'today', to: 'today' }, ['name', 'from', 'to']],
  ['a check', checkRuleSchema, { ...rule, check: 'amount', from: '1', to: '2' }, ['name', 'from', 'to']],
  ['a check', checkRuleSchema, { check: 'sum', parts: ['a'], total: 'b', name: 'x' }, ['name']],
  ['a check', checkRuleSchema, { ...rule, check: 'iban' }, ['name']],
  ['a check', checkRuleSchema, { ...rule, check: 'vat-id' }, ['name']],
  [
    'a check',
    checkRuleSchema,
    { check: 'second-scan', vendor: 'a', number: 'b', date: 'c', days: 1, name: 'x' },
    ['days', 'name'],
  ],
];

it.each(stored)('%s needs all its members but those that it may lack, each of its type: %#', (_, schema, whole, optional) => {
  const names = Object.keys(whole);
  expect(neededMembers(schema, whole).toSorted()).toEqual(names.filter((name) => !optional.includes(name)).toSorted());
  expect(typedMembers(schema, whole)).toEqual(names);
  expect(schema.parse(whole)).toEqual(whole);
});

it.each(stored.filter(([what]) => what !== 'a check'))('%s has numbers of any size: %#', (_, schema, whole) => {
  for (const [name, value] of Object.entries(whole))
    if (typeof value === 'number')
      for (const other of [0, 0.5, -1, 1e15])
        expect(schema.parse({ ...whole, [name]: other })).toEqual({ ...whole, [name]: other });
});

describe('A part of what is stored', () => {
  it.each<[string, z.ZodType, object]>([
    [
      'a fact of a CSV',
      csvFileSchema,
      {
        ...{ number: 1, path: 'a', columns, values: 'typed', delimiter: ';', upTo: 1, saved: 2 },
        written: { sha256: 'a', size: 1, mtimeMs: 2 },
      },
    ],
    ['a heading', leftCsvSchema, { number: 1, path: 'a', columns: [{ name: 'a' }] }],
    [
      'the hash of a workbook',
      bookFileSchema,
      { path: 'a', written: { size: 1, mtimeMs: 2, ino: 3 }, looks: 'x', upTo: 1, saved: 2 },
    ],
    [
      'the size of a workbook',
      bookFileSchema,
      { path: 'a', written: { sha256: 'a', mtimeMs: 2, ino: 3 }, looks: 'x', upTo: 1, saved: 2 },
    ],
    ['when a new run was asked for', jobStateSchema, { kind: 'processing', status: 'a', redo: { failed: true } }],
    ['the batch that was named', jobStateSchema, { kind: 'passed-on', since: 1, named: { fileId: 'f' } }],
    ['who confirmed', reviewSchema, { confirmations: [{ ...confirmation, by: undefined }], changes: [] }],
    ['when it was confirmed', reviewSchema, { confirmations: [{ ...confirmation, at: undefined }], changes: [] }],
    ['the corrections', reviewSchema, { confirmations: [{ ...confirmation, corrections: undefined }], changes: [] }],
    ['a correction', reviewSchema, { confirmations: [{ ...confirmation, corrections: { a: 7 } }], changes: [] }],
    ['who changed it', reviewSchema, { confirmations: [], changes: [{ at: 1 }] }],
    ['when it was changed', reviewSchema, { confirmations: [], changes: [{ by: 'Anna' }] }],
  ])('is not left out: %s', (_, schema, value) => expect(schema.safeParse(value).success).toBe(false));
});

describe('The JSON beside a source', () => {
  const hash = 'a'.repeat(64);
  const route = { kind: 'extraction', id: 'e' } as const;
  const change = { field: 'total', from: 'a', to: 'b', at: '2026-03-04T10:00:00.000Z', by: 'Anna' };
  const reviewed = { by: 'Anna', at: change.at, changes: [change] };
  const json = {
    intray: 1,
    source: { sha256: hash },
    route,
    status: 'processed',
    extracted_data: {},
    model_used: 'm',
    other: {},
    reviewed,
  };
  const isKnown = (value: object) => resultIn(value, { route, hash }) !== undefined;

  it.each(['intray', 'source', 'route', 'status', 'extracted_data'])('says nothing without its %s', (name) => {
    expect(isKnown(json)).toBe(true);
    expect(isKnown({ ...json, [name]: undefined })).toBe(false);
  });

  it.each(['model_used', 'other', 'reviewed'])('may do without %s', (name) =>
    expect(isKnown({ ...json, [name]: undefined })).toBe(true),
  );

  it.each([
    { ...reviewed, by: undefined },
    { ...reviewed, at: undefined },
    { ...reviewed, changes: undefined },
    { ...reviewed, changes: [{ ...change, by: undefined }] },
    { ...reviewed, changes: [{ ...change, at: undefined }] },
    { ...reviewed, changes: [{ ...change, field: 7 }] },
  ])('says nothing where what people made of it is not whole: %j', (broken) =>
    expect(isKnown({ ...json, reviewed: broken })).toBe(false),
  );
});
