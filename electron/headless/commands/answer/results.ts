import { join } from 'node:path';
import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import { lacksItsFile, shownValues } from '../../../core/poll/poll-outcome.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { Refusal } from '../../input/refusal.ts';
import { type JsonEvent, tell } from '../../output/events.ts';
import { type Asked, knownDocument, onlyPath } from './asked.ts';

/** Values of each result that a list for people shows, and the most characters of each. */
const maxShown = { values: 4, length: 60 };

/** The results that came back under names which fit no document, with the documents that lack theirs. @param of only those that it may have */
export function resultsFor(ledger: LedgerReader, of: Document | undefined): { events: JsonEvent[]; lines: Message[] } {
  const wanted = of === undefined ? undefined : new Set(ledger.unmatched.offeredTo(of).map(({ batchId }) => batchId));
  const events: JsonEvent[] = [];
  const lines: Message[] = [];
  for (const id of ledger.unmatched.batches()) {
    const found = ledger.batches.get(id);
    if (found === undefined || wanted?.has(id) === false) continue;
    const lacking =
      found.linked === undefined
        ? ledger.documents.inBatch(id).filter(lacksItsFile)
        : ledger.jobs.passedOn(found.origin, found.route).flatMap((job) => ledger.documents.awaiting(job.id));
    if (lacking.length === 0) continue;
    const batch = found.serviceBatchId ?? '';
    const route = ledger.routes.info(found.origin, found.route)?.name ?? found.route.id;
    const documents = lacking.map(({ folderId, path }) => join(ledger.folders.get(folderId)?.path ?? '', path));
    lines.push(say('answers.assign.batch', { batch, route }));
    for (const { fileId, fileName: name, result } of ledger.unmatched.of(id)) {
      const values = shownValues(result);
      events.push({ event: 'unmatched', batch, route, id: fileId, name, status: result.status, values, documents });
      const shown = values.slice(0, maxShown.values);
      const texts = shown.map(({ key, value }) => `${key === undefined ? '' : `${key} `}${value.slice(0, maxShown.length)}`);
      lines.push(say('answers.assign.result', { id: fileId, name, values: texts.join(' · ') }));
    }
    lines.push(say('answers.assign.documents', { paths: documents }));
  }
  if (lines.length > 0) lines.push(say('answers.assign.how', { command: 'intray answer FILE --assign ID' }));
  return { events, lines };
}

/** Assigns a result, or names the batch that has the values of what the service extracts by itself. @throws Refusal if it cannot be that one */
export async function assign(asked: Asked): Promise<0> {
  const { kept, flags, host } = asked;
  const { assign: result, batch } = flags;
  const path = onlyPath(asked, batch === undefined ? '--assign' : '--batch');
  const id = await kept.write(async (ledger) => {
    const document = await knownDocument(ledger, path);
    const { id: documentId, passedOn } = document;
    if (batch !== undefined) {
      if (passedOn === undefined) throw new Refusal(say('reviewing.awaitsNoValues', { path }));
      ledger.requests.add({ documentId, kind: 'name-batch', batch, fileId: result ?? null });
    } else if (result !== undefined) {
      if (passedOn === undefined && !lacksItsFile(document)) throw new Refusal(say('reviewing.needsNoResult', { path }));
      if (!ledger.unmatched.offeredTo(document).some(({ fileId }) => fileId === result))
        throw new Refusal(say('reviewing.notUnmatched', { path }));
      ledger.requests.add({ documentId, kind: 'assign', fileId: result });
    }
    return documentId;
  });
  return tell(host, flags, { event: 'assign', path, id, ...given({ batch, result }), accepted: true }, [
    say(batch === undefined ? 'answers.assign.given' : 'answers.assign.asked', { path }),
    kept.soon(),
  ]);
}
