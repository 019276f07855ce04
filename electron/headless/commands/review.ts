import type { Document } from '../../core/document/document.ts';
import { asksPerson } from '../../core/document/standing.ts';
import { hasResult } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import { defined } from '../../core/plain-data.ts';
import type { ReviewAct, ReviewReason } from '../../core/review/local-review.ts';
import { resultView } from '../../core/review/result-view.ts';
import type { ReviewRefusal } from '../../engine/api.ts';
import { decideReview } from '../../engine/review/reviews.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedFolders } from '../../workspace/engine/engine-snapshot.ts';
import { type Host, userName } from '../host.ts';
import { type CommandLedger, ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { columns } from '../output/columns.ts';
import { isoTime, messageMembers, messagesMembers } from '../output/events.ts';
import {
  type AttentionItem,
  attentionItem,
  attentionLines,
  fieldsOf,
  itemsForMachines,
  itemsForPeople,
} from '../output/summary.ts';
import { knownDocument, leaveRequests } from './answer/asked.ts';
import { defineCommand, type FlagsOf, type Said } from './command.ts';
import { examples, exitCodes, ledgerOptions } from './options.ts';
import { locate } from './status/why/location.ts';

const options = [
  { flag: '--confirm', text: say('help.review.confirm') },
  { flag: '--set', value: say('help.terms.fieldValue'), text: say('help.review.set'), repeatable: true },
  { flag: '--take', value: 'mine|service', text: say('help.review.take') },
  { flag: '--dismiss', text: say('help.review.dismiss') },
  { flag: '--undo', text: say('help.review.undo') },
  ...ledgerOptions,
] as const;

type Flags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'review',
  summary: say('help.review.summary'),
  operands: [{ term: say('help.terms.path'), repeat: 'any' }],
  options,
  help: [
    say('help.review.about'),
    say('help.review.acts'),
    exitCodes(say('help.review.exitDone'), say('help.review.exitSome'), say('help.common.exitNotRun')),
    examples(
      'intray review',
      'intray review ~/scans/invoice.pdf',
      'intray review ~/scans/invoice.pdf --set total_amount=12.50 --confirm',
      'intray review ~/scans/letter.pdf --dismiss',
    ),
  ],
  async run({ operands, flags, host }) {
    const kept = ledgerFor(flags, host);
    const paths = operands.map((path) => expandPath(path, host.paths));
    const act = actOf(flags);
    return act === undefined ? show(kept, paths, flags, host) : carryOut(kept, paths, act, flags);
  },
});

/** What the flags ask for; undefined: to be shown. @throws Refusal if they do not go together */
function actOf({ confirm, set, take, dismiss, undo }: Flags): ReviewAct | undefined {
  const acts: ReviewAct[] = [
    ...(confirm === true ? [{ kind: 'confirm', corrections: correctionsIn(set ?? []) } as const] : []),
    ...(take === undefined ? [] : [{ kind: 'resolve', take } as const]),
    ...(dismiss === true ? [{ kind: 'dismiss' } as const] : []),
    ...(undo === true ? [{ kind: 'undo' } as const] : []),
  ];
  if (acts.length > 1) throw new Refusal(say('answers.review.oneOnly'));
  if (set !== undefined && confirm !== true) throw new Refusal(say('answers.review.setConfirms'));
  return acts[0];
}

/** @throws Refusal for one that is not FIELD=VALUE */
function correctionsIn(set: readonly string[]): Readonly<Record<string, string>> {
  const corrections = set.map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw new Refusal(say('answers.review.notAValue', { text }));
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(corrections);
}

/** Leaves the act for the engine, of each document of which it has a meaning. @returns exit 1 if that is not all */
async function carryOut(kept: CommandLedger, paths: readonly string[], act: ReviewAct, flags: Flags): Promise<Said> {
  if (paths.length === 0) throw new Refusal(say('answers.review.nameFiles'));
  if (flags.set !== undefined && paths.length > 1) throw new Refusal(say('answers.answer.onePath', { flag: '--set' }));
  const by = userName('intray review');
  const judged = await kept.write((ledger) =>
    leaveRequests({ ledger, paths, by }, act, (document) => {
      const decided = decideReview(ledger, document.id, act, { at: Date.now(), by });
      return decided.ok ? [] : refusalOf(decided.error, fieldsOf(ledger, document));
    }),
  );
  const accepted = judged.filter(({ why }) => why.length === 0);
  return {
    events: judged.map(({ path, document, why }) => ({
      ...{ event: 'reviewed', act: act.kind, path, ...defined({ id: document?.id }), accepted: why.length === 0 },
      ...messagesMembers(why),
    })),
    lines: [
      ...judged.flatMap(({ path, why: [first, ...others] }) =>
        first === undefined ? [] : [say('answers.about', { path, message: first }), ...others],
      ),
      ...(accepted.length > 0 ? [say(`answers.review.${act.kind}`, { count: accepted.length }), kept.soon()] : []),
    ],
    exit: accepted.length === judged.length ? 0 : 1,
  };
}

function refusalOf({ kind, message }: ReviewRefusal, fields: readonly string[]): readonly Message[] {
  const isMistyped = kind === 'unknown-field' && fields.length > 0;
  return isMistyped ? [message, say('answers.review.fields', { fields: fields.join(', ') })] : [message];
}

/** Lists what needs a review, everywhere or in folders, or shows the values of files. */
async function show(kept: CommandLedger, paths: readonly string[], flags: Flags, host: Host): Promise<Said> {
  const { wording } = host;
  const limit = flags.json === true ? itemsForMachines : itemsForPeople;
  const parts = await kept.read(async (ledger) => {
    const folders = recordedFolders(ledger);
    if (paths.length === 0) return [listOf(ledger, folders, limit, wording)];
    return Promise.all(
      paths.map(async (path) => {
        const location = await locate(path, folders);
        if (location.kind === 'inside' && location.inside === '') return listOf(ledger, [location.folder], limit, wording);
        return valuesOf(ledger, await knownDocument(ledger, path), path, wording);
      }),
    );
  });
  return { events: parts.flatMap(({ events }) => events), lines: parts.flatMap(({ lines }) => lines) };
}

/** The documents of these folders whose result a person has to look at. */
function listOf(
  ledger: LedgerReader,
  folders: readonly { readonly id: number; readonly path: string }[],
  limit: number,
  wording: Wording,
): Said {
  const items: AttentionItem[] = [];
  let total = 0;
  for (const { id, path } of folders) {
    const page = ledger.documents.page({ standings: ['needs-you'], folderId: id, limit });
    const asking = page.documents.filter((document) => hasResult(document.state.kind) && asksPerson(document));
    total += asking.length + page.total - page.documents.length;
    items.push(...asking.map((document) => attentionItem(document, path, fieldsOf(ledger, document))));
  }
  const events = items.map(({ id, folder, path, state, reasons }) => {
    return { event: 'review', id, folder, path, state, ...messagesMembers(reasons) };
  });
  if (items.length === 0) return { events, lines: [say('answers.review.none')] };
  const located = folders.length > 1 ? items.map((item) => ({ ...item, path: `${item.folder}/${item.path}` })) : items;
  const lines = attentionLines({ total, items: located, undelivered: [] }, wording);
  return { events, lines: [...lines, say('answers.review.look', { command: 'intray review FILE' })] };
}

/** What was found in a document, and what a person has to look at. @throws Refusal if there is no result yet */
function valuesOf(ledger: LedgerReader, document: Document, path: string, wording: Wording): Said {
  const { findings, id, origin, possibleDuplicate, result, review, route, state } = document;
  if (result === undefined || !hasResult(state.kind)) throw new Refusal(say('reviewing.noResult', { path }));
  const view = resultView(result, {
    fields: fieldsOf(ledger, document).map((key) => ({ key })),
    categories: ledger.categories.of(origin, route.id),
    possibleDuplicate,
    ...defined({ review, findings }),
  });
  const needs = document.dismissed !== true && asksPerson(document);
  const said = (reasons: readonly ReviewReason[]) => reasons.map(({ message }) => message);
  const fields = view.kind === 'extraction' ? view.fields : [];
  const category = view.kind === 'classification' ? view.category : undefined;
  const { confirmed } = view.review;
  const event = {
    ...{ event: 'review', id, path, state: state.kind, needs, status: result.status },
    ...(view.kind === 'classification' && { category: category ?? null }),
    ...(view.kind === 'extraction' && {
      fields: fields.map(({ key, value, serviceValue, newerServiceValue, reasons }) => ({
        ...{ field: key, value: value ?? null, ...defined({ serviceValue, newerServiceValue }) },
        reasons: said(reasons).map(messageMembers),
      })),
    }),
    reasons: said(view.reasons).map(messageMembers),
    ...(confirmed && { confirmed: { by: confirmed.by, at: isoTime(confirmed.at) } }),
  };
  const rows = fields.map(({ key, value, reasons }) => {
    const notes = said(reasons).map((message) => wording.text(message));
    return ['', reasons.length > 0 ? '!' : '', key, [value ?? '', ...notes].join('\n')];
  });
  const lines = [
    say('answers.about', { path, message: say(needs ? 'answers.review.needsYou' : 'answers.review.needsNobody') }),
    ...said(view.reasons),
    ...columns(rows),
    ...(category === undefined ? [] : [say('answers.category.is', { path, category: category.name })]),
    ...(confirmed === undefined ? [] : [say('answers.review.confirmedBy', { by: confirmed.by, at: confirmed.at })]),
    ...(needs ? [say('answers.review.how', { command: 'intray review FILE --confirm' })] : []),
  ];
  return { events: [event], lines };
}
