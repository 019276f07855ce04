import type { Answer, Handlers } from '../../../electron/core/contract/contract.ts';
import type { Done } from '../../../electron/core/contract/request.ts';
import { countsOf, needsPerson, standingOf } from '../../../electron/core/document/standing.ts';
import { mayPayTwice } from '../../../electron/core/document/states.ts';
import { jobTransition, ready, sendAgainOf } from '../../../electron/core/document/transition.ts';
import { foreign, type Message, say } from '../../../electron/core/messages/message.ts';
import { shownValues } from '../../../electron/core/poll/poll-outcome.ts';
import { err, ok, type Result } from '../../../electron/core/result.ts';
import {
  categorySet,
  confirm,
  gapOf,
  type Review,
  resolveConflict,
  type Signature,
  undo,
  withoutCategory,
  withoutConfirmations,
} from '../../../electron/core/review/local-review.ts';
import { partsOf } from '../../support/jobs.ts';
import { type FakeDocument, mailCategories } from './fake-document.ts';
import type { FakeHost } from './fake-host.ts';

type DocumentHandlers = Pick<
  Handlers,
  | 'documents'
  | 'document'
  | 'hours'
  | 'sendAgain'
  | 'dismiss'
  | 'undismiss'
  | 'openFile'
  | 'filePiece'
  | 'confirm'
  | 'alike'
  | 'confirmAll'
  | 'undoConfirm'
  | 'resolveConflict'
  | 'overrideCategory'
  | 'redo'
  | 'unmatched'
  | 'assign'
  | 'nameBatch'
>;

type Judged = FakeDocument & { result: NonNullable<FakeDocument['result']> };

const unknown = err({ kind: 'unavailable' as const, message: foreign('There is no such document.') });

/** The requests about documents and their review: the core decides, and the fake's list is what it decides about. */
export function documentHandlers(host: FakeHost): DocumentHandlers {
  const each = async (ids: readonly number[], act: (document: FakeDocument) => boolean): Promise<Answer<'dismiss'>> => {
    const changed = ids.flatMap((id) => host.find(id) ?? []).filter(act);
    host.emit({ documents: changed.length > 200 ? 'many' : changed.map(({ id }) => id), status: true });
    return ok({ count: changed.length });
  };
  const one = async (id: number, act: (document: FakeDocument) => Message | undefined): Promise<Answer<'confirm'>> => {
    const document = host.find(id);
    if (document === undefined) return unknown;
    const problem = act(document);
    if (problem !== undefined) return err({ kind: 'unavailable', message: problem });
    host.changed(document);
    return ok<Done>({});
  };
  const review = (id: number, decide: (document: Judged, signature: Signature) => Result<Review, Message>) =>
    one(id, (document) => {
      if (!isJudged(document)) return foreign('It has no result.');
      const decided = decide(document, { at: Date.now(), by: 'mara' });
      if (!decided.ok) return decided.error;
      document.review = decided.value;
      return undefined;
    });
  return {
    documents: async (input) => ok(host.list(input)),
    document: async ({ id }) => {
      const document = host.find(id);
      return document === undefined ? unknown : ok(host.details.details(document));
    },
    hours: async ({ since }) => {
      const late = host.documents.filter(({ changedAt }) => changedAt >= since);
      const groups = Map.groupBy(late, ({ changedAt, folderId }) => `${Math.floor(changedAt / 3_600_000)} ${folderId}`);
      const hours = [...groups.values()].map((group) => {
        const folderId = group[0]?.folderId ?? 0;
        const counts = countsOf(group.map((document) => ({ standing: standingOf(document), count: 1 })));
        return { at: Math.max(...group.map(({ changedAt }) => changedAt)), folderId, path: host.folderOf(folderId).path, counts };
      });
      return ok(hours.sort((a, b) => b.at - a.at));
    },
    sendAgain: ({ ids }) =>
      each(ids, (document) => {
        const at = Date.now();
        if (sendAgainOf(document) === 'no') return false;
        if (mayPayTwice(document.state)) document.possibleDuplicate = true;
        document.state = ready(at);
        document.changedAt = at;
        return true;
      }),
    dismiss: ({ ids }) =>
      each(ids, (document) => {
        if (!needsPerson(document)) return false;
        document.dismissed = true;
        return true;
      }),
    undismiss: ({ ids }) =>
      each(ids, (document) => {
        const was = document.dismissed === true;
        delete document.dismissed;
        return was;
      }),
    filePiece: async ({ id, what }) => {
      const document = host.find(id);
      if (document === undefined) return unknown;
      const bytes = Buffer.from(`${what} of ${document.path}`);
      const name = `${document.path.split('/').at(-1)}${what === 'source' ? '' : `.${what}`}`;
      return ok({ name, size: bytes.length, version: 1, bytes: bytes.toString('base64') });
    },
    openFile: ({ id }) => one(id, ({ state }) => (state.kind === 'gone' ? foreign('The file is no longer there.') : undefined)),
    confirm: ({ id, corrections }) =>
      review(id, (document, signature) => confirm(document.review, document.result, corrections, signature)),
    alike: async ({ id }) => {
      const gapIn = (document: FakeDocument): string | undefined => {
        const { result } = host.details.details(document);
        if (result?.kind !== 'extraction' || !needsPerson(document)) return undefined;
        return gapOf([...result.reasons, ...result.fields.flatMap(({ reasons }) => reasons)])?.key;
      };
      const own = host.find(id);
      const gap = own && gapIn(own);
      const others = host.documents.filter((each) => each !== own && each.folderId === own?.folderId && gapIn(each) === gap);
      const alike = own === undefined || gap === undefined ? [] : [own, ...others];
      return ok({ documents: alike.map(({ id: one, path }) => ({ id: one, path })) });
    },
    confirmAll: async ({ ids }) => {
      for (const id of ids) await review(id, (document, signature) => confirm(document.review, document.result, {}, signature));
      return ok({ ids });
    },
    undoConfirm: ({ id }) => review(id, (document, signature) => undo(document.review, document.result, signature)),
    resolveConflict: ({ id, take }) =>
      review(id, (document, signature) => resolveConflict(document.review, document.result, take, signature)),
    overrideCategory: async ({ id, categoryId, agreed, takesBack }) => {
      const { wouldPay, verdict } = host.find(id) ?? {};
      if (wouldPay !== undefined && agreed !== true) return err({ kind: 'not-agreed', message: wouldPay });
      if (verdict !== undefined)
        return one(id, (document) => {
          document.state = ready(0);
          document.delivery = { kind: 'none' };
          delete document.result;
          return undefined;
        });
      return review(id, (document, signature) => {
        const { result } = document;
        if (result.kind !== 'classification') return err(foreign('It was not sent to a classification.'));
        const name = mailCategories.find((category) => category.id === categoryId)?.name ?? categoryId;
        document.result = { kind: result.kind, status: result.status, categoryId, categoryName: name, extra: {} };
        const set = categorySet(document.review, result.categoryName, name, signature);
        return ok(takesBack === true ? withoutCategory(set, document.review) : set);
      });
    },
    redo: ({ id }) =>
      one(id, (document) => {
        const { job } = partsOf(document.state);
        const next = job && jobTransition(job, { kind: 'redone', at: Date.now() });
        if (next === undefined || next.kind === 'passed-on') return foreign('It cannot be classified again now.');
        document.state = next;
        const left = withoutConfirmations(document.review);
        if (left !== undefined) document.review = left;
        return undefined;
      }),
    unmatched: async ({ id }) => {
      const results = host.find(id)?.unmatched ?? [];
      return ok({
        results: results.map(({ fileId, fileName: name, result }) => ({ fileId, name, values: shownValues(result) })),
      });
    },
    assign: ({ id, fileId }) =>
      one(id, (document) => {
        const own = document.unmatched?.find((each) => each.fileId === fileId);
        if (own === undefined) return say('reviewing.notUnmatched', { path: document.path });
        Object.assign(document, { fileId, result: own.result, state: { kind: 'processed' }, delivery: { kind: 'pending' } });
        delete document.unmatched;
        return undefined;
      }),
    nameBatch: ({ id, batch }) =>
      one(id, (document) => {
        const { passedOn } = document;
        if (passedOn === undefined) return say('reviewing.awaitsNoValues', { path: document.path });
        document.passedOn = { ...passedOn, state: { ...passedOn.state, named: { batch } } };
        return undefined;
      }),
  };
}

function isJudged(document: FakeDocument): document is Judged {
  return document.result !== undefined;
}
