import { say } from '../../core/messages/message.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import {
  type FilingBatch,
  type FilingWish,
  filingBatch,
  filingBatches,
  leaveWishes,
  movesIn,
  wishesAgain,
  wishesBack,
} from '../../engine/review/filing-batches.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Host } from '../host.ts';
import { type CommandLedger, ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { userName } from '../input/user-name.ts';
import { messageMembers, tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, exitCodes, ledgerOptions } from './options.ts';

const options = [
  { flag: '--list', text: say('help.undo.list') },
  { flag: '--again', text: say('help.undo.again') },
  ...ledgerOptions,
] as const;

export const command = defineCommand({
  name: 'undo',
  summary: say('help.undo.summary'),
  operands: [{ term: 'ID', repeat: 'any' }],
  options,
  help: [
    say('help.undo.about'),
    exitCodes(say('help.undo.exitAll'), say('help.undo.exitSome'), say('help.common.exitRefused')),
    examples('intray undo --list', 'intray undo', 'intray undo 17', 'intray undo 17 --again'),
  ],
  run: ({ operands, flags, host }) => undo(operands, flags, host),
});

type Flags = FlagsOf<typeof options>;

/**
 * `intray undo [ID]`: takes a batch of filings back, the last one unless an ID says which. The request is left in the ledger; the
 * engine moves the files within seconds, or when it runs next.
 *
 * @returns 1 if some documents cannot be taken back
 * @throws Refusal if there is no such batch, or nothing of it to take back
 */
export async function undo(operands: readonly string[], flags: Flags, host: Host): Promise<0 | 1> {
  const kept = ledgerFor(flags, host);
  const [id, ...others] = operands;
  if (others.length > 0) throw new Refusal(say('answers.undo.one'));
  if (flags.list === true) return list(kept, flags, host);
  const { batch, wishes, count } = await kept.write(async (ledger) => {
    const batch = chosen(ledger, id, flags.again === true);
    const wishes = flags.again === true ? wishesAgain(ledger, batch) : await wishesBack(ledger, createFiles(), batch);
    return { batch, wishes, count: leaveWishes(ledger, wishes, userName('intray undo')) };
  });
  tell(
    host,
    flags,
    wishes.map((wish) => eventOf(batch, wish)),
    [
      ...wishes.flatMap(({ document, why }) =>
        why === undefined ? [] : [say('answers.undo.stays', { path: document.path, message: why })],
      ),
      say(flags.again === true ? 'answers.undo.again' : 'answers.undo.back', {
        count,
        soon: kept.isSoon() ? 'yes' : 'no',
      }),
      ...(flags.again === true ? [] : [say('answers.undo.beyond')]),
    ],
  );
  return count === wishes.length ? 0 : 1;
}

function chosen(ledger: LedgerReader, id: string | undefined, isAgain: boolean): FilingBatch {
  if (id !== undefined) {
    const named = filingBatch(ledger, Number(id));
    if (named === undefined) throw new Refusal(say('answers.undo.unknown', { id }));
    return named;
  }
  for (const batch of filingBatches(ledger))
    if (isAgain ? wishesAgain(ledger, batch).length > 0 : movesIn(batch).size > 0) return batch;
  throw new Refusal(say(isAgain ? 'answers.undo.noneUndone' : 'answers.undo.none'));
}

async function list(kept: CommandLedger, flags: Flags, host: Host): Promise<0> {
  const batches = await kept.read((ledger) => [...filingBatches(ledger)]);
  const counted = batches.map((batch) => {
    const documents = new Set(batch.filings.map(({ documentId }) => documentId)).size;
    return { batch, documents, undone: documents - movesIn(batch).size };
  });
  tell(
    host,
    flags,
    counted.map(({ batch: { id, from, until, filings }, documents, undone }) => ({
      ...{ event: 'filings', id, from: new Date(from).toISOString(), until: new Date(until).toISOString(), documents, undone },
      moves: filings.map(({ documentId, fromPath, toPath }) => ({ id: documentId, from: fromPath, to: toPath })),
    })),
    counted.length === 0
      ? [say('answers.undo.none')]
      : counted.map(({ batch, documents, undone }) =>
          say('answers.undo.batch', { id: String(batch.id), at: batch.from, documents, undone }),
        ),
  );
  return 0;
}

function eventOf({ id: batch }: FilingBatch, { document, to, why }: FilingWish) {
  return {
    ...{ event: to === undefined ? 'file-again' : 'undo', batch, id: document.id, path: document.path },
    ...(to !== undefined && { to }),
    accepted: why === undefined,
    ...(why !== undefined && messageMembers(why)),
  };
}
