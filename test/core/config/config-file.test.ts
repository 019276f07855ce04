import { describe, expect, it } from 'vitest';
import {
  configSchema,
  type KnownRoute,
  namesIn,
  type WrittenFolder,
  withIds,
} from '../../../electron/core/config/config-file.ts';

const known: readonly KnownRoute[] = [
  { kind: 'extraction', id: 'e-1', name: 'Invoices' },
  { kind: 'extraction', id: 'e-2', name: 'Receipts' },
  { kind: 'extraction', id: 'e-3', name: 'Receipts' },
  // Called as the id of another.
  { kind: 'extraction', id: 'e-4', name: 'e-1' },
  { kind: 'extraction', id: 'e-5', name: 'Pr\u00fcfung' },
  { kind: 'classification', id: 'c-1', name: 'Mail' },
  { kind: 'classification', id: 'c-2', name: 'Invoices' },
];
const mail = { kind: 'classification', id: 'c-1' };

function folder(members: object): WrittenFolder {
  const { folders } = configSchema.parse({ folders: [{ path: '/scans', ...members }] });
  return folders[0] as WrittenFolder;
}

describe('names in a config file', () => {
  it('leave ids as they are, and cost nothing where there are none', () => {
    const written = folder({ route: mail, next: { categories: { Bill: { extraction: 'e-1', linked: false }, Ad: 'leave' } } });
    expect(namesIn(written)).toEqual([]);
    expect(withIds(written, [])).toEqual({ kind: 'good', settings: written });
  });

  it.each([
    ['an extraction of the folder', { kind: 'extraction', name: 'Invoices' }, 'e-1'],
    ['a classification of the same name', { kind: 'classification', name: 'Invoices' }, 'c-2'],
    ['a name that is the id of another', { kind: 'extraction', name: 'e-1' }, 'e-4'],
    ['another spelling of the same letters', { kind: 'extraction', name: ' Pru\u0308fung ' }, 'e-5'],
  ])('become ids: %s', (_, route, id) => {
    expect(withIds(folder({ route }), known)).toMatchObject({ kind: 'good', settings: { route: { kind: route.kind, id } } });
    expect(withIds(folder({ route }), known)).not.toHaveProperty('settings.route.name');
  });

  it('become ids in the table of categories, for what is in none, and in the tables that are called so', () => {
    const next = {
      categories: {
        Bill: { extraction: { name: 'Invoices' }, linked: true },
        Ad: 'leave',
        Form: { extraction: 'e-9', linked: false },
      },
      otherwise: { extraction: { name: 'Prüfung' } },
      below: 0.5,
    };
    const outputs = {
      tables: { Invoices: { columns: ['file'] }, 'e-9': { columns: ['file'] }, Receipts: { columns: ['file'] } },
    };
    const resolved = withIds(folder({ route: { kind: 'classification', name: 'Mail' }, next, outputs }), known);
    expect(resolved).toMatchObject({
      kind: 'good',
      settings: {
        route: mail,
        next: {
          categories: { Bill: { extraction: 'e-1', linked: true }, Ad: 'leave', Form: { extraction: 'e-9', linked: false } },
          otherwise: { extraction: 'e-5' },
          below: 0.5,
        },
      },
    });
    expect(resolved.kind === 'good' && Object.keys(resolved.settings.outputs.tables ?? {})).toEqual(['e-1', 'e-9', 'Receipts']);
  });

  it('become ids in the table of the folder’s own extraction, by its name or its id, and in no other of that name', () => {
    const tables = { Invoices: { columns: ['file'] }, 'e-1': { columns: ['file'] } };
    const keysOf = (route: object) => {
      const resolved = withIds(folder({ route, outputs: { tables } }), known);
      return resolved.kind === 'good' ? Object.keys(resolved.settings.outputs.tables ?? {}) : [];
    };
    expect(keysOf({ kind: 'extraction', name: 'Invoices' })).toEqual(['e-1']);
    expect(keysOf({ kind: 'extraction', id: 'e-1' })).toEqual(['Invoices', 'e-1']);
    expect(keysOf({ kind: 'classification', name: 'Invoices' })).toEqual(['Invoices', 'e-1']);
    expect(withIds(folder({ route: mail }), known)).not.toHaveProperty('settings.outputs.tables');
  });

  it('are listed as they are written', () => {
    const next = {
      categories: { Bill: { extraction: { name: 'Receipts' }, linked: true } },
      otherwise: { extraction: { name: 'Rest' } },
    };
    expect(namesIn(folder({ route: { kind: 'classification', name: 'Mail' }, next }))).toEqual([
      { kind: 'classification', name: 'Mail', member: ['route', 'name'] },
      { kind: 'extraction', name: 'Receipts', member: ['next', 'categories', 'Bill', 'extraction'] },
      { kind: 'extraction', name: 'Rest', member: ['next', 'otherwise', 'extraction'] },
    ]);
  });

  it('are each named with what they may stand for, where that is not one', () => {
    const next = {
      categories: {
        Bill: { extraction: { name: 'invoices' }, linked: false },
        Slip: { extraction: { name: 'Receipts' }, linked: false },
      },
    };
    expect(withIds(folder({ route: { kind: 'classification', name: 'Post' }, next }), known)).toEqual({
      kind: 'bad',
      problems: [
        { kind: 'classification', name: 'Post', member: ['route', 'name'], candidates: [] },
        { kind: 'extraction', name: 'invoices', member: ['next', 'categories', 'Bill', 'extraction'], candidates: [] },
        {
          kind: 'extraction',
          name: 'Receipts',
          member: ['next', 'categories', 'Slip', 'extraction'],
          candidates: [known[1], known[2]],
        },
      ],
    });
  });
});
