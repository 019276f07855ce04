import type { FieldView } from '../../electron/core/contract/documents.ts';
import { kept, useKept } from '../host/kept.ts';

/** What a person has typed but not confirmed yet, document by document. */
export interface Draft {
  /** Field key → typed text, only where it differs from the current value. */
  readonly values: Readonly<Record<string, string>>;
  readonly category?: CategoryDraft;
}

export type CategoryDraft =
  /** A known category, by its id. */
  | { readonly kind: 'known'; readonly id: string }
  /** Typed by hand: its id at the service, and the name to show. */
  | { readonly kind: 'typed'; readonly id: string; readonly name: string };

export const emptyDraft: Draft = { values: {} };

/** Stores a field's typed text; text equal to the current value clears the entry. */
export function withValue(draft: Draft, key: string, typed: string, current: string | undefined): Draft {
  const { [key]: _, ...others } = draft.values;
  return { ...draft, values: typed === (current ?? '') ? others : { ...others, [key]: typed } };
}

export function withCategory(draft: Draft, category: CategoryDraft | undefined): Draft {
  const { category: _, ...rest } = draft;
  return category === undefined ? rest : { ...rest, category };
}

/** The corrections to send with `confirm`: only those that differ from the current values. */
export function correctionsOf(draft: Draft, fields: readonly FieldView[]): Readonly<Record<string, string>> {
  const current = new Map(fields.map((field) => [field.key, field.value ?? '']));
  return Object.fromEntries(Object.entries(draft.values).filter(([key, typed]) => current.get(key) !== typed));
}

export function isEmptyDraft(draft: Draft): boolean {
  return Object.keys(draft.values).length === 0 && draft.category === undefined;
}

/** A document's draft. */
export function draftOf(id: number): Draft {
  return kept.of<Draft>(nameOf(id)) ?? emptyDraft;
}

/** Keeps a document's draft; an empty one is removed. */
export function keepDraft(id: number, draft: Draft): void {
  kept.set(nameOf(id), isEmptyDraft(draft) ? undefined : draft);
}

/** Whether something was typed that is not confirmed. */
export function useIsEdited(id: number): boolean {
  return useKept(nameOf(id)) !== undefined;
}

/** A document's draft, and a function to change it. */
export function useDraft(id: number): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useKept<Draft>(nameOf(id)) ?? emptyDraft;
  return [draft, (change) => keepDraft(id, change(draftOf(id)))];
}

const nameOf = (id: number): string => `review.${id}`;
