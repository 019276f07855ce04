import fc from 'fast-check';
import { configSchema } from '../../electron/core/config/config-file.ts';
import { answerRequest, requests } from '../../electron/core/contract/contract.ts';
import { foreign, messageSchema } from '../../electron/core/messages/message.ts';
import { inEnglish, isolated } from '../../electron/core/messages/wording.ts';
import { csvName, filedName, jsonName, nameLimits, safeName } from '../../electron/engine/deliver/delivery-target.ts';
import { readErrorBody } from '../../electron/service/error-body.ts';
import { readAnswer } from '../../electron/service/read-answer.ts';
import { classificationResultsSchema, extractionResultsSchema, extractionSchema } from '../../electron/service/schemas.ts';
import { parseJson } from '../../electron/settings/config.ts';
import type { Parser } from '../../electron/workspace/parser/parser.ts';
import { anyCharacter } from '../support/any-character.ts';
import { makeBytes } from '../support/make-files.ts';
import { SpoiltLedger } from './ledger-rows.ts';

/** Something that reads what strangers write, and what it is given. It may refuse anything; it may not throw. */
export interface Target {
  readonly name: string;
  readonly property: (parser: Parser) => fc.IAsyncProperty<[unknown]>;
}

/** Values as a hostile service sends them: deep, long, of the wrong type, with names that mean something to JavaScript. */
const hostile: fc.Arbitrary<unknown> = fc.letrec((again) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, -0, 1e308, '', '\u202e', '\ud800', '__proto__', '=1+41', 'processed', 'needs_review'),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.integer(),
    fc.array(again('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('id', 'status', 'result', '__proto__', 'constructor', 'files', 'toString'), again('value')),
  ),
})).value;

const file = fc.record(
  { id: hostile, file_name: hostile, status: hostile, result: hostile, classified_category_id: hostile, confidence: hostile },
  { requiredKeys: [] },
);
const answer = fc.oneof(
  fc.record({ files: fc.oneof(fc.array(file), hostile), batch: hostile, batchId: hostile }, { requiredKeys: [] }).map(asJson),
  hostile.map(asJson),
  fc.string({ unit: anyCharacter }),
  fc
    .integer({ min: 1, max: 50_000 })
    .map((depth) => `{"files":[{"id":"f","file_name":"a","status":"x","result":${'['.repeat(depth)}`),
);

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** A document with some of its bytes changed, cut off or doubled. */
const damaged = fc
  .tuple(
    fc.constantFrom('pdf', 'docx', 'png', 'jpg'),
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 30 }),
    fc.nat(),
  )
  .map(([type, changes, cut]) => {
    const bytes = makeBytes(type as 'pdf', 'Invoice number: R-7');
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return { name: `a.${type}`, bytes: cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes };
  });

const target = <Value>(name: string, values: fc.Arbitrary<Value>, work: (value: Value, parser: Parser) => unknown): Target => ({
  name,
  property: (parser) =>
    fc.asyncProperty(values, async (value) => {
      await work(value, parser);
    }) as unknown as fc.IAsyncProperty<[unknown]>,
});

const spoilt = new SpoiltLedger();

export const targets: readonly Target[] = [
  target('answers of the service', answer, (text) => {
    for (const schema of [extractionResultsSchema, classificationResultsSchema, extractionSchema('e')])
      readAnswer<unknown>(schema, text);
    readErrorBody('application/json', text);
  }),
  target('file names', fc.string({ unit: anyCharacter }), (name) => {
    for (const limit of nameLimits)
      for (const made of [jsonName(name, 2, limit), filedName(name, 2, limit)]) check(made.length > 0);
    csvName({ name, route: { kind: 'extraction', id: name } }, 1);
    check(!/[/\\\0]/.test(safeName(name)));
    check(!/[\u202a-\u202e]/.test(isolated(name)));
    check(!/[\u202a-\u202e]/.test(inEnglish(foreign(name))));
  }),
  target('stored messages', hostile, (value) => {
    const read = messageSchema.safeParse(value);
    if (read.success) inEnglish(read.data);
  }),
  target(
    'rows of the ledger',
    fc.tuple(fc.nat(), fc.oneof(hostile.map(asJson), fc.constantFrom(null, -1, 2 ** 52), fc.double({ noNaN: true }))),
    ([which, value]) => spoilt.read(which, value),
  ),
  target('config files', fc.oneof(hostile.map(asJson), fc.string({ unit: anyCharacter })), (text) => {
    parseJson(text, '/home/ada/intray.json', configSchema);
  }),
  target(
    'requests of a window',
    fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(requests)), hostile), hostile),
    async ([name, input]) => {
      const handlers = new Proxy({}, { get: () => async () => ({ ok: true, value: undefined }) });
      await answerRequest(handlers as Parameters<typeof answerRequest>[0], name, input, (what, fault) => {
        throw new Error(`${what} met a fault`, { cause: fault });
      });
    },
  ),
  target('documents', damaged, async ({ name, bytes }, parser) => {
    await parser.call('readDocument', bytes, name);
    if (name.endsWith('docx')) await parser.call('docxText', bytes);
    await parser.call('countPages', bytes, name);
  }),
];

function check(holds: boolean): void {
  if (!holds) throw new Error('It does not hold.');
}
