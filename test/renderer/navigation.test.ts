import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppLocation, hrefOf, locationOf } from '../../renderer/navigation.ts';

describe('An address in the window', () => {
  it('leads to its screen, and to a document or folder there', () => {
    expect(locationOf('#/queue')).toEqual({ screen: 'queue' });
    expect(locationOf('#/review/12')).toEqual({ screen: 'review', documentId: 12 });
    expect(locationOf('#/folders/add?path=%2Fhome%2Fmara')).toEqual({ screen: 'folders', adding: true, path: '/home/mara' });
    expect(locationOf('#/folders/3')).toEqual({ screen: 'folders', folderId: 3 });
    expect(locationOf('#/insights')).toEqual({ screen: 'insights' });
    expect(locationOf('#/settings')).toEqual({ screen: 'settings' });
  });

  it('leads to the documents if it is unknown, and to the screen if only the rest is', () => {
    for (const hash of [
      '',
      '#',
      '#/',
      '#/nowhere/5',
      '#/queue/-3',
      '#/queue/1e9',
      '#/queue/../x',
      '#queue',
      '#/queue?sort=&show=',
    ]) {
      expect(locationOf(hash)).toEqual({ screen: 'queue' });
    }
  });

  it('encodes every location so that it reads back unchanged', () => {
    const id = fc.integer({ min: 1, max: 1_000_000 });
    const text = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' });
    const optional = <Value>(name: string, values: fc.Arbitrary<Value>) =>
      fc.oneof(
        fc.constant({}),
        values.map((value) => ({ [name]: value })),
      );
    const joined = (screen: string, ...members: fc.Arbitrary<object>[]): fc.Arbitrary<AppLocation> =>
      fc.tuple(...members).map((parts) => Object.assign({ screen }, ...parts) as AppLocation);
    const location = fc.oneof(
      joined(
        'queue',
        optional('documentId', id),
        optional('show', text),
        optional('folderId', id),
        optional('text', text),
        optional('sort', text),
      ),
      joined('review', optional('documentId', id)),
      joined('folders', optional('folderId', id)),
      joined('folders', fc.constant({ adding: true }), optional('path', text)),
      joined('insights'),
      joined('settings'),
    );
    fc.assert(
      fc.property(location, (each) => {
        expect(locationOf(hrefOf(each))).toEqual(each);
      }),
    );
  });
});
