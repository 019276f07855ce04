import type { Document } from '../../core/document/document.ts';
import { hasResult, traitsOf } from '../../core/document/states.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { expandPath } from '../../settings/paths.ts';
import type { Host } from '../host.ts';
import { type CommandLedger, ledgerFor } from '../input/ledger-access.ts';
import { messageMembers, tell } from '../output/events.ts';
import { stateMessage } from '../output/state-messages.ts';
import { defineCommand } from './command.ts';
import { examples, type LedgerFlags, ledgerOptions } from './options.ts';
import { documentAt } from './status/why/location.ts';

export const command = defineCommand({
  name: 'send-again',
  summary: say('help.sendAgain.summary'),
  operands: [{ term: say('help.terms.file'), repeat: 'some' }],
  options: ledgerOptions,
  help: [say('help.sendAgain.about'), examples('intray send-again ~/scans/invoice.pdf')],
  run: ({ operands, flags, host }) => sendAgain(operands, flags, host),
});

/** A file that a person wants sent again, and whether that is possible. */
type Wish =
  | { readonly kind: 'again'; readonly path: string; readonly document: Document }
  | { readonly kind: 'not'; readonly path: string; readonly why: Message };

/**
 * `intray send-again FILE…`: sends documents once more that failed, were refused, or wait for a person's decision. The
 * request is left in the ledger; the engine sees it within seconds, or when it starts.
 *
 * @returns 0 if every file will be sent, 1 if some need not be or cannot be
 * @throws Refusal if there is no ledger, or it cannot be written
 */
export async function sendAgain(files: readonly string[], flags: LedgerFlags, host: Host): Promise<0 | 1> {
  const kept = ledgerFor(flags, host);
  const wishes = await Promise.all(files.map((each) => wishFor(expandPath(each, host.paths), kept)));
  const again = wishes.filter((wish) => wish.kind === 'again');
  if (again.length > 0)
    await kept.write((ledger) =>
      ledger.transaction(() => {
        for (const { document } of again) ledger.requests.add({ documentId: document.id, kind: 'send-again' });
      }),
    );
  tell(host, flags, wishes.map(wishEvent), wishMessages(wishes, kept.isSoon()));
  return again.length === wishes.length ? 0 : 1;
}

async function wishFor(path: string, kept: CommandLedger): Promise<Wish> {
  return kept.read(async (ledger): Promise<Wish> => {
    const document = await documentAt(ledger, path);
    if (document === undefined) return { kind: 'not', path, why: say('answers.sendAgain.unknown') };
    return sendAgainOf(document) === 'no' ? { kind: 'not', path, why: whyNot(document) } : { kind: 'again', path, document };
  });
}

function whyNot({ state: { kind: state } }: Document): Message {
  if (hasResult(state)) return say('answers.sendAgain.hasResult');
  return traitsOf(state).hasFile
    ? say('answers.sendAgain.underWay', { state: stateMessage(state) })
    : say('answers.sendAgain.gone');
}

/** For people. Pure. */
export function wishMessages(wishes: readonly Wish[], running: boolean): Message[] {
  const again = wishes.filter((wish) => wish.kind === 'again');
  const messages = wishes.flatMap((wish) =>
    wish.kind === 'not' ? [say('answers.sendAgain.not', { path: wish.path, message: wish.why })] : [],
  );
  if (again.length === 0) return messages;
  messages.push(say(running ? 'answers.sendAgain.soon' : 'answers.sendAgain.nextRun', { count: again.length }));
  const doubtful = again.filter(({ document }) => sendAgainOf(document) === 'paid').length;
  if (doubtful > 0) messages.push(say('answers.sendAgain.maybePaid', { count: doubtful }));
  return messages;
}

function wishEvent(wish: Wish): Readonly<Record<string, unknown>> {
  return wish.kind === 'again'
    ? { event: 'send-again', path: wish.path, id: wish.document.id, accepted: true }
    : { event: 'send-again', path: wish.path, accepted: false, reason: inEnglish(wish.why), ...messageMembers(wish.why) };
}
