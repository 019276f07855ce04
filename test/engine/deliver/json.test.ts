import { describe, expect, it } from 'vitest';
import type { Delivered } from '../../../electron/engine/deliver/delivered.ts';
import { deliveredAtOf, jsonBytes } from '../../../electron/engine/deliver/json.ts';
import { extracted, invoices, origin } from './delivery.ts';

const at = '2026-05-01T08:00:00.000Z';
const delivered: Delivered = {
  file: 'June/invoice.pdf',
  sha256: 'ab12',
  size: 1234,
  origin,
  info: invoices,
  batchId: 'b-1',
  fileId: 'f-1',
  result: extracted({ total: '12.50', invoice_number: 'R-1' }),
  possibleDuplicate: false,
  isReplaced: false,
};
const textOf = (value: Delivered) => new TextDecoder().decode(jsonBytes(value, at));

describe('the JSON of a document', () => {
  it('has this shape, values in the order of the extraction', () => {
    expect(textOf(delivered)).toBe(`{
  "intray": 1,
  "source": {
    "file": "June/invoice.pdf",
    "sha256": "ab12",
    "size": 1234
  },
  "service": "https://service.example",
  "route": {
    "kind": "extraction",
    "id": "e-1",
    "name": "Invoices"
  },
  "batch_id": "b-1",
  "file_id": "f-1",
  "status": "processed",
  "review": [],
  "model_used": "model-1",
  "extracted_data": {
    "invoice_number": "R-1",
    "total": "12.50"
  },
  "typed": {
    "total": {
      "kind": "amount",
      "value": "12.50"
    }
  },
  "delivered_at": "2026-05-01T08:00:00.000Z"
}
`);
  });

  it('keeps the order of fields that JavaScript would sort, and names that are special in it', () => {
    const data = JSON.parse('{"__proto__": "p", "10": "ten", "9": "nine", "b": {"x": ["y"]}}') as Record<string, unknown>;
    const info = { ...invoices, fields: ['b', '10', '9', 'constructor'] };
    const text = textOf({ ...delivered, info, result: extracted(data) });
    const order = ['"b": {', '"10": "ten"', '"9": "nine"', '"__proto__": "p"'].map((part) => text.indexOf(part));
    expect(order.every((position) => position > 0)).toBe(true);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(text).not.toContain('"constructor"');
    expect((JSON.parse(text) as { extracted_data: { b: unknown } }).extracted_data.b).toEqual({ x: ['y'] });
  });

  it('says what needs a review, what may be a duplicate, whose copy it is, and what else came', () => {
    const value = JSON.parse(
      textOf({
        ...delivered,
        result: { ...extracted({ total: '' }, 'needs_review'), extra: { pages: 3 } },
        possibleDuplicate: true,
        duplicateOf: { file: 'a.pdf', folder: '/scans/mail' },
      }),
    ) as Record<string, unknown>;
    expect(value).toMatchObject({
      status: 'needs_review',
      review: [
        { kind: 'possible-duplicate' },
        { kind: 'service' },
        { kind: 'missing-field', field: 'invoice_number' },
        { kind: 'empty-field', field: 'total' },
      ],
      possible_duplicate: true,
      duplicate_of: { file: 'a.pdf', folder: '/scans/mail' },
      other: { pages: 3 },
    });
  });

  it('says beside the values what was read in them, in which order of dates, and what was assumed', () => {
    const data = { due: '03/04/2026', total: '1.234,50 €', paid: 'ja', note: 'soon', rows: [{ total: '1' }] };
    const typed = (more: Partial<Delivered> = {}) =>
      (JSON.parse(textOf({ ...delivered, result: extracted(data), ...more })) as { typed: Record<string, unknown> }).typed;
    expect(typed()).toEqual({
      due: { kind: 'date', ambiguous: ['2026-04-03', '2026-03-04'] },
      total: { kind: 'amount', value: '1234.50', currency: 'EUR' },
      paid: { kind: 'yes-no', value: 'yes' },
    });
    expect(typed({ dates: 'month-first' }).due).toEqual({ kind: 'date', value: '2026-03-04', assumed: ['month-first'] });
    const byPeople = { confirmations: [{ at: 1, by: 'Anna', corrections: { due: '14.3.2026' } }], changes: [] };
    expect(typed({ review: byPeople }).due).toEqual({ kind: 'date', value: '2026-03-14', assumed: ['day-first'] });
    const described = { ...invoices, descriptions: { note: 'Total before tax' } };
    expect(typed({ info: described, result: extracted({ note: '7' }) })).toEqual({ note: { kind: 'amount', value: '7' } });
  });

  it('has the verdict of a classification, or null', () => {
    const info = { ...invoices, route: { kind: 'classification', id: 'c-1' } as const, name: 'c-1', fields: [] };
    const verdict = { kind: 'classification', status: 'processed', extra: {} } as const;
    const found = { ...verdict, categoryId: 'k-1', categoryName: 'Letters', confidence: 0.97, reasoning: 'It greets.' };
    expect(JSON.parse(textOf({ ...delivered, info, result: found }))).toMatchObject({
      category: { id: 'k-1', name: 'Letters' },
      confidence: 0.97,
      reasoning: 'It greets.',
    });
    const { batchId: _, fileId: __, ...unsent } = delivered;
    expect(JSON.parse(textOf({ ...unsent, info, result: verdict }))).toMatchObject({
      category: null,
      confidence: null,
      reasoning: null,
      batch_id: null,
      file_id: null,
    });
  });

  it('can be asked when it was delivered', () => {
    expect(deliveredAtOf(jsonBytes(delivered, at))).toBe(at);
    for (const text of ['', '{', '[]', 'null', '{"delivered_at": 5}']) {
      expect(deliveredAtOf(new TextEncoder().encode(text))).toBeUndefined();
    }
  });
});
