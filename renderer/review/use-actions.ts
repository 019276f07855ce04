import { useRef, useState } from 'react';
import type { Answer, ContractError, RequestName } from '../../electron/core/contract/contract.ts';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { err } from '../../electron/core/result.ts';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useText, useWords } from '../words/words.tsx';
import { correctionsOf, type Draft, drafts, emptyDraft } from './drafts.ts';
import { taskOf } from './review-task.ts';

export type ReviewActions = ReturnType<typeof useReviewActions>;

export interface AskedPages {
  readonly message: Message;
  readonly answer: (agreed: boolean) => void;
}

interface ReviewCallbacks {
  /** The document is done: go on to the next, unless the person has gone elsewhere (`stayed` is false) before that was known. */
  readonly onDone: (id: number, stayed: boolean) => void;
  /** The document waits again: go back to it. */
  readonly onBack: (id: number) => void;
}

/** The queries that these actions invalidate. */
const affected = ['documents', 'document', 'status'] as const satisfies readonly RequestName[];

/** What a person can do with the current document. Each action resolves to the error that stopped it, if any. */
export function useReviewActions({ onDone, onBack }: ReviewCallbacks) {
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
  const [question, ask] = useState<AskedPages>();
  const confirmed = useRef<{ readonly id: number; readonly name: string; readonly draft: Draft }[]>([]);

  /** Where pages would be sent for it, asks for the person's agreement first. @returns undefined if that is refused */
  const withAgreement = async <Name extends RequestName>(
    send: (agreed: { readonly agreed?: true }) => Promise<Answer<Name>>,
  ): Promise<Answer<Name> | undefined> => {
    const answer = await send({});
    if (answer.ok || answer.error.kind !== 'not-agreed') return answer;
    const { message } = answer.error;
    const isAgreed = await new Promise<boolean>((resolve) => ask({ message, answer: resolve }));
    ask(undefined);
    return isAgreed ? send({ agreed: true }) : undefined;
  };

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
  const setCategory = async (document: DocumentDetails, draft: Draft): Promise<ContractError | 'refused' | undefined> => {
    const task = taskOf(document);
    if (task.kind !== 'category' || draft.category === undefined) return undefined;
    const { category } = draft;
    const answer = await withAgreement((agreed) => override.run({ id: document.id, categoryId: category.id, ...agreed }));
    if (answer === undefined) return 'refused';
    if (!answer.ok) return answer.error;
    if (category.kind !== 'typed' || category.name.trim() === '') return undefined;
    const others = task.result.categories.flatMap(({ id, name }) =>
      id === undefined || id === category.id ? [] : [{ id, name }],
    );
    const named = await setCategories.run({
      classificationId: document.route.id,
      categories: [...others, { id: category.id.trim(), name: category.name.trim() }],
    });
    return named.ok ? undefined : named.error;
  };

  const sendConfirmation = async (document: DocumentDetails): Promise<Answer<'confirm'> | undefined> => {
    const { id } = document;
    const draft = drafts.of(id);
    const task = taskOf(document);
    const problem = await setCategory(document, draft);
    if (problem === 'refused') return undefined;
    if (problem !== undefined) return err(problem);
    const answer = await confirm.run({
      id,
      corrections: task.kind === 'values' ? correctionsOf(draft, task.result.fields) : {},
    });
    if (!answer.ok) return answer;
    confirmed.current = [...confirmed.current.filter((each) => each.id !== id), { id, name: fileNameOf(document.path), draft }];
    drafts.set(id, emptyDraft);
    return answer;
  };

  /** What follows an action: a toast, and the next document. */
  const finish = async (
    { id }: DocumentDetails,
    coming: Promise<Answer<RequestName> | undefined>,
    done: string,
    undo?: () => void,
  ): Promise<ContractError | undefined> => {
    const from = window.location.hash;
    const answer = await coming;
    if (answer === undefined) return undefined;
    if (!answer.ok) return answer.error;
    toast({ text: done, ...(undo !== undefined && { undo }) });
    onDone(id, window.location.hash === from);
    return undefined;
  };
  const named = ({ path }: DocumentDetails) => ({ name: fileNameOf(path) });

  return {
    /** What a person has to agree to before the action that is under way goes ahead. */
    question,
    isRunning: [confirm, undoConfirm, override, setCategories, redo, sendAgain, dismiss, undismiss, resolve].some(
      (each) => each.isRunning,
    ),
    confirm: (document: DocumentDetails) => {
      const { id } = document;
      const { name } = named(document);
      const undo = () => void undoConfirmation(id, name);
      return finish(document, sendConfirmation(document), words('values.confirmed', { name }), undo);
    },
    redo: (document: DocumentDetails) =>
      finish(
        document,
        withAgreement((agreed) => redo.run({ id: document.id, ...agreed })),
        words('category.redone', named(document)),
      ),
    /** Another category for a document that has gone on from its verdict. */
    changeCategory: (document: DocumentDetails, categoryId: string) =>
      finish(
        document,
        withAgreement((agreed) => override.run({ id: document.id, categoryId, ...agreed })),
        words('category.changed', named(document)),
      ),
    sendAgain: (document: DocumentDetails) =>
      finish(document, sendAgain.run({ ids: [document.id] }), words('blocked.sent', named(document))),
    dismiss: (document: DocumentDetails) => {
      const { id } = document;
      const undo = async (): Promise<void> => {
        if ((await undismiss.run({ ids: [id] })).ok) onBack(id);
      };
      return finish(document, dismiss.run({ ids: [id] }), words('blocked.dismissed', named(document)), () => void undo());
    },
    resolveConflict: (document: DocumentDetails, take: 'mine' | 'service') => {
      const done = words(take === 'mine' ? 'conflict.kept' : 'conflict.taken', named(document));
      return finish(document, resolve.run({ id: document.id, take }), done);
    },
    /** Undoes the last confirmation, or that of one document. False if there is none. */
    undo: (document?: DocumentDetails): boolean => {
      const last = document === undefined ? confirmed.current.at(-1) : { id: document.id, ...named(document) };
      if (last === undefined) return false;
      void undoConfirmation(last.id, last.name);
      return true;
    },
  };
}
