import { describe, expect, it } from 'vitest';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import {
  columnOf,
  defaultColumns,
  fieldOf,
  isColumn,
  maxColumns,
  printedByColumn,
  sortSchema,
} from '../../../electron/core/values/columns.ts';

const extraction: Route = { kind: 'extraction', id: 'e' };

describe('A column of the list', () => {
  it.each([
    ['name', true],
    ['when', true],
    ['category', true],
    ['field:total', true],
    ['field:a\nb', true],
    ['field:', false],
    ['total', false],
    ['names', false],
    ['my name', false],
    ['', false],
    [`field:${'x'.repeat(294)}`, true],
    [`field:${'x'.repeat(295)}`, false],
  ])('is known by its name: %j', (name, is) => {
    expect(isColumn(name)).toBe(is);
    expect(sortSchema.safeParse({ by: name, descending: false }).success).toBe(is);
  });

  it('of a field has its key', () => {
    expect(columnOf('total')).toBe('field:total');
    expect(fieldOf(columnOf('a:b'))).toBe('a:b');
    expect([fieldOf('name'), fieldOf('category')]).toEqual([undefined, undefined]);
    expect(maxColumns).toBe(12);
  });

  it('shows what is printed, and nothing of what is empty or has parts', () => {
    const extractedData = {
      total: '1,50 €',
      count: 7,
      paid: false,
      none: null,
      empty: ' ',
      lines: [1],
      vendor: { name: 'ACME' },
    };
    const result: DocumentResult = { kind: 'extraction', status: 'processed', extractedData, extra: {} };
    expect([...printedByColumn(result)]).toEqual([
      ['field:total', '1,50 €'],
      ['field:count', '7'],
      ['field:paid', 'false'],
    ]);
  });

  it.each([
    [{ categoryId: 'c-1', categoryName: 'Invoice' }, [['category', 'Invoice']]],
    [{ categoryId: 'c-1' }, [['category', 'c-1']]],
    [{}, []],
  ])('shows the category by its name, or its id: %j', (category, expected) => {
    expect([...printedByColumn({ kind: 'classification', status: 'processed', ...category, extra: {} })]).toEqual(expected);
  });
});

describe('The columns that a list shows at first', () => {
  const of = (fields: readonly string[], descriptions: Readonly<Record<string, string>> = {}) =>
    defaultColumns({ route: extraction, fields, descriptions }).map((column) => column.replace('field:', ''));

  it.each<[readonly string[], readonly string[]]>([
    [
      ['invoice_number', 'vendor_name', 'invoice_date', 'net_amount', 'vat_amount', 'total_amount'],
      ['vendor_name', 'invoice_date', 'total_amount'],
    ],
    [
      ['Rechnungsnummer', 'Lieferant', 'Rechnungsdatum', 'Nettobetrag', 'Gesamtbetrag'],
      ['Lieferant', 'Rechnungsdatum', 'Gesamtbetrag'],
    ],
    [
      ['numéro', 'fournisseur', 'date', 'montant_ht', 'montant_ttc'],
      ['fournisseur', 'date', 'montant_ttc'],
    ],
    // An amount, where nothing says that it is the whole of it.
    [
      ['supplier', 'price', 'subtotal'],
      ['supplier', 'price'],
    ],
    [
      ['number', 'subtotal', 'vat'],
      ['number', 'subtotal'],
    ],
    [
      ['number', 'subject', 'text'],
      ['number', 'subject'],
    ],
    [['number'], ['number']],
    [[], []],
    // Each once.
    [['company_total'], ['company_total']],
  ])('are who, when and how much, or else the first two: %j', (fields, expected) => expect(of(fields)).toEqual(expected));

  it.each([
    ...['vendor', 'supplier', 'seller', 'merchant', 'payee', 'Lieferant', 'Verkäufer', 'Händler', 'Aussteller', 'company'],
    ...['Rechnungssteller', 'fournisseur', 'vendeur', 'émetteur', 'proveedor', 'fornitore', 'leverancier', 'Firma'],
  ])('are of who sent it: %s', (key) => expect(of(['number', 'text', key])).toEqual([key]));

  it.each(['date', 'due_date', 'Datum', 'data', 'fecha'])('are of when: %s', (key) =>
    expect(of(['number', 'text', key])).toEqual([key]),
  );

  it.each(['database', 'updates', 'number'])('are not of when: %s', (key) => expect(of(['x', 'y', key])).toEqual(['x', 'y']));

  it.each([
    ...['total', 'gross', 'brutto', 'Gesamt', 'Summe', 'montant TTC', 'totale', 'importe total', 'amount_due', 'sum'],
    ...['amount', 'Betrag', 'montant', 'importo', 'importe', 'price', 'Preis', 'prix', 'Kosten', 'fee', 'balance'],
  ])('are of how much: %s', (key) => expect(of(['number', 'text', key])).toEqual([key]));

  it.each([
    ...['subtotal', 'sub total', 'net amount', 'netto', 'Nettobetrag', 'tax amount', 'vat total', 'MwSt Betrag', 'Steuerbetrag'],
    ...['montant HT', 'montant TVA', 'importo IVA', 'unit price', 'discount amount', 'Rabatt Betrag', 'shipping total'],
    ...['Versandkosten', 'amount paid', 'tip amount'],
  ])('are not of a part of it: %s', (key) => expect(of(['x', 'y', key])).toEqual(['x', 'y']));

  it('go by the names of fields first, and by what is said of them after that', () => {
    const said = { a: 'Gross amount of the invoice', b: 'Name of the vendor', c: 'Amount', d: 'Net amount' };
    expect(of(['x', 'd', 'c', 'a', 'b'], said)).toEqual(['b', 'a']);
    expect(of(['a', 'total'], said)).toEqual(['total']);
    expect(of(['b', 'vendor'], said)).toEqual(['vendor']);
    expect(of(['c', 'd'], said)).toEqual(['c']);
    // Its name says that it is a part, whatever else is said of it.
    expect(of(['x', 'y', 'net'], { net: 'The total' })).toEqual(['x', 'y']);
    // A date is known by its name alone.
    expect(of(['x', 'y', 'z'], { z: 'The date' })).toEqual(['x', 'y']);
  });

  it('are the category of a classification', () => {
    expect(defaultColumns({ route: { kind: 'classification', id: 'c' }, fields: [] })).toEqual(['category']);
  });
});
