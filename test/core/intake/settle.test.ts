import { Document, Packer, Paragraph } from 'docx';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { headLength, type Tail, typeOfHead } from '../../../electron/core/intake/file-types.ts';
import { decideSettle, oddTailMs } from '../../../electron/core/intake/intake.ts';
import { type FileType, makeBytes } from '../../support/make-files.ts';

const facts = { size: 10, mtimeMs: 5_000, ino: 7 };
const since = 100_000;
const settleMs = 2_000;
const settle = (after: number, tail: Tail = 'whole', change: Partial<typeof facts> = {}, before: Partial<typeof facts> = {}) =>
  decideSettle(
    { facts: { ...facts, ...before }, since },
    { facts: { ...facts, ...before, ...change }, tail, at: since + after },
    settleMs,
  );

describe('A file', () => {
  it.for([
    [0, 'whole', 2_000],
    [1_999, 'whole', 2_000],
    [1_999, 'unknown', 2_000],
    [1_999, 'odd', 2_000],
    [2_000, 'odd', 4_000],
    [10_000, 'odd', 12_500],
    [40_000, 'odd', 50_000],
    [59_000, 'odd', 60_000],
  ] as const)('unchanged for %i ms with its tail %s is looked at again %i ms after it last changed', ([after, tail, again]) => {
    expect(settle(after, tail)).toEqual({ kind: 'wait', at: since + again, changed: false });
  });

  it.for([
    [2_000, 'whole'],
    [2_000, 'unknown'],
    [oddTailMs, 'odd'],
    [86_400_000, 'odd'],
  ] as const)('unchanged for %i ms with its tail %s has settled', ([after, tail]) => {
    expect(settle(after, tail)).toEqual({ kind: 'settled' });
  });

  it.for([{ size: 11 }, { size: 9 }, { mtimeMs: 5_000.5 }, { mtimeMs: 1 }, { ino: 8 }])(
    'that changed %j waits anew',
    (change) => {
      expect(settle(70_000, 'whole', change)).toEqual({ kind: 'wait', at: since + 72_000, changed: true });
    },
  );

  it.for([
    [2_000, { kind: 'wait', at: since + 4_000, changed: false }],
    [59_999, { kind: 'wait', at: since + 60_000, changed: false }],
    [60_000, { kind: 'empty' }],
  ] as const)('that is empty and unchanged for %i ms: %j', ([after, expected]) => {
    expect(settle(after, 'unknown', {}, { size: 0 })).toEqual(expected);
  });

  it('with a settle time above a minute is never done before it', () => {
    const slow = (tail: Tail, size: number) =>
      decideSettle({ facts: { ...facts, size }, since }, { facts: { ...facts, size }, tail, at: since + 60_000 }, 90_000);
    for (const decision of [slow('whole', 1), slow('odd', 1), slow('unknown', 0)])
      expect(decision).toEqual({ kind: 'wait', at: since + 90_000, changed: false });
  });

  it.for(['whole', 'odd', 'unknown'] as const)('is not held by a clock set back by a day: it waits anew (tail %s)', (tail) => {
    const back = settle(-86_400_000, tail);
    expect(back).toEqual({ kind: 'wait', at: since - 86_400_000 + settleMs, changed: true });
  });
});

describe('Whatever is seen of a file', () => {
  const seen = fc.record({
    size: fc.nat(2),
    sameSize: fc.boolean(),
    tail: fc.constantFrom<Tail[]>('whole', 'odd', 'unknown'),
    at: fc.integer({ min: -200_000, max: 200_000 }),
    settle: fc.integer({ min: 0, max: 120_000 }),
  });

  it('it is taken only unchanged for the settle time, and looked at again within a minute', () => {
    fc.assert(
      fc.property(seen, ({ size, sameSize, tail, at, settle: its }) => {
        const now = { facts: { ...facts, size: sameSize ? size : size + 1 }, tail, at };
        const decision = decideSettle({ facts: { ...facts, size }, since: 0 }, now, its);
        if (decision.kind === 'wait') {
          expect(decision.at).toBeLessThanOrEqual(at + Math.max(60_000, its));
          if (its > 0) expect(decision.at).toBeGreaterThan(at);
          return;
        }
        expect([sameSize, at >= its]).toEqual([true, true]);
        expect(decision.kind).toBe(size === 0 ? 'empty' : 'settled');
        if (tail === 'odd' || size === 0) expect(at).toBeGreaterThanOrEqual(oddTailMs);
      }),
      { numRuns: 500 },
    );
  });

  it('looking again when told ends, and a file that stays as it is is taken after a minute at the latest', () => {
    fc.assert(
      fc.property(fc.constantFrom<Tail[]>('whole', 'odd', 'unknown'), fc.nat(1), fc.nat(10_000), (tail, size, late) => {
        const its = { ...facts, size };
        let at = 0;
        for (let looks = 0; looks < 40; looks += 1) {
          const decision = decideSettle({ facts: its, since: 0 }, { facts: its, tail, at }, settleMs);
          if (decision.kind !== 'wait') {
            expect(at).toBeLessThanOrEqual(oddTailMs + late);
            return;
          }
          at = decision.at + (looks % 3 === 0 ? late : 0);
        }
        throw new Error('It never settled.');
      }),
    );
  });
});

const inspect = (bytes: Uint8Array) => {
  const { length, check } = typeOfHead(bytes.subarray(0, headLength));
  return check(bytes.subarray(-length));
};
const padded = (bytes: Uint8Array, zeros: number) => Buffer.concat([bytes, Buffer.alloc(zeros)]);

/** The bytes that end a file of each type, and how many bytes after them it needs as well. */
const endings: Readonly<Record<FileType, { readonly marker: Buffer; readonly spare: number }>> = {
  pdf: { marker: Buffer.from('%%EOF'), spare: 0 },
  png: { marker: Buffer.from('49454e44ae426082', 'hex'), spare: 0 },
  jpg: { marker: Buffer.from('ffd9', 'hex'), spare: 0 },
  docx: { marker: Buffer.from('504b0506', 'hex'), spare: 18 },
};
const types = Object.keys(endings) as FileType[];

describe.each(types)('A %s', (type) => {
  const whole = makeBytes(type, 'Rechnung 4711');
  const { marker, spare } = endings[type];
  const needed = whole.lastIndexOf(marker) + marker.length + spare;

  it('is whole', () => {
    expect(inspect(whole)).toBe('whole');
  });

  it('cut at any byte before its end is never whole', () => {
    expect(needed).toBeGreaterThan(marker.length + spare);
    for (let length = 0; length < needed; length += 1)
      expect([length, inspect(whole.subarray(0, length))]).not.toEqual([length, 'whole']);
    expect(inspect(whole.subarray(0, needed))).toBe('whole');
  });

  it(`with a few bytes of padding is ${type === 'docx' ? 'odd: no writer of such files pads' : 'whole'}`, () => {
    expect(inspect(padded(whole, 512))).toBe(type === 'docx' ? 'odd' : 'whole');
  });

  it('that is preallocated and half written is odd', () => {
    expect(inspect(padded(whole.subarray(0, Math.floor(needed / 2)), 200_000))).toBe('odd');
    expect(inspect(padded(whole.subarray(0, needed - spare - 1), spare + 1))).toBe('odd');
  });
});

describe('A file of a real writer', () => {
  it('PDF is whole, and odd without its last line', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    const bytes = await pdf.save();
    expect(inspect(bytes)).toBe('whole');
    expect(inspect(bytes.subarray(0, bytes.length - 6))).toBe('odd');
  });

  it('DOCX is whole, also with a comment at its end, and odd without its last byte or half of it', async () => {
    const bytes = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('Rechnung')] }] }));
    const commented = Buffer.concat([bytes.subarray(0, -2), Buffer.from([0x00, 0x02]), Buffer.alloc(512, 0x20)]);
    expect([inspect(bytes), inspect(commented)]).toEqual(['whole', 'whole']);
    expect(inspect(bytes.subarray(0, -1))).toBe('odd');
    expect(inspect(commented.subarray(0, -1))).toBe('odd');
    expect(inspect(bytes.subarray(0, bytes.length / 2))).toBe('odd');
  });
});

describe('Bytes after the end', () => {
  const followed = (type: FileType, ...more: (string | Buffer)[]) =>
    inspect(Buffer.concat([makeBytes(type, 'Rechnung 4711'), ...more.map((bytes) => Buffer.from(bytes))]));

  it.for([
    ['a line end', '\r\n'],
    ['zeros', Buffer.alloc(300)],
    ['what a printer wants to hear', '\x1b%-12345X@PJL EOJ\r\n\x1b%-12345X'],
    ['a few lines of a web page', '<script src="x.js"></script>\n</body></html>\n'],
  ] as const)('of a PDF may be %s', ([, bytes]) => {
    expect(followed('pdf', bytes)).toBe('whole');
  });

  it('of a PDF to which somebody appends pages are odd until they have an end marker of their own', () => {
    const update = '12 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n';
    const end = 'xref\n12 1\n0000000000 00000 n \ntrailer\n<</Size 13/Root 1 0 R/Prev 9>>\nstartxref\n0\n%%EOF\n';
    for (let length = 9; length <= update.length; length += 1) expect(followed('pdf', update.slice(0, length))).toBe('odd');
    expect(followed('pdf', update, end)).toBe('whole');
  });

  it('of a PDF within a PDF are odd', () => {
    expect(followed('pdf', '\nendstream\nendobj\n')).toBe('odd');
  });

  it.for([
    ['zeros', Buffer.alloc(300)],
    ['fill bytes', Buffer.alloc(300, 0xff)],
    ['text', Buffer.from('scanner 4711')],
  ] as const)('of a JPEG may be %s', ([, bytes]) => {
    expect(followed('jpg', bytes)).toBe('whole');
  });

  it.for([
    ['the tables of the picture itself', 'ffdb004300'],
    ['the same after fill bytes', 'ffffffc40012'],
    ['a second picture', 'ffd8ffe1'],
  ] as const)('of a small picture in the head of a JPEG (%s) are odd', ([, hex]) => {
    expect(followed('jpg', Buffer.from(hex, 'hex'))).toBe('odd');
  });

  it.for([
    ['one byte', Buffer.alloc(1)],
    ['zeros', Buffer.alloc(5_000)],
    ['the directory of the ZIP around it', Buffer.from('504b01021400140000000800', 'hex')],
  ] as const)('of a DOCX are odd: %s', ([, bytes]) => {
    expect(followed('docx', bytes)).toBe('odd');
  });

  it('of a ZIP within a ZIP are followed by an end of its own', () => {
    const inner = makeBytes('docx', 'a table');
    const outer = makeBytes('docx', 'a letter');
    expect(inspect(Buffer.concat([outer.subarray(0, 60), inner, outer.subarray(60)]))).toBe('whole');
    expect(inspect(Buffer.concat([outer.subarray(0, 60), inner, outer.subarray(60, -30)]))).toBe('odd');
  });
});

describe('A file of another type', () => {
  it.for([
    ['nothing but zeros so far', Buffer.alloc(5_000), 'odd'],
    ['text', Buffer.from('Dear Sir or Madam'), 'unknown'],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex'), 'unknown'],
    ['an end marker in the text', Buffer.from('see %%EOF'), 'unknown'],
    ['three bytes of a PNG', Buffer.from('89504e', 'hex'), 'unknown'],
  ] as const)('(%s) is not taken for one of the four', ([, bytes, expected]) => {
    expect(inspect(bytes)).toBe(expected);
  });
});
