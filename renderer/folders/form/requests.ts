import type { RequestInput } from '../../../electron/core/contract/contract.ts';
import type { CategoryDraft, ClassificationDraft, ExtractionDraft, FieldDraft, TypedCategory } from './draft.ts';
import { linesOf } from './typed-text.ts';

/** A request made from a draft. Empty rows are left out; `rows` maps those that were sent back to rows of the form. */
interface FromDraft<Input> {
  readonly input: Input;
  readonly rows: readonly number[];
}

export function extractionRequest(draft: ExtractionDraft): FromDraft<RequestInput<'createExtraction'>> {
  const { kept, rows } = filled(draft.fields, ({ key }: FieldDraft) => key);
  return {
    rows,
    input: {
      ...trimmed({ name: draft.name, description: draft.description, sample: draft.sample }),
      ...(draft.language.trim() !== '' && { language: draft.language.trim() }),
      hasTable: draft.hasTable,
      fields: kept.map(trimmed),
    },
  };
}

export function classificationRequest(draft: ClassificationDraft): FromDraft<RequestInput<'createClassification'>> {
  const { kept, rows } = filled(draft.categories, ({ name }: CategoryDraft) => name);
  return {
    rows,
    input: {
      name: draft.name.trim(),
      description: draft.description.trim(),
      categories: kept.map(({ name, description, keywords, linked }) => ({
        ...trimmed({ name, description }),
        ...(linesOf(keywords, ',').length > 0 && { keywords: linesOf(keywords, ',') }),
        ...(linked !== '' && { linkedExtractionId: linked }),
      })),
    },
  };
}

export function typedCategories(categories: readonly TypedCategory[]): TypedCategory[] {
  return categories.map(trimmed).filter(({ id }) => id !== '');
}

/** The field of the form that the host's `fields.1.key` refers to. */
export function fieldOfForm(form: string, field: string, rows: readonly number[]): string {
  return `${form}.${field.replace(/^(\w+)\.(\d+)/, (_, list: string, index: string) => `${list}.${rows[Number(index)] ?? index}`)}`;
}

function trimmed<Texts extends { readonly [Key in keyof Texts]: string }>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries<string>(texts).map(([key, text]) => [key, text.trim()])) as Texts;
}

function filled<Row>(all: readonly Row[], text: (row: Row) => string): { kept: Row[]; rows: number[] } {
  const rows = [...all.keys()].filter((index) => text(all[index] as Row).trim() !== '');
  return { kept: rows.map((index) => all[index] as Row), rows };
}
