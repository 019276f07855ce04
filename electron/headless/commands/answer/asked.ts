import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { PersonAct } from '../../../core/review/person-act.ts';
import type { Ledger, LedgerReader } from '../../../ledger/ledger.ts';
import type { CommandLedger } from '../../input/ledger-access.ts';
import { Refusal } from '../../input/refusal.ts';
import type { FlagsOf } from '../command.ts';
import { ledgerOptions } from '../options.ts';
import { documentAt } from '../status/why/location.ts';

export const answerOptions = [
  { flag: '--send', text: say('help.answer.send') },
  { flag: '--leave', text: say('help.answer.leave') },
  { flag: '--send-again', text: say('help.answer.sendAgain') },
  { flag: '--category', value: say('help.terms.category'), text: say('help.answer.category') },
  { flag: '--classify-again', text: say('help.answer.classifyAgain') },
  { flag: '--assign', value: say('help.terms.result'), text: say('help.answer.assign') },
  { flag: '--batch', value: say('help.terms.batch'), text: say('help.answer.batch') },
  { flag: '--add-pages', value: say('help.terms.number'), text: say('help.answer.addPages') },
  { flag: '--month', text: say('help.answer.month') },
  { flag: '--apply', value: say('help.terms.number'), optional: true, text: say('help.answer.apply') },
  { flag: '--retry-hooks', text: say('help.answer.retryHooks') },
  { flag: '--yes', text: say('help.answer.yes') },
  ...ledgerOptions,
] as const;

/** What a person has typed, and the ledger in which the answer is left: the engine carries it out. */
export interface Asked extends Pick<CommandLedger, 'isSoon' | 'soon'> {
  readonly ledger: Ledger;
  readonly operands: readonly string[];
  /** The operands as absolute paths. */
  readonly paths: readonly string[];
  readonly flags: FlagsOf<typeof answerOptions>;
  /** Who asks, for the history. */
  readonly by: string;
}

/** The path of an answer that is about one thing. @throws Refusal if there are more, or none */
export function onlyPath({ paths: [path, another] }: Pick<Asked, 'paths'>, flag: string): string {
  if (path === undefined || another !== undefined) throw new Refusal(say('answers.answer.onePath', { flag }));
  return path;
}

/** Leaves what a person wants of the documents at these paths for the engine, of each for which nothing speaks against it. */
export async function leaveRequests(
  { ledger, paths, by }: Pick<Asked, 'ledger' | 'paths' | 'by'>,
  act: PersonAct,
  whyNot: (document: Document) => readonly Message[],
) {
  const judged = await Promise.all(
    paths.map(async (path) => {
      const document = await documentAt(ledger, path);
      return { path, document, why: document === undefined ? [say('answers.sendAgain.unknown')] : whyNot(document) };
    }),
  );
  ledger.transaction(() => {
    for (const { document, why } of judged)
      if (document !== undefined && why.length === 0) ledger.requests.add({ documentId: document.id, act, by });
  });
  return judged;
}

/** @throws Refusal if the ledger knows no document there */
export async function knownDocument(ledger: LedgerReader, path: string): Promise<Document> {
  const document = await documentAt(ledger, path);
  if (document === undefined) throw new Refusal(say('answers.about', { path, message: say('answers.sendAgain.unknown') }));
  return document;
}
