import { useRef } from 'react';
import type { ContractError, RequestInput, RequestName } from '../../electron/core/contract/contract.ts';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useHostWords } from '../words/sentence.tsx';
import { useWords } from '../words/words.tsx';
import { correctionsOf, type Draft, drafts, emptyDraft } from './drafts.ts';
import { taskOf } from './review-task.ts';

/** What a person can do with the document they look at. Each answers with what stood in the way, if anything did. */
export interface ReviewActions {
  readonly confirm: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly redo: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly sendAgain: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly dismiss: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly resolveConflict: (document: DocumentDetails, take: 'mine' | 'service') => Promise<ContractError | undefined>;
  /** Takes the last confirmation back, or that of one document. False: there is none. */
  readonly undo: (document?: DocumentDetails) => boolean;
  readonly isRunning: boolean;
}

interface Flow {
  /** The document is done: the round goes on from it. */
  readonly onDone: (id: number) => void;
  /** The document waits again, and is to be looked at. */
  readonly onBack: (id: number) => void;
}

/** The answers that a change here makes old. */
const concerned = ['documents', 'document', 'status'] as const satisfies readonly RequestName[];

export function useReviewActions({ onDone, onBack }: Flow): ReviewActions {
  const words = useWords('review');
  const inWords = useHostWords();
  const toast = useToast();
  const confirm = useHostCommand('confirm', concerned);
  const undoConfirm = useHostCommand('undoConfirm', concerned);
  const override = useHostCommand('overrideCategory', concerned);
  const name = useHostCommand('setCategories', concerned);
  const redo = useHostCommand('redo', concerned);
  const again = useHostCommand('sendAgain', concerned);
  const dismiss = useHostCommand('dismiss', concerned);
  const undismiss = useHostCommand('undismiss', concerned);
  const conflict = useHostCommand('resolveConflict', concerned);
  const confirmed = useRef<{ readonly id: number; readonly name: string; readonly draft: Draft }[]>([]);

  const takeBack = async (id: number, called: string): Promise<void> => {
    const draft = confirmed.current.findLast((each) => each.id === id)?.draft ?? emptyDraft;
    confirmed.current = confirmed.current.filter((each) => each.id !== id);
    const answer = await undoConfirm.run({ id });
    if (!answer.ok) return toast({ text: words('values.notUndone', { message: inWords(answer.error.message) }), tone: 'bad' });
    // What was typed is there again, to be corrected further.
    drafts.keep(id, draft);
    onBack(id);
    toast({ text: words('values.undone', { name: called }) });
  };

  const place = async (document: DocumentDetails, draft: Draft): Promise<ContractError | undefined> => {
    const task = taskOf(document);
    if (task.kind !== 'category' || draft.category === undefined) return undefined;
    const { category } = draft;
    const answer = await override.run({ id: document.id, categoryId: category.id });
    if (!answer.ok) return answer.error;
    if (category.kind !== 'typed' || category.name.trim() === '') return undefined;
    const known = task.result.categories.filter((each) => each.id !== undefined && each.id !== category.id);
    const named = await name.run({ classificationId: document.route.id, categories: withName(known, category) });
    return named.ok ? undefined : named.error;
  };

  return {
    isRunning: [confirm, undoConfirm, override, name, redo, again, dismiss, undismiss, conflict].some((each) => each.isRunning),
    confirm: async (document) => {
      const { id } = document;
      const draft = drafts.of(id);
      const task = taskOf(document);
      const corrections = task.kind === 'values' ? correctionsOf(draft, task.result.fields) : {};
      const problem = await place(document, draft);
      if (problem !== undefined) return problem;
      const answer = await confirm.run({ id, corrections });
      if (!answer.ok) return answer.error;
      const called = fileNameOf(document.path);
      confirmed.current = [...confirmed.current.filter((each) => each.id !== id), { id, name: called, draft }];
      drafts.keep(id, emptyDraft);
      toast({ text: words('values.confirmed', { name: called }), undo: () => void takeBack(id, called) });
      onDone(id);
      return undefined;
    },
    redo: async (document) => {
      const answer = await redo.run({ id: document.id });
      if (!answer.ok) return answer.error;
      toast({ text: words('category.redone', { name: fileNameOf(document.path) }) });
      onDone(document.id);
      return undefined;
    },
    sendAgain: async (document) => {
      const answer = await again.run({ ids: [document.id] });
      if (!answer.ok) return answer.error;
      toast({ text: words('stuck.sent', { name: fileNameOf(document.path) }) });
      onDone(document.id);
      return undefined;
    },
    dismiss: async (document) => {
      const { id } = document;
      const answer = await dismiss.run({ ids: [id] });
      if (!answer.ok) return answer.error;
      const bringBack = async (): Promise<void> => {
        if ((await undismiss.run({ ids: [id] })).ok) onBack(id);
      };
      toast({ text: words('stuck.dismissed', { name: fileNameOf(document.path) }), undo: () => void bringBack() });
      onDone(id);
      return undefined;
    },
    resolveConflict: async (document, take) => {
      const answer = await conflict.run({ id: document.id, take });
      if (!answer.ok) return answer.error;
      toast({ text: words(take === 'mine' ? 'conflict.kept' : 'conflict.taken', { name: fileNameOf(document.path) }) });
      onDone(document.id);
      return undefined;
    },
    undo: (document) => {
      const last = document === undefined ? confirmed.current.at(-1) : { id: document.id, name: fileNameOf(document.path) };
      if (last === undefined) return false;
      void takeBack(last.id, last.name);
      return true;
    },
  };
}

type Named = RequestInput<'setCategories'>['categories'];

function withName(
  known: readonly { readonly id?: string; readonly name: string }[],
  { id, name }: { readonly id: string; readonly name: string },
): Named {
  return [
    ...known.flatMap((each) => (each.id === undefined ? [] : [{ id: each.id, name: each.name }])),
    { id: id.trim(), name: name.trim() },
  ];
}
