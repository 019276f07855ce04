import { expect, it } from 'vitest';
import type { ExtractionView } from '../../electron/core/contract/definitions.ts';
import { changesOf } from '../../renderer/folders/definitions/changes.ts';

const field = (key: string, description = '') => ({ key, description, example: '' });
const seen: ExtractionView = {
  id: 'e1',
  name: 'Invoices',
  description: '',
  language: 'en',
  fields: [field('number'), field('total'), field('date')],
  usedBy: [],
  sent: 0,
  awaited: 0,
};
const { name, description, language } = seen;
const wanted = (...fields: ReturnType<typeof field>[]) => ({ name, description, language, fields });

it('names texts and fields that differ, and the order only where nothing else explains it', () => {
  expect(changesOf(seen, wanted(...seen.fields))).toEqual([]);
  expect(changesOf(seen, { ...wanted(...seen.fields), name: 'Bills', language: '' })).toEqual([
    { kind: 'name', before: 'Invoices', after: 'Bills' },
    { kind: 'language', before: 'en', after: '' },
  ]);
  expect(changesOf(seen, wanted(field('iban'), field('number'), field('date', 'When')))).toEqual([
    { kind: 'added', key: 'iban' },
    { kind: 'removed', key: 'total' },
    { kind: 'changed', key: 'date' },
  ]);
  expect(changesOf(seen, wanted(field('total'), field('number'), field('date')))).toEqual([{ kind: 'order' }]);
});
