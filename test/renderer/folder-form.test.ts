import { describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { nameOf } from '../../renderer/components/folder-names.ts';
import { isWholePath, locationOfField, problemsOf } from '../../renderer/folders/form/checks.ts';
import { draftOf, emptyCategory, emptyDraft, emptyField } from '../../renderer/folders/form/draft.ts';
import { classificationRequest, extractionRequest, fieldOfForm } from '../../renderer/folders/form/requests.ts';
import { settingsOf } from '../../renderer/folders/form/settings-of.ts';
import { numberOf } from '../../renderer/folders/form/typed-text.ts';

const route = { kind: 'extraction', id: 'e-1' } as const;

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
        outputs: { json: false, csv: 'off', values: 'typed' },
        dates: 'month-first',
        fileAway: { kind: 'move', to: 'Done/2026', as: '{vendor_name}/{file_name}', when: 'delivered' },
        unresolved: 'resend',
        batchSize: 7,
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
      expect(folderSettingsSchema.parse(settingsOf(draftOf(settings), settings.route, settings.paused))).toEqual(settings);
    }
  });

  it('finds nothing against what the settings allow, and something against what they do not', () => {
    const base = { ...emptyDraft('/scans'), move: true };
    for (const [changes, isGood] of [
      [{ settle: '0,1' }, true],
      [{ settle: '3600' }, true],
      [{ settle: '0' }, false],
      [{ settle: '' }, false],
      [{ settle: 'soon' }, false],
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
      expect(Object.keys(problemsOf('results', draft)).length === 0, JSON.stringify(changes)).toBe(isGood);
      expect(folderSettingsSchema.safeParse(settingsOf(draft, route, false)).success, JSON.stringify(changes)).toBe(isGood);
    }
  });

  it('knows whole paths of every system', () => {
    expect(['/a', '~', '~/Scans', 'C:\\Scans', 'd:/x', '\\\\nas\\scans'].every(isWholePath)).toBe(true);
    expect(['', 'Scans', './Scans', '~mara/Scans', 'C:Scans'].some(isWholePath)).toBe(false);
    expect(['/a/New', 'C:\\Scans\\New\\', '/', '\\\\nas\\New'].map(nameOf)).toEqual(['New', 'New', '/', 'New']);
    expect([numberOf('2,5'), numberOf(' 3 '), numberOf('')]).toEqual([2.5, 3, Number.NaN]);
  });

  it('leaves empty rows out, and finds the row again that the host speaks of', () => {
    const fields = [emptyField, { ...emptyField, key: 'a' }, emptyField, { ...emptyField, key: 'b' }];
    const { input, rows } = extractionRequest({ ...emptyDraft().newExtraction, name: 'N', fields, sample: '/s.pdf' });
    expect(input.fields.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(fieldOfForm('newExtraction', 'fields.1.key', rows)).toBe('newExtraction.fields.3.key');
    expect(fieldOfForm('newExtraction', 'sample', rows)).toBe('newExtraction.sample');
    const made = classificationRequest({
      name: 'N',
      description: '',
      categories: [emptyCategory, { ...emptyCategory, name: 'Invoice', keywords: ' a, ,b ' }],
    });
    expect(made.input.categories).toEqual([{ name: 'Invoice', description: '', keywords: ['a', 'b'] }]);
  });

  it('knows where the host’s fields are said', () => {
    expect(locationOfField('settings.path')).toEqual({ step: 'folder', field: 'path' });
    expect(locationOfField('settings.route.id')).toEqual({ step: 'route', field: 'choice' });
    expect(locationOfField('settings.include.0')).toEqual({ step: 'results', field: 'include' });
    expect(locationOfField('settings.fileAway.to')).toEqual({ step: 'results', field: 'moveTo' });
    expect(locationOfField('settings.paused')).toBeUndefined();
    expect(locationOfField(undefined)).toBeUndefined();
  });

  it('says what is missing of a route', () => {
    const draft = emptyDraft('/scans');
    expect(problemsOf('route', draft)).toEqual({ choice: 'routeMissing' });
    expect(problemsOf('route', { ...draft, choice: 'find-extraction' })).toEqual({ extractionId: 'idMissing' });
    expect(problemsOf('route', { ...draft, choice: 'new-extraction' })).toEqual({
      'newExtraction.name': 'nameMissing',
      'newExtraction.fields.0.key': 'noField',
      'newExtraction.sample': 'sampleMissing',
    });
    const twice = [
      { id: 'a', name: 'A' },
      { id: 'a', name: '' },
      { id: '', name: '' },
    ];
    expect(problemsOf('route', { ...draft, choice: 'find-classification', classificationId: 'c', categories: twice })).toEqual({
      'categories.1.id': 'idTwice',
      'categories.1.name': 'nameMissing',
    });
    expect(problemsOf('route', { ...draft, choice: 'extraction:e-1' })).toEqual({});
  });
});
