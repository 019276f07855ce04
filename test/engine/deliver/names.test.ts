import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvName, filedName, jsonName, safeName } from '../../../electron/engine/deliver/delivery-target.ts';

const noLimit = Number.POSITIVE_INFINITY;
const route = { kind: 'extraction', id: '6f1c' } as const;

describe('the name of a JSON', () => {
  it('is the name of the source and more, so that two types of one name stay apart', () => {
    expect(jsonName('invoice.pdf', 1, noLimit)).toBe('invoice.pdf.json');
    expect(jsonName('invoice.png', 1, noLimit)).toBe('invoice.png.json');
    expect(jsonName('invoice.pdf', 2, noLimit)).toBe('invoice.pdf (2).json');
  });

  it('keeps the spelling of the source', () => {
    const decomposed = 'Bu\u0308ro.pdf';
    expect(jsonName(decomposed, 1, 255)).toBe(`${decomposed}.json`);
  });

  it('is cut if the disk has no room, and stays recognisable and unique', () => {
    const long = `${'ä'.repeat(125)}`;
    const one = jsonName(`${long}1.pdf`, 1, 255);
    const other = jsonName(`${long}2.pdf`, 1, 255);
    expect(one).toMatch(/^ä{50,}~[0-9a-f]{8}\.pdf\.json$/);
    expect(one).not.toBe(other);
    expect(jsonName(`${long}1.pdf`, 2, 255)).toMatch(/\.pdf \(2\)\.json$/);
  });

  it('never breaks a character, and never takes more than there is', () => {
    const names = fc.array(fc.constantFrom('👩‍👩‍👧', 'ü', 'u\u0308', 'a', '.', '文'), { minLength: 1, maxLength: 90 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 200 }), fc.constantFrom(255, 143), (parts, attempt, limit) => {
        const name = jsonName(parts.join(''), attempt, limit);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(limit);
        expect(name.isWellFormed()).toBe(true);
        const kept = [...new Intl.Segmenter('en').segment(name)].map(({ segment }) => segment);
        for (const segment of kept) expect(`${parts.join('')}.json()~0123456789abcdef `).toContain(segment);
      }),
    );
  });
});

describe('the name of a source that is filed away', () => {
  it('keeps its ending at the end', () => {
    expect(filedName('invoice.pdf', 1, noLimit)).toBe('invoice.pdf');
    expect(filedName('invoice.pdf', 2, noLimit)).toBe('invoice (2).pdf');
    expect(filedName('no ending', 3, noLimit)).toBe('no ending (3)');
    expect(filedName('.hidden', 2, noLimit)).toBe('.hidden (2)');
    expect(filedName('Mr. Smith wrote about all of it', 2, noLimit)).toBe('Mr. Smith wrote about all of it (2)');
  });
});

describe('the name of a CSV', () => {
  it('is that of the extraction', () => {
    expect(csvName({ name: 'Invoices', route }, 1)).toBe('intray-Invoices.csv');
    expect(csvName({ name: 'Rechnungen & Belege „März“', route }, 2)).toBe('intray-Rechnungen & Belege „März“ (2).csv');
  });

  it('is that of the folder where a classification has only an id', () => {
    const mail = { name: '5c1e', route: { kind: 'classification', id: '5c1e' } } as const;
    expect(csvName(mail, 1, '/scans/Mail & more')).toBe('intray-Mail & more.csv');
    expect(csvName(mail, 1, '/')).toBe('intray-5c1e.csv');
  });

  it('contains nothing that a system refuses or that misleads the reader', () => {
    expect(csvName({ name: '../a/b\\c:d*?"<>|', route }, 1)).toBe('intray-a-b-c-d.csv');
    expect(csvName({ name: 'gpj.\u202eexe\u0007', route }, 1)).toBe('intray-gpj.-exe.csv');
    expect(csvName({ name: ' .. ', route }, 1)).toBe('intray-6f1c.csv');
    expect(csvName({ name: '', route: { ...route, id: '///' } }, 1)).toBe('intray-extraction.csv');
  });

  it('fits on every disk', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const safe = safeName(name);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(100);
        expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^[ .-]|[ .-]$/u);
      }),
    );
  });
});
