import type { RequestInput } from '../../../electron/core/contract/contract.ts';
import type { ExtractionView } from '../../../electron/core/contract/definitions.ts';

export type WantedExtraction = RequestInput<'updateExtraction'>['wanted'];

/** One thing that differs: a text of the extraction, a field, or only the order of the fields. */
export type Change =
  | { readonly kind: 'name' | 'description' | 'language'; readonly before: string; readonly after: string }
  | { readonly kind: 'added' | 'removed' | 'changed'; readonly key: string }
  | { readonly kind: 'order' };

/** What would be changed at the service, in the order in which it is shown. */
export function changesOf(seen: ExtractionView, wanted: WantedExtraction): Change[] {
  const texts = (['name', 'description', 'language'] as const).flatMap((kind): Change[] =>
    seen[kind] === wanted[kind] ? [] : [{ kind, before: seen[kind], after: wanted[kind] }],
  );
  const before = new Map(seen.fields.map((field) => [field.key, field]));
  const after = new Map(wanted.fields.map((field) => [field.key, field]));
  const fields: Change[] = [
    ...wanted.fields.filter(({ key }) => !before.has(key)).map(({ key }) => ({ kind: 'added' as const, key })),
    ...seen.fields.filter(({ key }) => !after.has(key)).map(({ key }) => ({ kind: 'removed' as const, key })),
    ...wanted.fields
      .filter(({ key, description, example }) => {
        const old = before.get(key);
        return old !== undefined && (old.description !== description || old.example !== example);
      })
      .map(({ key }) => ({ kind: 'changed' as const, key })),
  ];
  const orderOf = (keys: readonly string[], others: ReadonlyMap<string, unknown>) =>
    keys.filter((key) => others.has(key)).join('\n');
  const isReordered = orderOf([...before.keys()], after) !== orderOf([...after.keys()], before);
  return [...texts, ...fields, ...(isReordered ? [{ kind: 'order' as const }] : [])];
}
