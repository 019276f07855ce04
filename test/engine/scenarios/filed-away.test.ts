/** Documents that are filed away once their results are written: source and JSON go together, and nothing of anybody's is in danger. */
import { expect } from 'vitest';
import { type Desk, play, table } from './play.ts';

const folder = { fileAway: { kind: 'move', to: 'Processed', when: 'delivered' } } as const;
const longName = `${'ü'.repeat(125)}.pdf`;
const holdBack = (desk: Desk) => desk.refuse('moveNew', 'locked');
const works = (desk: Desk) => desk.works();
const filed = ['Processed/a.pdf', 'Processed/a.pdf.json', table];

play({
  'A document that is filed away': [
    {
      ...{ says: 'goes with its JSON to the directory that it was in, and leaves the table', folder },
      rounds: [['June/a.pdf']],
      names: ['Processed/June/a.pdf', 'Processed/June/a.pdf.json', table],
    },
    {
      ...{ says: 'goes there from beside it, however that directory is called', folder },
      rounds: [['Processed-2025/a.pdf']],
      names: ['Processed/Processed-2025/a.pdf', 'Processed/Processed-2025/a.pdf.json', table],
    },
    {
      ...{ says: 'takes the next name that is free for both', folder },
      rounds: [
        [(desk) => desk.write('Processed/a.pdf', 'earlier'), (desk) => desk.write('Processed/a (2).pdf.json', 'alone'), 'a.pdf'],
      ],
      names: ['Processed/a (2).pdf.json', 'Processed/a (3).pdf', 'Processed/a (3).pdf.json', 'Processed/a.pdf', table],
      ends: (desk) => expect([desk.text('Processed/a.pdf'), desk.text('Processed/a (2).pdf.json')]).toEqual(['earlier', 'alone']),
    },
    {
      ...{ says: 'gets another name when someone takes the chosen one at the last moment', folder },
      rounds: [
        [(desk) => desk.justBefore('moveNew', 'Processed/a.pdf', 1, () => desk.write('Processed/a.pdf', 'late')), 'a.pdf'],
      ],
      names: ['Processed/a (2).pdf', 'Processed/a (2).pdf.json', 'Processed/a.pdf', table],
      ends: (desk) => expect(desk.text('Processed/a.pdf')).toBe('late'),
    },
    {
      ...{ says: 'manages a name that leaves no room for more', folder },
      rounds: [[(desk) => desk.write(`Processed/${longName}`, 'earlier'), longName]],
      ends(desk) {
        expect(desk.names()).toHaveLength(4);
        expect(desk.names().join('|')).toMatch(/Processed\/ü+~[0-9a-f]{8} \(2\)\.pdf\|/);
      },
    },
    {
      ...{ says: 'takes a JSON along that a person has edited, and does without one that is gone', folder },
      rounds: [
        [holdBack, 'a.pdf', 'b.pdf'],
        [(desk) => desk.write('a.pdf.json', 'edited'), (desk) => desk.remove('b.pdf.json'), works],
      ],
      names: ['Processed/a.pdf', 'Processed/a.pdf.json', 'Processed/b.pdf', table],
      ends: (desk) => expect(desk.text('Processed/a.pdf.json')).toBe('edited'),
    },
    {
      ...{ says: 'has what a person corrects while it is being moved written where it went', folder },
      rounds: [
        [(desk) => desk.justBefore('moveNew', 'Processed/a.pdf', 1, () => desk.correct('a.pdf', { total: '9' })), 'a.pdf'],
      ],
      names: filed,
      ends(desk) {
        expect(desk.json('Processed/a.pdf.json')).toMatchObject({ extracted_data: { total: '9' } });
        expect(desk.rows(table)).toMatchObject([{ file: 'Processed/a.pdf', total: '9', reviewed_by: 'Anna' }]);
      },
    },
    {
      ...{ says: 'has what a person corrects while its JSON is being moved written where that went', folder },
      rounds: [
        [(desk) => desk.justBefore('moveNew', 'Processed/a.pdf.json', 1, () => desk.correct('a.pdf', { total: '9' })), 'a.pdf'],
      ],
      names: filed,
      ends(desk) {
        expect(desk.json('Processed/a.pdf.json')).toMatchObject({ extracted_data: { total: '9' } });
        expect(desk.rows(table)).toMatchObject([{ file: 'Processed/a.pdf', total: '9' }]);
      },
    },
    {
      ...{ says: 'has its JSON written where that went when its result changes later', folder },
      rounds: [['a.pdf'], [(desk) => desk.correct('Processed/a.pdf', { total: '5' })]],
      names: filed,
      ends(desk) {
        expect(desk.json('Processed/a.pdf.json')).toMatchObject({ extracted_data: { total: '5' } });
        expect(desk.rows(table)).toMatchObject([{ file: 'Processed/a.pdf', total: '5', reviewed_by: 'Anna' }]);
      },
    },
  ],
  'A move that cannot be made': [
    {
      ...{ says: 'because a file is in use waits, and goes on where it stopped', folder },
      rounds: [
        [(desk) => desk.refuse('moveNew', 'locked', '.json'), 'a.pdf'],
        [(desk) => expect(desk.files()[0]?.hindrance).toMatchObject({ code: 'disk.locked' }), works],
      ],
      names: filed,
    },
    {
      ...{ says: 'because a file has the name of the directory waits, and nothing happens to that file', folder },
      rounds: [
        [(desk) => desk.write('Processed', 'in the way'), 'a.pdf'],
        [
          (desk) => expect(desk.text('Processed')).toBe('in the way'),
          (desk) => expect(desk.names()).toContain('a.pdf'),
          (desk) => desk.remove('Processed'),
        ],
      ],
      names: filed,
    },
    {
      ...{ says: 'because its source has gone is not made: what was written stays where it is', folder },
      rounds: [
        [holdBack, 'a.pdf'],
        [(desk) => desk.remove('a.pdf'), works],
      ],
      names: ['a.pdf.json', table],
      ends: (desk) => expect(desk.said('a.pdf')).toContain('notes.movedAlready'),
    },
  ],
});
