import { useRef } from 'react';
import type { ContractError, RequestInput, RequestName } from '../../electron/core/contract/contract.ts';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useText } from '../words/text.tsx';
import { useWords } from '../words/words.tsx';
import { correctionsOf, type Draft, drafts, emptyDraft } from './drafts.ts';
import { taskOf } from './review-task.ts';

/** What a person can do with the current document. Each action resolves to the error that stopped it, if any. */
export interface ReviewActions {
  readonly confirm: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly redo: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly sendAgain: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly dismiss: (document: DocumentDetails) => Promise<ContractError | undefined>;
  readonly resolveConflict: (document: DocumentDetails, take: 'mine' | 'service') => Promise<ContractError | undefined>;
  /** Undoes the last confirmation, or that of one document. False if there is none. */
  readonly undo: (document?: DocumentDetails) => boolean;
  readonly isRunning: boolean;
}

interface ReviewCallbacks {
  /** The document is done: go on to the next. */
  readonly onDone: (id: number) => void;
  /** The document waits again: go back to it. */
  readonly onBack: (id: number) => void;
}

/** The queries that these actions invalidate. */
const affected = ['documents', 'document', 'status'] as const satisfies readonly RequestName[];

export function useReviewActions({ onDone, onBack }: ReviewCallbacks): ReviewActions {
  const words = useWords('review');
  const text = useText();
  const toast = useToast();
  const confirm = useHostCommand('confirm', affected);
  const undoConfirm = useHostCommand('undoConfirm', affected);
  const override = useHostCommand('overrideCategory', affected);
  const setCategories = useHostCommand('setCategories', affected);
  const redo = useHostCommand('redo', affected);
  const sendAgain = useHostCommand('sendAgain', affected);
  const dismiss = useHostCommand('dismiss', affected);
  const undismiss = useHostCommand('undismiss', affected);
  const resolve = useHostCommand('resolveConflict', affected);
  const confirmed = useRef<{ readonly id: number; readonly name: string; readonly draft: Draft }[]>([]);

  const undoConfirmation = async (id: number, documentName: string): Promise<void> => {
    const draft = confirmed.current.findLast((each) => each.id === id)?.draft ?? emptyDraft;
    confirmed.current = confirmed.current.filter((each) => each.id !== id);
    const answer = await undoConfirm.run({ id });
    if (!answer.ok) return toast({ text: words('values.notUndone', { message: text(answer.error.message) }), tone: 'bad' });
    // Restore what was typed, so that the person can correct it further.
    drafts.set(id, draft);
    onBack(id);
    toast({ text: words('values.undone', { name: documentName }) });
  };

  /** Sets the category that the draft has chosen, and names one that was typed. */
  const setCategory = async (document: DocumentDetails, draft: Draft): Promise<ContractError | undefined> => {
    const task = taskOf(document);
    if (task.kind !== 'category' || draft.category === undefined) return undefined;
    const { category } = draft;
    const answer = await override.run({ id: document.id, categoryId: category.id });
    if (!answer.ok) return answer.error;
    if (category.kind !== 'typed' || category.name.trim() === '') return undefined;
    const known = task.result.categories.filter((each) => each.id !== undefined && each.id !== category.id);
    const named = await setCategories.run({ classificationId: document.route.id, categories: withName(known, category) });
    return named.ok ? undefined : named.error;
  };

  return {
    isRunning: [confirm, undoConfirm, override, setCategories, redo, sendAgain, dismiss, undismiss, resolve].some(
      (each) => each.isRunning,
    ),
    confirm: async (document) => {
      const { id } = document;
      const draft = drafts.of(id);
      const task = taskOf(document);
      const corrections = task.kind === 'values' ? correctionsOf(draft, task.result.fields) : {};
      const problem = await setCategory(document, draft);
      if (problem !== undefined) return problem;
      const answer = await confirm.run({ id, corrections });
      if (!answer.ok) return answer.error;
      const name = fileNameOf(document.path);
      confirmed.current = [...confirmed.current.filter((each) => each.id !== id), { id, name, draft }];
      drafts.set(id, emptyDraft);
      toast({ text: words('values.confirmed', { name }), undo: () => void undoConfirmation(id, name) });
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
      const answer = await sendAgain.run({ ids: [document.id] });
      if (!answer.ok) return answer.error;
      toast({ text: words('blocked.sent', { name: fileNameOf(document.path) }) });
      onDone(document.id);
      return undefined;
    },
    dismiss: async (document) => {
      const { id } = document;
      const answer = await dismiss.run({ ids: [id] });
      if (!answer.ok) return answer.error;
      const undo = async (): Promise<void> => {
        if ((await undismiss.run({ ids: [id] })).ok) onBack(id);
      };
      toast({ text: words('blocked.dismissed', { name: fileNameOf(document.path) }), undo: () => void undo() });
      onDone(id);
      return undefined;
    },
    resolveConflict: async (document, take) => {
      const answer = await resolve.run({ id: document.id, take });
      if (!answer.ok) return answer.error;
      toast({ text: words(take === 'mine' ? 'conflict.kept' : 'conflict.taken', { name: fileNameOf(document.path) }) });
      onDone(document.id);
      return undefined;
    },
    undo: (document) => {
      const last = document === undefined ? confirmed.current.at(-1) : { id: document.id, name: fileNameOf(document.path) };
      if (last === undefined) return false;
      void undoConfirmation(last.id, last.name);
      return true;
    },
  };
}

type NamedCategories = RequestInput<'setCategories'>['categories'];

function withName(
  known: readonly { readonly id?: string; readonly name: string }[],
  { id, name }: { readonly id: string; readonly name: string },
): NamedCategories {
  return [
    ...known.flatMap((each) => (each.id === undefined ? [] : [{ id: each.id, name: each.name }])),
    { id: id.trim(), name: name.trim() },
  ];
}
