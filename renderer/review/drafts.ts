import { useSyncExternalStore } from 'react';
import type { FieldView } from '../../electron/core/contract/documents.ts';

/**
 * What a person has typed but not confirmed yet, document by document. It lives as long as the window, also when that is
 * loaded again: moving to another document or screen asks nothing and loses nothing.
 */
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

/** The drafts of one window. */
export class Drafts {
  readonly #drafts: Map<number, Draft>;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  readonly #listeners = new Set<() => void>();

  /** @param storage keeps them over a reload */
  constructor(storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    this.#drafts = new Map(stored(storage));
  }

  of(id: number): Draft {
    return this.#drafts.get(id) ?? emptyDraft;
  }

  /** Stores a draft; an empty one is removed. */
  set(id: number, draft: Draft): void {
    if (isEmptyDraft(draft)) this.#drafts.delete(id);
    else this.#drafts.set(id, draft);
    this.#storage?.setItem(storeName, JSON.stringify([...this.#drafts]));
    for (const listener of this.#listeners) listener();
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

const storeName = 'intray.review-drafts';

function stored(storage: Pick<Storage, 'getItem'> | undefined): [number, Draft][] {
  try {
    return JSON.parse(storage?.getItem(storeName) ?? '[]') as [number, Draft][];
  } catch {
    return [];
  }
}

/** Kept outside the screen, which mounts and unmounts. */
export const drafts = new Drafts(typeof sessionStorage === 'undefined' ? undefined : sessionStorage);

/** A document's draft, and a function to change it. */
export function useDraft(id: number): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(drafts.onChange, () => drafts.of(id));
  return [draft, (change) => drafts.set(id, change(drafts.of(id)))];
}
