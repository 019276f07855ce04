import type { Answer, Handlers } from '../../../electron/core/contract/contract.ts';
import type { Done } from '../../../electron/core/contract/status.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err, ok } from '../../../electron/core/result.ts';
import { type FakeDocument, mailCategories } from './fake-document.ts';
import type { FakeHost } from './fake-host.ts';

type DocumentHandlers = Pick<
  Handlers,
  | 'documents'
  | 'document'
  | 'sendAgain'
  | 'dismiss'
  | 'undismiss'
  | 'openFile'
  | 'confirm'
  | 'undoConfirm'
  | 'resolveConflict'
  | 'overrideCategory'
  | 'redo'
  | 'setCategories'
>;

const person = 'mara';

/** The requests about documents and their review, over the fake's own list. */
export function documentHandlers(host: FakeHost): DocumentHandlers {
  const each = async (ids: readonly number[], act: (document: FakeDocument) => boolean): Promise<Answer<'dismiss'>> => {
    const changed = ids.flatMap((id) => host.find(id) ?? []).filter(act);
    host.emit({ documents: changed.length > 200 ? 'many' : changed.map(({ id }) => id), status: true });
    return ok({ count: changed.length });
  };
  const one = async (id: number, act: (document: FakeDocument) => string | undefined): Promise<Answer<'confirm'>> => {
    const document = host.find(id);
    if (document === undefined) return err({ kind: 'unavailable', message: foreign('There is no such document.') });
    const problem = act(document);
    if (problem !== undefined) return err({ kind: 'unavailable', message: foreign(problem) });
    host.changed(document);
    return ok<Done>({});
  };
  return {
    documents: async (input) => ok(host.list(input)),
    document: async ({ id }) => {
      const document = host.find(id);
      return document === undefined
        ? err({ kind: 'unavailable', message: foreign('There is no such document.') })
        : ok(host.details.details(document));
    },
    sendAgain: ({ ids }) =>
      each(ids, (document) => {
        if (!document.held && !['failed', 'rejected', 'unresolved'].includes(document.state)) return false;
        document.state = 'waiting';
        document.held = false;
        delete document.message;
        document.changedAt = Date.now();
        return true;
      }),
    dismiss: ({ ids }) =>
      each(ids, (document) => {
        const was = document.dismissed;
        document.dismissed = true;
        return !was;
      }),
    undismiss: ({ ids }) =>
      each(ids, (document) => {
        const was = document.dismissed;
        document.dismissed = false;
        return was;
      }),
    openFile: ({ id }) => one(id, ({ state }) => (state === 'gone' ? 'The file is no longer there.' : undefined)),
    confirm: ({ id, corrections }) =>
      one(id, (document) => {
        const at = Date.now();
        for (const [field, to] of Object.entries(corrections)) {
          const from = document.corrections[field] ?? document.values[field];
          document.changes.push({ at, by: person, field, ...(from !== undefined && { from }), to });
          document.corrections[field] = to;
        }
        document.confirmedAt = at;
        return undefined;
      }),
    undoConfirm: ({ id }) =>
      one(id, (document) => {
        if (document.confirmedAt === undefined) return 'Nobody has confirmed it here.';
        delete document.confirmedAt;
        document.corrections = {};
        document.changes = [];
        return undefined;
      }),
    resolveConflict: ({ id, take }) =>
      one(id, (document) => {
        if (take === 'service') document.corrections = { ...document.corrections, ...document.newer };
        delete document.newer;
        return undefined;
      }),
    overrideCategory: ({ id, categoryId }) =>
      one(id, (document) => {
        const to = mailCategories.find((category) => category.id === categoryId) ?? { id: categoryId, name: categoryId };
        document.changes.push({
          at: Date.now(),
          by: person,
          ...(document.category !== undefined && { from: document.category.name }),
          to: to.name,
        });
        document.category = to;
        return undefined;
      }),
    redo: ({ id }) =>
      one(id, (document) => {
        document.state = 'processing';
        document.delivery = 'none';
        delete document.category;
        return undefined;
      }),
    setCategories: async ({ categories }) => {
      mailCategories.splice(0, mailCategories.length, ...categories);
      host.emit({ settings: true });
      return ok({});
    },
  };
}
