import { join } from 'node:path';
import type { Document } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { lacksItsFile, shownValues, type UnmatchedResult } from '../../core/poll/poll-outcome.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { expandPath } from '../../settings/paths.ts';
import type { Host } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { type JsonEvent, tell } from '../output/events.ts';
import { defineCommand } from './command.ts';
import { examples, type LedgerFlags, ledgerOptions } from './options.ts';
import { documentAt } from './status/why/location.ts';

const options = [
  { flag: '--result', value: say('help.terms.result'), text: say('help.assign.result') },
  { flag: '--batch', value: say('help.terms.batch'), text: say('help.assign.batch') },
  ...ledgerOptions,
] as const;

export const command = defineCommand({
  name: 'assign',
  summary: say('help.assign.summary'),
  operands: [{ term: say('help.terms.file'), repeat: 'any' }],
  options,
  help: [
    say('help.assign.about'),
    examples('intray assign', 'intray assign ~/scans/invoice.pdf --result 7c3a', 'intray assign ~/mail/order.pdf --batch 9f21'),
  ],
  run: ({ operands, flags, host }) => assign(operands, flags, host),
});

/** A batch with results that fit none of its documents, and the documents that lack theirs. */
interface Unassigned {
  readonly batch: string;
  readonly route: string;
  readonly results: readonly UnmatchedResult[];
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** Values of each result that a list for people shows, and the most characters of each. */
const maxShown = { values: 4, length: 60 };

/**
 * `intray assign`: lists the results that came back under names which fit no document, or those of the batches that some
 * files are in; `intray assign FILE --result ID` assigns one, and `--batch ID` says where the values are of a document that the
 * service extracts by itself. The request is left in the ledger, as by `send-again`.
 *
 * @returns 0
 * @throws Refusal if the file cannot have that result, there is no ledger, or it cannot be used
 */
export async function assign(
  files: readonly string[],
  { result, batch, ...flags }: LedgerFlags & { readonly result?: string; readonly batch?: string },
  host: Host,
): Promise<0> {
  const found = ledgerFor(flags, host);
  const paths = files.map((file) => expandPath(file, host.paths));
  const asked = await found.read((ledger) => Promise.all(paths.map((path) => documentAt(ledger, path))));
  const unknown = paths.filter((_, index) => asked[index] === undefined);
  if (unknown.length > 0)
    throw new Refusal(unknown.map((path) => say('answers.sendAgain.not', { path, message: say('answers.sendAgain.unknown') })));
  const documents = asked.filter((document) => document !== undefined);
  if (result === undefined && batch === undefined) {
    const unassigned = await found.read((ledger) => unassignedIn(ledger, files.length > 0 ? documents : undefined));
    tell(host, flags, unassigned.flatMap(events), lines(unassigned));
    return 0;
  }
  const [document, another] = documents;
  const [path = ''] = paths;
  if (document === undefined || another !== undefined)
    throw new Refusal(batch === undefined ? say('answers.assign.oneFile') : say('answers.assign.batchOneFile'));
  const { id: documentId } = document;
  const isSoon = found.isSoon();
  if (batch !== undefined) {
    await found.write((ledger) => {
      if (document.passedOn === undefined) throw new Refusal(say('reviewing.awaitsNoValues', { path }));
      ledger.requests.add({ documentId, kind: 'name-batch', batch, fileId: result ?? null });
    });
    const event: JsonEvent = {
      event: 'assign',
      path,
      id: documentId,
      batch,
      ...(result !== undefined && { result }),
      accepted: true,
    };
    tell(host, flags, event, [isSoon ? say('answers.assign.askedSoon', { path }) : say('answers.assign.askedNextRun', { path })]);
    return 0;
  }
  if (result === undefined) return 0;
  await found.write((ledger) => {
    if (document.passedOn === undefined && !lacksItsFile(document)) throw new Refusal(say('reviewing.needsNoResult', { path }));
    if (!ledger.unmatched.offeredTo(document).some(({ fileId }) => fileId === result))
      throw new Refusal(say('reviewing.notUnmatched', { path }));
    ledger.requests.add({ documentId, kind: 'assign', fileId: result });
  });
  const event: JsonEvent = { event: 'assign', path, id: documentId, result, accepted: true };
  tell(host, flags, event, [say(isSoon ? 'answers.assign.soon' : 'answers.assign.nextRun', { path })]);
  return 0;
}

/** @param documents only the batches of these; absent: all */
function unassignedIn(ledger: LedgerReader, documents: readonly Document[] | undefined): Unassigned[] {
  const offered = documents?.flatMap((document) => ledger.unmatched.offeredTo(document));
  const wanted = offered === undefined ? undefined : new Set(offered.map(({ batchId }) => batchId));
  return ledger.unmatched.batches().flatMap((id): Unassigned[] => {
    const batch = ledger.batches.get(id);
    if (batch === undefined) return [];
    const lacking =
      batch.linked === undefined
        ? ledger.documents.inBatch(id).filter(lacksItsFile)
        : ledger.jobs.passedOn(batch.origin, batch.route).flatMap((job) => ledger.documents.awaiting(job.id));
    if (lacking.length === 0 || wanted?.has(id) === false) return [];
    return [
      {
        batch: batch.serviceBatchId ?? '',
        route: ledger.routes.info(batch.origin, batch.route)?.name ?? batch.route.id,
        results: ledger.unmatched.of(id),
        files: lacking.map(({ folderId, path }) => join(ledger.folders.get(folderId)?.path ?? '', path)),
      },
    ];
  });
}

function lines(unassigned: readonly Unassigned[]): Message[] {
  if (unassigned.length === 0) return [say('answers.assign.none')];
  return [
    ...unassigned.flatMap(({ batch, route, results, files }) => [
      say('answers.assign.batch', { batch, route }),
      ...results.map(({ fileId, fileName, result }) => {
        const values = shownValues(result).slice(0, maxShown.values);
        const texts = values.map(({ key, value }) => `${key === undefined ? '' : `${key} `}${value.slice(0, maxShown.length)}`);
        return say('answers.assign.result', { id: fileId, name: fileName, values: texts.join(' · ') });
      }),
      say('answers.assign.documents', { paths: files }),
    ]),
    say('answers.assign.how', { command: 'intray assign FILE --result ID' }),
  ];
}

function events({ batch, route, results, files }: Unassigned): JsonEvent[] {
  return results.map(({ fileId: id, fileName: name, result }) => ({
    ...{ event: 'unmatched', batch, route, id, name, status: result.status },
    values: shownValues(result),
    documents: files,
  }));
}
