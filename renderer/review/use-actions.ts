import { useState } from 'react';
import type { Answer, ContractError, RequestName } from '../../electron/core/contract/contract.ts';
import type { DocumentDetails, ResultView } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { toast, undoLast } from '../components/toast.tsx';
import { useHostCommands } from '../host/host.tsx';
import { useDocumentActions } from '../queue/use-document-actions.tsx';
import { useText, useWords } from '../words/words.tsx';
import { type CategoryDraft, correctionsOf, type Draft, draftOf, emptyDraft, keepDraft } from './drafts.ts';
import { type ReviewTask, taskOf } from './review-task.ts';

export type ReviewActions = ReturnType<typeof useReviewActions>;

export interface AskedPages {
  readonly message: Message;
  readonly answer: (agreed: boolean) => void;
}

/** Another category than that of the verdict. */
interface CategoryChoice {
  readonly result: Extract<ResultView, { kind: 'classification' }>;
  readonly category: CategoryDraft;
}

interface ReviewCallbacks {
  /** The documents are done: go on to the next, unless the person has gone elsewhere before that was known. */
  readonly onDone: (ids: readonly number[]) => void;
  /** The documents wait again: go back to the first. */
  readonly onBack: (ids: readonly number[]) => void;
}

/** What a person can do with the current document. Each action resolves to the error that stopped it, if any. */
export function useReviewActions({ onDone, onBack }: ReviewCallbacks) {
  const words = useWords('review');
  const text = useText();
  const { run, isRunning } = useHostCommands(['documents', 'document', 'status']);
  const documents = useDocumentActions({ onDone, onBack });
  const [question, ask] = useState<AskedPages>();

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

  const sayNotUndone = ({ message }: ContractError): void =>
    toast({ text: words('values.notUndone', { message: text(message) }), tone: 'bad' });

  /** @param draft what had been typed @param category the service's id of the one from before another one was set */
  const undoConfirmation = async ({ id, path }: DocumentDetails, draft = emptyDraft, category?: string): Promise<void> => {
    const answer = await (category === undefined
      ? run('undoConfirm', { id })
      : withAgreement((agreed) => run('overrideCategory', { id, categoryId: category, takesBack: true, ...agreed })));
    if (answer === undefined) return;
    if (!answer.ok) return sayNotUndone(answer.error);
    // Restore what was typed, so that the person can correct it further.
    keepDraft(id, draft);
    onBack([id]);
    toast({ text: words('values.undone', { name: fileNameOf(path) }) });
  };

  /** Sets a category, which confirms the document, and names one that was typed. @returns undefined if its pages are refused */
  const setCategory = async (
    document: DocumentDetails,
    { result, category }: CategoryChoice,
  ): Promise<Answer<RequestName> | undefined> => {
    const answer = await withAgreement((agreed) =>
      run('overrideCategory', { id: document.id, categoryId: category.id, ...agreed }),
    );
    if (answer === undefined || !answer.ok) return answer;
    if (category.kind !== 'typed' || category.name.trim() === '') return answer;
    const others = result.categories.flatMap(({ id, name }) => (id === undefined || id === category.id ? [] : [{ id, name }]));
    return run('changeClassification', {
      id: document.route.id,
      categories: [...others, { id: category.id.trim(), name: category.name.trim() }],
    });
  };

  /** Confirms a document, with what was typed or chosen. */
  const sendConfirmation = async (
    document: DocumentDetails,
    task: ReviewTask,
    draft: Draft,
  ): Promise<Answer<RequestName> | undefined> => {
    const { id } = document;
    const choice = choiceOf(task, draft);
    const corrections = task.kind === 'values' ? correctionsOf(draft, task.result.fields) : {};
    const answer = await (choice === undefined ? run('confirm', { id, corrections }) : setCategory(document, choice));
    if (answer?.ok === true) keepDraft(id, emptyDraft);
    return answer;
  };

  /** What follows an action: a toast, and the next document. */
  const finish = async (
    { id }: DocumentDetails,
    coming: Promise<Answer<RequestName> | undefined>,
    done: string,
    undo?: () => void,
  ): Promise<ContractError | undefined> => {
    const answer = await coming;
    if (answer === undefined) return undefined;
    if (!answer.ok) return answer.error;
    toast({ text: done, undo, ...(undo !== undefined && { subject: subjectOf(id) }) });
    onDone([id]);
    return undefined;
  };
  const named = ({ path }: DocumentDetails) => ({ name: fileNameOf(path) });

  return {
    /** What can be done with a document that has no result. */
    documents,
    /** What a person has to agree to before the action that is under way goes ahead. */
    question,
    isRunning,
    confirm: (document: DocumentDetails) => {
      const [task, draft] = [taskOf(document), draftOf(document.id)];
      const choice = choiceOf(task, draft);
      const undo = () => void undoConfirmation(document, draft, choice?.result.category?.id);
      const done = words('values.confirmed', named(document));
      return finish(document, sendConfirmation(document, task, draft), done, isUndoable(choice) ? undo : undefined);
    },
    /** Documents were confirmed as they are, one of them in sight: goes on. What is said of that takes it back. */
    confirmedAll: (ids: readonly number[]) => {
      const undo = async (): Promise<void> => {
        const answers = await Promise.all(ids.map((id) => run('undoConfirm', { id })));
        const refused = answers.find((answer) => !answer.ok);
        if (refused?.ok === false) sayNotUndone(refused.error);
        onBack(ids);
      };
      onDone(ids);
      return { text: words('alike.done', { count: ids.length }), undo: () => void undo() };
    },
    redo: (document: DocumentDetails) =>
      finish(
        document,
        withAgreement((agreed) => run('redo', { id: document.id, ...agreed })),
        words('category.redone', named(document)),
      ),
    /** Another category for a document that has gone on from its verdict. */
    changeCategory: (document: DocumentDetails, categoryId: string) => {
      const { id } = document;
      const change = (to: string) => withAgreement((agreed) => run('overrideCategory', { id, categoryId: to, ...agreed }));
      const before = document.verdict?.category?.id;
      const undo = async (to: string): Promise<void> => {
        const answer = await change(to);
        if (answer?.ok === false) sayNotUndone(answer.error);
        else if (answer !== undefined) onBack([id]);
      };
      const done = words('category.changed', named(document));
      return finish(document, change(categoryId), done, before === undefined ? undefined : () => void undo(before));
    },
    resolveConflict: (document: DocumentDetails, take: 'mine' | 'service') => {
      const done = words(take === 'mine' ? 'conflict.kept' : 'conflict.taken', named(document));
      return finish(document, run('resolveConflict', { id: document.id, take }), done);
    },
    /** Undoes a confirmation, however it was made. */
    undo: (document: DocumentDetails): void => {
      if (!undoLast(subjectOf(document.id))) void undoConfirmation(document);
    },
  };
}

/** What a message is about that can undo a document's confirmation. */
const subjectOf = (id: number): string => `review ${id}`;

function choiceOf(task: ReviewTask, { category }: Draft): CategoryChoice | undefined {
  return task.kind === 'category' && category !== undefined ? { result: task.result, category } : undefined;
}

/** Whether a confirmation can be taken back: at the service, no document goes back to being without a category. */
function isUndoable(choice: CategoryChoice | undefined): boolean {
  return choice === undefined || choice.result.category?.id !== undefined;
}
