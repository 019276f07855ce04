/** What was written for a document follows when a person renames its file. */
import { describe, expect } from 'vitest';
import { play, type Scenario, table, untold } from './play.ts';

const stories: Readonly<Record<string, readonly Scenario[]>> = {
  'The JSON of a renamed document': [
    {
      says: 'is renamed with it, as it is',
      rounds: [['b.pdf'], [(desk) => desk.write('first', desk.text('b.pdf.json')), (desk) => desk.rename('b.pdf', 'June/c.pdf')]],
      names: ['June/c.pdf', 'June/c.pdf.json', 'first', table],
      rows: { [table]: ['June/c.pdf'] },
      ends: (desk) => expect(desk.text('June/c.pdf.json')).toBe(desk.text('first')),
    },
    {
      says: 'takes the next free name if a file is in the way',
      rounds: [['b.pdf'], [(desk) => desk.write('c.pdf.json', 'mine'), (desk) => desk.rename('b.pdf', 'c.pdf')]],
      names: ['c.pdf', 'c.pdf (2).json', 'c.pdf.json', table],
      ends: (desk) => expect(desk.text('c.pdf.json')).toBe('mine'),
    },
    {
      says: 'is known where its directory has taken it: a later result is written there',
      rounds: [
        ['March/a.pdf'],
        [(desk) => desk.rename('March', 'Spring')],
        [(desk) => desk.correct('Spring/a.pdf', { total: '7' })],
      ],
      names: ['Spring/a.pdf', 'Spring/a.pdf.json', table],
      ends: (desk) => expect(desk.json('Spring/a.pdf.json')).toMatchObject({ extracted_data: { total: '7' } }),
    },
    {
      says: 'is known where a person has taken it along: a later result is written there',
      rounds: [
        ['b.pdf'],
        [(desk) => desk.rename('b.pdf.json', 'c.pdf.json'), (desk) => desk.rename('b.pdf', 'c.pdf')],
        [(desk) => desk.correct('c.pdf', { total: '7' })],
      ],
      names: ['c.pdf', 'c.pdf.json', table],
      ends: (desk) => expect(desk.json('c.pdf.json')).toMatchObject({ extracted_data: { total: '7' } }),
    },
    {
      says: 'is renamed in the directory that it was taken along to',
      rounds: [
        ['March/a.pdf'],
        [(desk) => desk.rename('March', 'Spring'), (desk) => desk.rename('Spring/a.pdf', 'Spring/b.pdf')],
      ],
      names: ['Spring/b.pdf', 'Spring/b.pdf.json', table],
    },
    {
      says: 'is that of the copy whose place is empty, not of the one whose place another content has',
      rounds: [
        [(desk) => desk.scan('a.pdf', 'one')],
        [(desk) => desk.scan('b.pdf', 'one')],
        [(desk) => desk.rename('b.pdf', 'c.pdf'), (desk) => desk.scan('a.pdf', 'another')],
      ],
      names: ['a.pdf', 'a.pdf.json', 'c.pdf', 'c.pdf.json', table],
      rows: { [table]: ['a.pdf', 'a.pdf', 'c.pdf'] },
    },
    {
      says: 'is that of the copy whose place is empty also before any of them could be written',
      rounds: [
        [(desk) => desk.refuse('createWhole', 'denied'), (desk) => desk.scan('a.pdf', 'one')],
        [(desk) => desk.scan('b.pdf', 'one')],
        [(desk) => desk.rename('b.pdf', 'c.pdf'), (desk) => desk.scan('a.pdf', 'another')],
        [(desk) => desk.works()],
      ],
      names: ['a.pdf', 'a.pdf.json', 'c.pdf', 'c.pdf.json', table],
      ends: (desk) => expect(desk.files().map(({ path, isGone }) => [path, isGone])).not.toContainEqual(['b.pdf', true]),
    },
    {
      says: 'is its own, and no copy, where another content has its old name at once',
      rounds: [
        [(desk) => desk.refuse('createWhole', 'denied'), 'a.pdf'],
        [(desk) => desk.rename('a.pdf', 'c.pdf'), (desk) => desk.scan('a.pdf', 'another')],
        [(desk) => desk.works()],
      ],
      names: ['a.pdf', 'a.pdf.json', 'c.pdf', 'c.pdf.json', table],
      rows: { [table]: ['a.pdf', 'c.pdf'] },
      ends: (desk) => expect(desk.json('c.pdf.json')).not.toHaveProperty('duplicate_of'),
    },
    {
      says: 'has its new name where it is renamed when its result has come, and is about to be written',
      rounds: [
        [
          (desk) => {
            desk.before = (_, name) => {
              if (name === 'a.pdf' && desk.files().some(({ path, outputs }) => path === name && outputs === 'due')) {
                desk.rename('a.pdf', 'b.pdf');
                desk.works();
              }
              return undefined;
            };
          },
          'a.pdf',
        ],
      ],
      names: ['b.pdf', 'b.pdf.json', table],
      rows: { [table]: ['b.pdf'] },
    },
    {
      says: 'stays if a person has edited or removed it',
      rounds: [
        ['a.pdf', 'b.pdf'],
        [(desk) => desk.write('a.pdf.json', 'edited'), (desk) => desk.remove('b.pdf.json')],
        [(desk) => desk.rename('a.pdf', 'c.pdf'), (desk) => desk.rename('b.pdf', 'd.pdf')],
      ],
      names: ['a.pdf.json', 'c.pdf', 'd.pdf', table],
    },
    {
      says: 'is renamed with it also where that happens while it is being delivered',
      rounds: [
        ['a.pdf'],
        [
          (desk) =>
            desk.justBefore('writeAt', table, 1, () => {
              desk.touch(table, desk.now - 3_600_000);
              desk.rename('b.pdf', 'c.pdf');
              desk.run.engine.lookNow();
            }),
          'b.pdf',
        ],
      ],
      names: ['a.pdf', 'a.pdf.json', 'c.pdf', 'c.pdf.json', table],
      rows: { [table]: ['a.pdf', 'c.pdf'] },
    },
    {
      says: 'stays if a person edits it at the last moment',
      rounds: [
        ['b.pdf'],
        [
          (desk) => desk.justBefore('moveNew', 'c.pdf.json', 1, () => desk.write('b.pdf.json', 'edited')),
          (desk) => desk.rename('b.pdf', 'c.pdf'),
        ],
      ],
      names: ['b.pdf.json', 'c.pdf', table],
      ends: (desk) => expect(desk.text('b.pdf.json')).toBe('edited'),
    },
    {
      says: 'is not replaced by the result of another file that has taken the old name',
      rounds: [
        ['b.pdf'],
        [(desk) => desk.write('first', desk.text('b.pdf.json')), (desk) => desk.rename('b.pdf', 'c.pdf')],
        [(desk) => desk.scan('b.pdf', 'another')],
      ],
      names: ['b.pdf', 'b.pdf.json', 'c.pdf', 'c.pdf.json', 'first', table],
      rows: { [table]: ['b.pdf', 'c.pdf'] },
      ends: (desk) => expect(desk.text('c.pdf.json')).toBe(desk.text('first')),
    },
  ],
  'The row of a renamed document': [
    {
      says: 'says its new name, with everything else as it was',
      rounds: [['a.pdf'], [(desk) => desk.write('first', desk.text(table)), (desk) => desk.rename('a.pdf', 'c.pdf')], ['d.pdf']],
      rows: { [table]: ['c.pdf', 'd.pdf'] },
      ends: (desk) => expect(desk.text(table)).toContain(desk.text('first').replace('\r\na.pdf', '\r\nc.pdf')),
    },
    {
      says: 'stays in a table that a person has edited: no new one is begun for a name',
      rounds: [['a.pdf'], [(desk) => desk.append(table, 'checked by Ann\r\n'), (desk) => desk.rename('a.pdf', 'c.pdf')]],
      names: ['c.pdf', 'c.pdf.json', table],
      ends: (desk) => expect(desk.text(table)).toMatch(/\r\na\.pdf,.*checked by Ann\r\n$/s),
    },
    {
      says: 'waits while the table is open',
      rounds: [
        ['a.pdf'],
        [
          (desk) => desk.write(`.~lock.${table}#`, ',ann,desk,01.05.2026 08:00'),
          (desk) => desk.touch(`.~lock.${table}#`, desk.now),
          (desk) => desk.rename('a.pdf', 'c.pdf'),
        ],
        [(desk) => expect(desk.listed(table)).toEqual(['a.pdf']), (desk) => desk.remove(`.~lock.${table}#`)],
      ],
      rows: { [table]: ['c.pdf'] },
    },
  ],
};

play(stories);
describe('Where the disk has no numbers for files:', () => play(stories, { hasInodes: false }));
describe('Where nothing tells of changes:', () => play(stories, untold));
