/** What people do to tables and JSON files, and what a disk refuses of them: nothing of theirs is touched, nothing is lost. */
import { describe, expect } from 'vitest';
import { type Desk, nextTable, play, type Scenario, table, untold } from './play.ts';

const hour = 3_600_000;
const byAnn = 'checked by Ann\r\n';
const annEdits = (desk: Desk) => desk.append(table, byAnn);
const works = (desk: Desk) => desk.works();
const whole = { [table]: ['a.pdf', 'b.pdf'] };

const waitsWhileOpen = (lock: string): Scenario => ({
  says: `waits while ${lock} says that it is open`,
  rounds: [
    ['a.pdf'],
    [(desk) => desk.write(lock, ',ann,desk,01.05.2026 08:00'), (desk) => desk.touch(lock, desk.now), 'b.pdf'],
    [
      (desk) => expect(desk.file('b.pdf').hindrance).toMatchObject({ code: 'disk.locked' }),
      (desk) => desk.touch(lock, desk.now - 24 * hour),
    ],
  ],
  rows: whole,
});

const times = (...contents: string[]) => contents.map((content) => [(desk: Desk) => desk.scan('Scan.pdf', content)]);
const numberIn = (value: unknown) => String(value).replace(/.*, /, '');
const saysLast = (...contents: string[]): Scenario => ({
  says: `have a row each, of which the earlier ones are marked, and the JSON of the last one: ${contents.join(', ')}`,
  rounds: times(...contents),
  names: ['Scan.pdf', 'Scan.pdf.json', table],
  ends(desk) {
    const rows = desk.rows(table).map(({ file, number, status }) => [file, numberIn(number), status]);
    const last = contents.length - 1;
    expect(rows).toEqual(contents.map((content, index) => ['Scan.pdf', content, index < last ? 'replaced' : 'processed']));
    expect(valuesIn(desk, 'Scan.pdf.json')).toBe(contents[last]);
  },
});
/** @param last of these contents is there; it came back, and is the row that it was */
const comesBack = (last: string, ...contents: string[]): Scenario => ({
  says: `is the row that it was if it comes back: ${contents.join(', ')}, ${last}`,
  rounds: times(...contents, last),
  names: ['Scan.pdf', 'Scan.pdf.json', table],
  ends(desk) {
    const rows = desk.rows(table).map(({ number, status }) => [numberIn(number), status]);
    const each = [...new Set(contents)].map((content) => [content, content === last ? 'processed' : 'replaced']);
    expect(rows).toEqual(each);
    expect(desk.files().map(({ path }) => path)).toEqual(each.map(() => 'Scan.pdf'));
    expect(valuesIn(desk, 'Scan.pdf.json')).toBe(last);
  },
});
const statuses = (desk: Desk) => Object.fromEntries(desk.rows(table).map(({ file, status }) => [file, status]));
const valuesIn = (desk: Desk, json: string) => numberIn((desk.json(json).extracted_data as { number?: unknown }).number);

const stories: Readonly<Record<string, readonly Scenario[]>> = {
  'Three contents under one name': [
    saysLast('first', 'second', 'third'),
    comesBack('first', 'first', 'second'),
    comesBack('second', 'first', 'second', 'third'),
    comesBack('second', 'first', 'second', 'first'),
    {
      says: 'have what people say of an earlier one in its row',
      rounds: [
        ...times('first', 'second'),
        [
          (desk) => {
            const first = desk.files().toSorted((one, other) => one.id - other.id)[0]?.id ?? 0;
            expect(desk.run.engine.act(first, { kind: 'confirm', corrections: { total: '7' } }, 'Anna')).toMatchObject({
              ok: true,
            });
          },
        ],
      ],
      names: ['Scan.pdf', 'Scan.pdf.json', table],
      ends(desk) {
        const rows = desk.rows(table).map(({ status, total, reviewed_by: by }) => [status, numberIn(total), by]);
        expect(rows).toEqual([
          ['replaced', '7', 'Anna'],
          ['processed', 'second', ''],
        ]);
        expect(valuesIn(desk, 'Scan.pdf.json')).toBe('second');
      },
    },
    {
      says: 'are replaced at that name only: one that came back under another name is none that was replaced, gone or there',
      rounds: [
        ...times('first', 'second'),
        [(desk) => desk.scan('Again.pdf', 'first')],
        [(desk) => expect(statuses(desk)).toEqual({ 'Again.pdf': 'processed', 'Scan.pdf': 'processed' })],
        [(desk) => desk.remove('Again.pdf')],
        [(desk) => desk.correct('Again.pdf', { total: '7' })],
      ],
      ends(desk) {
        expect(statuses(desk)).toEqual({ 'Again.pdf': 'confirmed', 'Scan.pdf': 'processed' });
        expect(desk.rows(table).find(({ file }) => file === 'Again.pdf')).toMatchObject({ total: '7' });
      },
    },
    {
      says: 'have a JSON each, one of which comes back to its own, where there is no table',
      folder: { outputs: { json: true, csv: 'off' } },
      rounds: times('first', 'second', 'first'),
      names: ['Scan.pdf', 'Scan.pdf (2).json', 'Scan.pdf.json'],
      ends: (desk) =>
        expect(['Scan.pdf.json', 'Scan.pdf (2).json'].map((name) => valuesIn(desk, name))).toEqual(['first', 'second']),
    },
    {
      says: 'have three JSON files where there is no table',
      folder: { outputs: { json: true, csv: 'off' } },
      rounds: times('first', 'second', 'third'),
      names: ['Scan.pdf', 'Scan.pdf (2).json', 'Scan.pdf (3).json', 'Scan.pdf.json'],
      ends(desk) {
        const all = ['Scan.pdf.json', 'Scan.pdf (2).json', 'Scan.pdf (3).json'];
        expect(all.map((name) => valuesIn(desk, name))).toEqual(['first', 'second', 'third']);
      },
    },
  ],
  'A table that a person has edited': [
    {
      says: 'is left alone, and another is begun',
      rounds: [['a.pdf'], [annEdits, 'b.pdf'], ['c.pdf']],
      rows: { [nextTable]: ['b.pdf', 'c.pdf'] },
      ends(desk) {
        expect(desk.text(table)).toMatch(/a\.pdf,.*\r\nchecked by Ann\r\n$/);
        expect(desk.said('b.pdf')).toContain('delivery.csv.edited');
      },
    },
    {
      says: 'is left alone by a correction, too',
      rounds: [['a.pdf'], [annEdits, (desk) => desk.correct('a.pdf', { total: '2' })]],
      ends(desk) {
        expect(desk.text(table)).toContain(byAnn);
        expect(desk.rows(nextTable)).toMatchObject([{ file: 'a.pdf', total: '2', reviewed_by: 'Anna' }]);
      },
    },
    {
      // Of two things that were to be said of one document, only the first was.
      says: 'and saved as it was when it was opened has lost rows, which the next one has; both is said',
      rounds: [
        ['a.pdf', 'b.pdf', (desk) => desk.write('opened', '')],
        [(desk) => desk.write('opened', desk.text(table).replace(', b.pdf', '')), 'c.pdf', 'd.pdf'],
        [(desk) => desk.write(table, desk.text('opened')), 'e.pdf'],
      ],
      rows: { ...whole, [nextTable]: ['c.pdf', 'd.pdf', 'e.pdf'] },
      ends: (desk) => expect(desk.said('e.pdf')).toMatch(/delivery\.csv\.edited.*delivery\.csv\.carried/),
    },
    waitsWhileOpen('.~lock.intray-Invoices.csv#'),
    waitsWhileOpen('~$intray-Invoices.csv'),
    {
      says: 'is seen even if it is as long as before',
      rounds: [['a.pdf'], [(desk) => desk.edit(table, 'processed', 'PROCESSED'), 'b.pdf']],
      rows: { [table]: ['a.pdf'], [nextTable]: ['b.pdf'] },
    },
    {
      says: 'is not assumed of one that was only touched, copied or put back',
      rounds: [
        ['a.pdf'],
        [(desk) => desk.touch(table, desk.now - 1_000 * hour), 'b.pdf'],
        [(desk) => desk.restore(table), 'c.pdf'],
      ],
      rows: { [table]: ['a.pdf', 'b.pdf', 'c.pdf'] },
    },
    {
      says: 'while it was about to be written is looked at again soon',
      rounds: [['a.pdf'], [(desk) => desk.justBefore('writeAt', table, 1, () => desk.touch(table, desk.now - hour)), 'b.pdf']],
      rows: whole,
    },
    {
      says: 'and is touched each time that it is about to be written keeps its row waiting, and says so',
      rounds: [
        ['a.pdf'],
        [(desk) => desk.justBefore('writeAt', table, 1_000, (time) => desk.touch(table, desk.now - hour * time)), 'b.pdf'],
        [
          (desk) => expect(desk.file('b.pdf').hindrance).toMatchObject({ code: 'disk.changed' }),
          (desk) => expect(desk.listed(table)).toEqual(['a.pdf']),
          works,
        ],
      ],
      rows: whole,
    },
    {
      says: 'between a failed write and the next is left alone',
      rounds: [['a.pdf'], [(desk) => desk.refuse('writeAt', 'full', table), 'b.pdf'], [annEdits, works]],
      rows: { [nextTable]: ['b.pdf'] },
      ends: (desk) => expect(desk.text(table)).toContain(byAnn),
    },
    {
      says: 'leaves the row of a document that has gone meanwhile, and could not be written, to the next one',
      rounds: [
        ['a.pdf'],
        [(desk) => desk.refuse('writeAt', 'full', table), 'b.pdf'],
        [annEdits, (desk) => desk.remove('b.pdf'), works, 'c.pdf'],
      ],
      rows: { [nextTable]: ['b.pdf', 'c.pdf'] },
    },
    {
      says: 'does not get a row twice, when its document is looked at again',
      rounds: [['a.pdf'], [annEdits], [(desk) => desk.touch('a.pdf', desk.now)]],
      names: ['a.pdf', 'a.pdf.json', table],
    },
  ],
  'A table that a person has taken away': [
    {
      says: 'is begun again under the same name, with the rows from then on',
      rounds: [['a.pdf'], [(desk) => desk.remove(table), 'b.pdf']],
      rows: { [table]: ['b.pdf'] },
    },
    {
      says: 'is not followed through a link that is in its place',
      rounds: [['a.pdf'], [(desk) => desk.replaceByLink(table), 'b.pdf']],
      rows: { [table]: ['a.pdf'], [nextTable]: ['b.pdf'] },
    },
  ],
  'A JSON that a person': [
    {
      says: 'has edited stays, and the changed result gets the next name, each time',
      rounds: [
        ['a.pdf'],
        [(desk) => desk.write('a.pdf.json', '{"edited": true}'), (desk) => desk.correct('a.pdf', { total: '2' })],
        [(desk) => desk.correct('a.pdf', { total: '3' })],
      ],
      names: ['a.pdf', 'a.pdf (2).json', 'a.pdf.json', table],
      ends(desk) {
        expect(desk.json('a.pdf.json')).toEqual({ edited: true });
        expect(desk.json('a.pdf (2).json')).toMatchObject({ extracted_data: { total: '3' } });
      },
    },
    {
      says: 'corrects while it is being written says what was corrected',
      rounds: [[(desk) => desk.justBefore('createWhole', 'a.pdf.json', 1, () => desk.correct('a.pdf', { total: '9' })), 'a.pdf']],
      names: ['a.pdf', 'a.pdf.json', table],
      ends: (desk) => expect(desk.json('a.pdf.json')).toMatchObject({ extracted_data: { total: '9' } }),
    },
    {
      says: 'has removed is written again when the result changes',
      rounds: [['a.pdf'], [(desk) => desk.remove('a.pdf.json'), (desk) => desk.correct('a.pdf', { total: '2' })]],
      ends: (desk) => expect(desk.json('a.pdf.json')).toMatchObject({ extracted_data: { total: '2' } }),
    },
  ],
  'A document that is taken away with its JSON': [
    {
      says: 'has what people said of it meanwhile in its row at once, and in its JSON when both are back',
      rounds: [
        ['a.pdf'],
        [(desk) => desk.takeAway('a.pdf'), (desk) => desk.takeAway('a.pdf.json')],
        [(desk) => desk.correct('a.pdf', { total: '2' })],
        [
          (desk) => expect(desk.names()).toEqual([table]),
          (desk) => expect(desk.rows(table)).toMatchObject([{ total: '2', status: 'confirmed' }]),
          (desk) => desk.bringBack('a.pdf.json'),
          (desk) => desk.bringBack('a.pdf'),
        ],
      ],
      names: ['a.pdf', 'a.pdf.json', table],
      ends: (desk) => expect(desk.json('a.pdf.json')).toMatchObject({ extracted_data: { total: '2' } }),
    },
  ],
  'A file in the way': [
    {
      says: 'stays: the next free name is taken',
      rounds: [
        [
          (desk) => desk.write('a.pdf.json', 'of an earlier scan'),
          (desk) => desk.write('a.pdf (2).json/within', ''),
          (desk) => desk.write(table, 'a list of my own'),
          'a.pdf',
        ],
      ],
      names: ['a.pdf', 'a.pdf (2).json/within', 'a.pdf (3).json', 'a.pdf.json', nextTable, table],
      ends: (desk) => expect([desk.text('a.pdf.json'), desk.text(table)]).toEqual(['of an earlier scan', 'a list of my own']),
    },
    {
      says: 'stays when it comes at the last moment',
      rounds: [[(desk) => desk.justBefore('createWhole', 'a.pdf.json', 1, () => desk.write('a.pdf.json', 'late')), 'a.pdf']],
      names: ['a.pdf', 'a.pdf (2).json', 'a.pdf.json', table],
      ends: (desk) => expect(desk.text('a.pdf.json')).toBe('late'),
    },
    {
      says: 'stays when it comes at the last moment to the name of a table, which is continued under another',
      rounds: [[(desk) => desk.justBefore('createWhole', table, 1, () => desk.write(table, 'late')), 'a.pdf'], ['b.pdf']],
      rows: { [nextTable]: ['a.pdf', 'b.pdf'] },
      ends: (desk) => expect(desk.text(table)).toBe('late'),
    },
  ],
  'A disk that refuses': [
    {
      says: 'keeps a row waiting while the table is open in another program, and writes the JSON once',
      rounds: [
        ['a.pdf'],
        [(desk) => desk.refuse('writeAt', 'locked', table), 'b.pdf', 'c.pdf'],
        [
          (desk) => expect(desk.names().filter((name) => name.endsWith('.json'))).toHaveLength(3),
          (desk) => expect(desk.file('b.pdf').hindrance).toEqual({ code: 'disk.locked', values: { path: desk.path(table) } }),
          (desk) => desk.write('first', desk.text('b.pdf.json')),
          works,
        ],
      ],
      rows: { [table]: ['a.pdf', 'b.pdf', 'c.pdf'] },
      ends(desk) {
        expect(desk.text('b.pdf.json')).toBe(desk.text('first'));
        const row = desk.rows(table).find(({ file }) => file === 'b.pdf');
        expect(row?.delivered_at).toBe(desk.json('b.pdf.json').delivered_at);
      },
    },
    {
      says: 'holds up only the document that it concerns',
      rounds: [
        [(desk) => desk.refuse('createWhole', 'denied', 'b.pdf.json'), 'a.pdf', 'b.pdf', 'c.pdf'],
        [(desk) => expect(desk.listed(table).toSorted()).toEqual(['a.pdf', 'c.pdf']), works],
      ],
      rows: { [table]: ['a.pdf', 'b.pdf', 'c.pdf'] },
    },
    {
      says: 'loses nothing when it is full',
      rounds: [
        [(desk) => desk.refuse('createWhole', 'full'), 'a.pdf'],
        [(desk) => expect(desk.names()).toEqual(['a.pdf']), works],
      ],
      names: ['a.pdf', 'a.pdf.json', table],
    },
  ],
};

play(stories);
describe('Where the disk has no numbers for files:', () => play(stories, { hasInodes: false }));
describe('Where nothing tells of changes:', () => play(stories, untold));
