import { describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { nameOf } from '../../renderer/components/folder-names.ts';
import {
  type Draft,
  draftOf,
  emptyCategory,
  emptyDraft,
  emptyField,
  isUntyped,
  numberOf,
  type Problems,
} from '../../renderer/folders/form/draft.ts';
import {
  classificationRequest,
  extractionRequest,
  isWholePath,
  placeOf,
  problemsOf,
  routeProblems,
  settingsOf,
  withoutBlank,
} from '../../renderer/folders/form/settings-of.ts';

const route = { kind: 'extraction', id: 'e-1' } as const;

/** The last part of each message's code, by the field. */
function codesOf(problems: Problems) {
  return Object.fromEntries(Object.entries(problems).map(([field, { code }]) => [field, code.split('.').at(-1)]));
}

/** The rules that a draft breaks, by the field. */
function wrongIn(draft: Draft) {
  const rules = Object.entries(problemsOf(draft)).map(([field, { values }]) => [field, values.rule as Message]);
  return codesOf(Object.fromEntries(rules));
}

describe('What a starter fills in', () => {
  const [invoices, receipts] = ['invoices', 'receipts'].map((name) => ({
    name,
    fields: [{ ...emptyField, key: `${name}_number` }],
  }));
  const starts = [invoices, receipts].flatMap((start) => start ?? []);
  it.each([
    ['replaces blank rows', { name: ' ', fields: [emptyField, emptyField] }, true],
    ['replaces another starter', { name: 'receipts', fields: [{ key: 'receipts_number', description: '', example: '' }] }, true],
    ['leaves a name that was typed', { name: 'Bills', fields: [emptyField] }, false],
    ['leaves a field that was typed', { name: '', fields: [{ ...emptyField, key: 'total' }] }, false],
    [
      'leaves what was added to it',
      { name: 'receipts', fields: [{ ...emptyField, key: 'receipts_number', example: '7' }] },
      false,
    ],
  ])('%s', (_, draft, isReplaced) => expect(isUntyped(draft, starts)).toBe(isReplaced));
});

describe('The form of a folder', () => {
  it('gives back the settings that it was filled from, whatever they are', () => {
    for (const given of [
      { path: '/scans', route },
      {
        path: 'C:\\Scans',
        route: { kind: 'classification', id: 'c:1' },
        settleSeconds: 0.5,
        include: ['**/*.pdf', '*.tif'],
        ignore: ['drafts/**'],
        recursive: false,
        paused: true,
        existing: 'send',
        changed: 'ask',
        outputs: {
          json: false,
          csv: 'off',
          xlsx: 'folder',
          values: 'printed',
          columns: ['file', { name: 'total', heading: 'Sum' }],
          tables: { 'e-1': { values: 'typed' } },
        },
        dates: 'month-first',
        fileAway: { kind: 'move', to: 'Done/2026', as: '{vendor_name}/{file_name}', when: 'delivered' },
        unresolved: 'resend',
        batchSize: 7,
        budget: { run: 9, month: 100 },
        askAbove: 0,
        checks: [{ check: 'sum', parts: ['net', 'tax'], total: 'total' }],
        delimiter: '\t',
        next: {
          categories: {
            Invoices: { extraction: 'e-1', linked: false },
            Receipts: { extraction: 'e:2', linked: true },
            Letters: 'leave',
          },
          otherwise: { extraction: 'e-3' },
          below: 0.75,
        },
      },
    ]) {
      const settings = folderSettingsSchema.parse(given);
      expect(settingsOf(draftOf(settings))).toEqual({ ok: true, value: settings });
    }
  });

  it('finds nothing against what the settings allow, and something against what they do not', () => {
    const base = { ...emptyDraft('/scans'), choice: 'extraction:e-1', fileAway: 'move' };
    for (const [changes, isGood] of [
      [{ settleSeconds: '0,1' }, true],
      [{ settleSeconds: '3600' }, true],
      [{ settleSeconds: '0' }, false],
      [{ settleSeconds: '' }, false],
      [{ settleSeconds: 'soon' }, false],
      [{ batchSize: '30' }, true],
      [{ batchSize: '31' }, false],
      [{ batchSize: '1.5' }, false],
      [{ moveTo: 'Done/2026' }, true],
      [{ moveTo: '..' }, false],
      [{ moveTo: 'a/../../b' }, false],
      [{ moveTo: '/elsewhere' }, false],
      [{ moveTo: 'C:\\elsewhere' }, false],
      [{ moveTo: ' ' }, false],
      [{ fileAs: '{vendor_name}/{file_name}' }, true],
      [{ fileAs: '{vendor_name' }, false],
      [{ fileAs: 'all the same' }, false],
    ] as const) {
      const draft = { ...base, ...changes };
      const [field] = Object.keys(changes);
      expect(Object.keys(problemsOf(draft)), JSON.stringify(changes)).toEqual(isGood ? [] : [field]);
      expect(settingsOf(draft).ok, JSON.stringify(changes)).toBe(isGood);
    }
  });

  it('knows whole paths of every system', () => {
    expect(['/a', '~', '~/Scans', 'C:\\Scans', 'd:/x', '\\\\nas\\scans'].every(isWholePath)).toBe(true);
    expect(['', 'Scans', './Scans', '~mara/Scans', 'C:Scans'].some(isWholePath)).toBe(false);
    expect(['/a/New', 'C:\\Scans\\New\\', '/', '\\\\nas\\New'].map(nameOf)).toEqual(['New', 'New', '/', 'New']);
    expect([numberOf('2,5'), numberOf(' 3 '), numberOf('')]).toEqual([2.5, 3, Number.NaN]);
  });

  it('leaves empty rows out, as the host counts the others', () => {
    const fields = withoutBlank([emptyField, { ...emptyField, key: 'a ' }, emptyField, { ...emptyField, key: 'b' }]);
    const input = extractionRequest({ ...emptyDraft().newExtraction, name: 'N', fields, sample: '/s.pdf' });
    expect(input.fields.map(({ key }) => key)).toEqual(['a', 'b']);
    const made = classificationRequest({
      name: 'N',
      description: '',
      categories: withoutBlank([emptyCategory, { ...emptyCategory, name: 'Invoice', keywords: ' a, ,b ' }]),
    });
    expect(made.categories).toEqual([{ name: 'Invoice', description: '', keywords: ['a', 'b'] }]);
  });

  it('knows where the host’s fields are said', () => {
    expect(placeOf(['path'])).toBe('path');
    expect(placeOf(['recursive'])).toBe('recursive');
    expect(placeOf(['route', 'id'])).toBe('choice');
    expect(placeOf(['include', '0'])).toBe('include');
    expect(placeOf(['fileAway', 'to'])).toBe('moveTo');
    expect(placeOf(['checks', '2', 'pattern'])).toBe('checks.2.pattern');
    expect(placeOf(['outputs', 'tables', 'e-1', 'columns'])).toBe('tables.e-1.columns');
    expect([placeOf(['paused']), placeOf(['budget', 'run']), placeOf([''])]).toEqual([undefined, undefined, undefined]);
  });

  it('says at the field what is wrong with a check or a table, as the config file would', () => {
    const wrong = {
      checks: [
        { check: 'required' },
        { check: 'amount', field: 'a', from: '10,00', to: '9' },
        { check: 'amount', field: 'a', to: 'much' },
        { check: 'second-scan', number: 'a', vendor: '', date: 'c', days: '1.5' },
      ],
      columns: ['Date', 'date'].map((name) => ({ name, heading: '' })),
    } as const;
    expect(wrongIn({ ...emptyDraft('/scans'), choice: 'extraction:e-1', ...wrong })).toEqual({
      'checks.0.field': 'notEmpty',
      'checks.1': 'fromBeforeTo',
      'checks.2.to': 'decimals',
      'checks.3.vendor': 'notEmpty',
      'checks.3.days': 'wholeNumber',
      columns: 'headingTwice',
    });
    const scan = { check: 'second-scan', number: 'a', vendor: 'b', date: 'c', days: '30' } as const;
    expect(wrongIn({ ...emptyDraft('/scans'), choice: 'extraction:e-1', checks: [scan, scan] })).toEqual({
      checks: 'oneSecondScan',
    });
  });

  it('says what is missing of a route', () => {
    const draft = emptyDraft('/scans');
    expect(codesOf(routeProblems(draft))).toEqual({ choice: 'routeMissing' });
    expect(codesOf(routeProblems({ ...draft, choice: 'find-extraction' }))).toEqual({ extractionId: 'idMissing' });
    expect(codesOf(routeProblems({ ...draft, choice: 'new-extraction' }))).toEqual({
      'newExtraction.name': 'nameMissing',
      'newExtraction.fields.0.key': 'noField',
      'newExtraction.sample': 'sampleMissing',
    });
    expect(codesOf(routeProblems({ ...draft, choice: 'find-classification' }))).toEqual({ classificationId: 'idMissing' });
    expect(codesOf(routeProblems({ ...draft, choice: 'extraction:e-1' }))).toEqual({});
  });
});
