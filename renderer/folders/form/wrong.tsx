import type { ReactNode } from 'react';
import type { Message } from '../../../electron/core/messages/message.ts';
import { Text } from '../../words/text.tsx';
import { useWords } from '../../words/words.tsx';
import type { Problems } from './checks.ts';

/** Error texts by member of the draft, shown at their fields. */
export type Errors = Readonly<Record<string, ReactNode>>;

/** Puts what `problemsOf` found into words. */
export function useErrors(): (problems: Problems) => Errors {
  const words = useWords('folders.wrong');
  return (problems) => Object.fromEntries(Object.entries(problems).map(([field, wrong]) => [field, words(wrong)]));
}

/** The refusal of the host for a field. */
export function hostError(field: string, message: Message): Errors {
  return { [field]: <Text message={message} /> };
}

/** Removes the errors of changed members and of everything below them. */
export function withoutChanged(errors: Errors, changed: readonly string[]): Errors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((name) => field === name || field.startsWith(`${name}.`))),
  );
}

/** Focuses the first invalid field, once it is marked as such. */
export function focusFirstWrong(within: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong === null || wrong === undefined) return;
    wrong.closest('details')?.setAttribute('open', '');
    wrong.focus();
    wrong.scrollIntoView({ block: 'nearest' });
  });
}
