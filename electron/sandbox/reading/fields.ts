import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import type { TextLine } from './text-line.ts';
import { wordsOf } from './words.ts';

/** Labels that mean the same: a field that is called by one of them is found by all. */
const sameLabels = [
  ['invoice number', 'invoice no', 'rechnungsnummer', 'rechnung nr', 'numero de facture', 'facture no'],
  ['invoice date', 'date of invoice', 'date', 'rechnungsdatum', 'datum', 'date de facture'],
  ['vendor name', 'vendor', 'supplier', 'seller', 'from', 'lieferant', 'fournisseur'],
  ['total amount', 'total', 'amount due', 'total due', 'grand total', 'gesamtbetrag', 'summe', 'montant total', 'total ttc'],
  ['tax amount', 'tax', 'vat', 'mwst', 'tva'],
  ['currency', 'wahrung', 'devise'],
].map((labels) => new Set(labels));

/**
 * The values that stand behind a label, as the document prints them: `Invoice number: R-17`, `Total  12.50`, or a label in one cell
 * of a line and its value in the next. A field is labelled by its key, its description, or what means the same.
 */
export function findFields(lines: readonly TextLine[], fields: readonly FieldDefinition[]): Record<string, string> {
  const printed = lines.flatMap(labelled);
  const found = fields.flatMap((field): [string, string][] => {
    const key = labelOf(field.key);
    const labels = labelsOf(field);
    const value = (printed.find(({ label }) => label === key) ?? printed.find(({ label }) => labels.has(label)))?.value;
    return value === undefined || value === '' ? [] : [[field.key, value]];
  });
  // A key may be any word, even `__proto__`.
  return Object.fromEntries(found);
}

function labelsOf({ key, description }: FieldDefinition): ReadonlySet<string> {
  const own = [labelOf(key), labelOf(description)];
  return new Set([...own, ...sameLabels.filter((labels) => own.some((label) => labels.has(label))).flatMap((each) => [...each])]);
}

function labelOf(text: string): string {
  return wordsOf(text).join(' ');
}

/** What stands behind a label, in a line's cells. */
function labelled(cells: TextLine): { readonly label: string; readonly value: string }[] {
  return cells.map((text, index) => {
    const next = cells[index + 1] ?? '';
    const { label, value } = /^(?<label>[^:=]+)[:=]\s*(?<value>.*)$/u.exec(text)?.groups ?? { label: text, value: '' };
    if (label !== undefined && (value || next) !== '') return { label: labelOf(label), value: value || next };
    const total = /^(?<label>\D+?)\s+(?<value>-?\d[\d.,'’ ]*)$/u.exec(text)?.groups;
    return { label: labelOf(total?.label ?? label ?? ''), value: total?.value ?? '' };
  });
}
