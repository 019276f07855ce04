import { useSyncExternalStore } from 'react';
import type { FieldView } from '../../electron/core/contract/documents.ts';

/**
 * What a person has typed and not confirmed yet, document by document. It lives as long as the window: going to another
 * document or screen asks nothing and loses nothing.
 */
export interface Draft {
  /** Field key → what is typed, only where it differs from the value that counts. */
  readonly values: Readonly<Record<string, string>>;
  readonly category?: CategoryDraft;
}

export type CategoryDraft =
  /** One that is known by its id. */
  | { readonly kind: 'known'; readonly id: string }
  /** Typed: its id at the service, and the name that people are to see. */
  | { readonly kind: 'typed'; readonly id: string; readonly name: string };

export const emptyDraft: Draft = { values: {} };

/** A field's text as it was typed; back at the value that counts, nothing is typed any more. */
export function withValue(draft: Draft, key: string, typed: string, counts: string | undefined): Draft {
  const { [key]: _, ...others } = draft.values;
  return { ...draft, values: typed === (counts ?? '') ? others : { ...others, [key]: typed } };
}

export function withCategory(draft: Draft, category: CategoryDraft | undefined): Draft {
  const { category: _, ...rest } = draft;
  return category === undefined ? rest : { ...rest, category };
}

/** What `confirm` is to be told: only what differs from the values as they are now. */
export function correctionsOf(draft: Draft, fields: readonly FieldView[]): Readonly<Record<string, string>> {
  const counts = new Map(fields.map((field) => [field.key, field.value ?? '']));
  return Object.fromEntries(Object.entries(draft.values).filter(([key, typed]) => counts.get(key) !== typed));
}

export function isEmptyDraft(draft: Draft): boolean {
  return Object.keys(draft.values).length === 0 && draft.category === undefined;
}

/** The drafts of one window. */
export class Drafts {
  readonly #drafts = new Map<number, Draft>();
  readonly #listeners = new Set<() => void>();

  of(id: number): Draft {
    return this.#drafts.get(id) ?? emptyDraft;
  }

  /** An empty draft is forgotten. */
  keep(id: number, draft: Draft): void {
    if (isEmptyDraft(draft)) this.#drafts.delete(id);
    else this.#drafts.set(id, draft);
    for (const listener of this.#listeners) listener();
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** Kept outside of the screen, which comes and goes. */
export const drafts = new Drafts();

/** A document's draft, and the way to change it. */
export function useDraft(id: number): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(drafts.onChange, () => drafts.of(id));
  return [draft, (change) => drafts.keep(id, change(drafts.of(id)))];
}
