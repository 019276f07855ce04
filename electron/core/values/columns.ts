import { z } from 'zod';
import type { DocumentResult } from '../document/result.ts';
import { defined } from '../plain-data.ts';
import type { RouteInfo } from '../protocol/route.ts';
import { textOf } from '../review/local-review.ts';
import { wordsOf } from './typed-value.ts';

/**
 * What a list of documents shows and is sorted by: `name` (its path), `when` (its last change), `category`, or `field:KEY`, a
 * value of an extraction. These names are kept: in preferences, in the window's addresses and in the ledger.
 */
export const columnSchema = z
  .string()
  .max(300)
  .regex(/^(?:name|when|category|field:.+)$/su);
export const sortSchema = z.strictObject({ by: columnSchema, descending: z.boolean() });
export type Sort = Readonly<z.infer<typeof sortSchema>>;

export function isColumn(name: string): boolean {
  return columnSchema.safeParse(name).success;
}

/** The most columns of values that a list shows. */
export const maxColumns = 12;

const prefix = 'field:';

export function columnOf(field: string): string {
  return `${prefix}${field}`;
}

/** The field of a column; undefined if it is none of a field. */
export function fieldOf(column: string): string | undefined {
  return column.startsWith(prefix) ? column.slice(prefix.length) : undefined;
}

/** The values of a result by column, as printed: without those that have parts, and those that are not there. */
export function printedByColumn(result: DocumentResult): ReadonlyMap<string, string> {
  if (result.kind === 'classification') {
    const category = result.categoryName ?? result.categoryId;
    return new Map(category === undefined ? [] : [['category', category]]);
  }
  return new Map(
    Object.entries(result.extractedData).flatMap(([key, value]) => {
      const text = typeof value === 'object' ? undefined : textOf(value);
      return text === undefined || text.trim() === '' ? [] : [[columnOf(key), text] as const];
    }),
  );
}

const likely = {
  vendor:
    /vendor|supplier|seller|merchant|payee|lieferant|verkäufer|händler|aussteller|rechnungssteller|fournisseur|vendeur|émetteur|proveedor|fornitore|leverancier|company|firma\b/,
  date: /dat(?:e|um|a)(?![a-z])|fecha/,
  total: /total|gross|brutto|gesamt|summe|\bttc\b|totale|importe total|amount due|\bsum\b/,
  part: /sub ?total|\bnet\b|netto|nettobetrag|\btax\b|\bvat\b|mwst|steuer|\bht\b|\btva\b|\biva\b|\bunit|discount|rabatt|shipping|versand|paid|tip/,
  amount: /amount|betrag|montant|importo|importe|price|preis|prix|kosten|fee|balance/,
} as const;

function says(info: Pick<RouteInfo, 'descriptions'>, key: string, what: RegExp): boolean {
  return what.test(wordsOf({ key, description: info.descriptions?.[key] ?? '' }));
}

/** How surely a field has what a document is about in all: 2, it says so; 1, it is an amount; 0, part of one, or none. */
function totality(info: Pick<RouteInfo, 'descriptions'>, key: string): number {
  const name = { descriptions: {} };
  if (says(name, key, likely.part)) return 0;
  if (says(name, key, likely.total)) return 3;
  if (says(info, key, likely.part)) return 0;
  return says(info, key, likely.total) ? 2 : says(info, key, likely.amount) ? 1 : 0;
}

/** The fields that say who sent a document, of which day it is, and what it comes to in all; `amount`: at least some amount of it. */
export interface MainFields {
  readonly vendor?: string;
  readonly date?: string;
  readonly total?: string;
  readonly amount?: string;
}

export function mainFieldsOf(info: Pick<RouteInfo, 'fields' | 'descriptions'>): MainFields {
  const { fields } = info;
  const amount = fields.toSorted((a, b) => totality(info, b) - totality(info, a))[0];
  const surely = amount === undefined ? 0 : totality(info, amount);
  return defined({
    vendor: fields.find((key) => says({}, key, likely.vendor)) ?? fields.find((key) => says(info, key, likely.vendor)),
    date: fields.find((key) => says({}, key, likely.date)),
    total: surely > 1 ? amount : undefined,
    amount: surely > 0 ? amount : undefined,
  });
}

/** Who, when and how much, as far as an extraction has such fields; else its first two. Of a classification: the category. */
export function defaultColumns(info: Pick<RouteInfo, 'route' | 'fields' | 'descriptions'>): readonly string[] {
  if (info.route.kind === 'classification') return ['category'];
  const { vendor, date, amount } = mainFieldsOf(info);
  const chosen = new Set([vendor, date, amount].filter((key) => key !== undefined));
  return (chosen.size > 0 ? [...chosen] : info.fields.slice(0, 2)).map(columnOf);
}
