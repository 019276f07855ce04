import type { ReactNode } from 'react';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Text } from '../../words/text.tsx';
import { useWords } from '../../words/words.tsx';
import type { Problems } from './checks.ts';

/** What is wrong, by the member of the draft; said at its field. */
export type Errors = Readonly<Record<string, ReactNode>>;

/** Words for what `problemsOf` found. */
export function useErrors(): (problems: Problems) => Errors {
  const words = useWords('folders.wrong');
  return (problems) => Object.fromEntries(Object.entries(problems).map(([field, wrong]) => [field, words(wrong)]));
}

/** What the host said of a field. */
export function hostError(field: string, message: Message): Errors {
  return { [field]: <Text message={message} /> };
}

/** Without those of the members that a person has just changed, and of what lies below them. */
export function withoutChanged(errors: Errors, changed: readonly string[]): Errors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((name) => field === name || field.startsWith(`${name}.`))),
  );
}

/** Puts the focus on the first field that something is wrong with, once it says so. */
export function focusFirstWrong(within: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong === null || wrong === undefined) return;
    wrong.closest('details')?.setAttribute('open', '');
    wrong.focus();
    wrong.scrollIntoView({ block: 'nearest' });
  });
}
