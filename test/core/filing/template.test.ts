import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutTo,
  type FilingValue,
  fieldsOf,
  fillTemplate,
  maxFileBytes,
  parseTemplate,
  safeName,
} from '../../../electron/core/filing/template.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { anyCharacter } from '../../support/any-character.ts';

const full = '{category}/{invoice_date:yyyy}/{invoice_date}_{vendor_name}_{invoice_number}.pdf';
const said: Readonly<Record<string, FilingValue>> = {
  category: { kind: 'value', text: 'Invoices' },
  invoice_date: { kind: 'value', text: '2026-03-04', date: '2026-03-04' },
  vendor_name: { kind: 'value', text: 'Müller & Söhne' },
  invoice_number: { kind: 'value', text: 'R/2026-17' },
  'odd | key: "1"': { kind: 'value', text: 'odd' },
  empty: { kind: 'missing' },
  due: { kind: 'doubtful', message: { code: 'filing.noName', values: {} } },
};
const valueFor = (field: string): FilingValue => said[field] ?? { kind: 'missing' };

function filed(template: string, ending = '.pdf', values = valueFor): string {
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new Error(inEnglish(parsed.error));
  const filled = fillTemplate(parsed.value, values, ending);
  return filled.kind === 'path' ? filled.path : `stays: ${inEnglish(filled.message)}`;
}

describe('A template puts a document', () => {
  it.each([
    [full, 'Invoices/2026/2026-03-04_Müller & Söhne_R-2026-17.pdf'],
    ['{invoice_date:yyyy-MM}/{invoice_date:dd}.pdf', '2026-03/04.pdf'],
    ['{invoice_date:yy M d}', '26 3 4.pdf'],
    ['{vendor_name:upper}_{vendor_name:lower}', 'MÜLLER & SÖHNE_müller & söhne.pdf'],
    ['{invoice_date:yyyy:upper}', '2026.pdf'],
    ["{empty|vendor_name|'Unknown'}", 'Müller & Söhne.pdf'],
    ["{empty|'Unknown'}/{ vendor_name }", 'Unknown/Müller & Söhne.pdf'],
    ["{empty|'It''s'}", "It's.pdf"],
    ['{"odd | key: ""1"""}', 'odd.pdf'],
    ["{empty|''}/{vendor_name}{empty|''}.pdf", 'Müller & Söhne.pdf'],
    ['{{{vendor_name}}}', '{Müller & Söhne}.pdf'],
    ['{vendor_name}.JPG', 'Müller & Söhne.pdf'],
    ['📁 {vendor_name}', '📁 Müller & Söhne.pdf'],
    ['{vendor_name}.final', 'Müller & Söhne.final.pdf'],
    ['{vendor_name}.docx', 'Müller & Söhne.pdf'],
    ['{vendor_name} x.pdf', 'Müller & Söhne x.pdf'],
    ['{vendor_name}/x.PDF', 'Müller & Söhne/x.pdf'],
    ['{vendor_name}.jpeg', 'Müller & Söhne.pdf'],
    ['{vendor_name}.png', 'Müller & Söhne.pdf'],
    ['{vendor_name}pdf', 'Müller & Söhnepdf.pdf'],
    ['{vendor_name}.pdf/{invoice_date}', 'Müller & Söhne.pdf/2026-03-04.pdf'],
    ['{invoice_date:yyyy.MM.dd}', '2026.03.04.pdf'],
    ['{invoice_date:yyyy_M_d}', '2026_3_4.pdf'],
    ['{invoice_date: yyyy }', '2026.pdf'],
    ['{invoice_date:upper:yyyy}', '2026.pdf'],
    ["{ 'Unknown' }{vendor_name}", 'UnknownMüller & Söhne.pdf'],
    ['{empty | vendor_name}', 'Müller & Söhne.pdf'],
    ['{ "odd | key: ""1""" : upper }', 'ODD.pdf'],
    ['.{vendor_name}', 'Müller & Söhne.pdf'],
    ["{vendor_name}/{empty|'.'}{invoice_date}", 'Müller & Söhne/2026-03-04.pdf'],
    ["{vendor_name}/{empty|'..'}/{invoice_date}", 'Müller & Söhne/2026-03-04.pdf'],
  ])('%s → %s', (template, path) => {
    expect(filed(template)).toBe(path);
  });

  it.each([
    ['{empty}', 'stays: empty has no value that a file could be named by.'],
    ['{vendor_name}/{empty|other}', 'stays: empty and other have no value that a file could be named by.'],
    // A choice after a doubtful value would file it by what may be wrong.
    ["{due|'Unknown'}", 'stays: Its values leave nothing that a file could be named by.'],
    ['{empty}{due}', 'stays: empty has no value that a file could be named by.'],
    ["{vendor_name}/{empty|'..'}", 'stays: Its values leave nothing that a file could be named by.'],
    ['{vendor_name:yyyy:upper}', 'stays: “Müller & Söhne” in “vendor_name” was not read as a date.'],
    ['{vendor_name:yyyy}', 'stays: “Müller & Söhne” in “vendor_name” was not read as a date.'],
  ])('nowhere: %s → %s', (template, path) => {
    expect(filed(template)).toBe(path);
  });

  it('under a name that is cut where it is too long, and ends in no dot or space for it', () => {
    const long = (part: string, from: string) => (field: string) =>
      ({ kind: 'value', text: field === 'a' ? from : part.repeat(90) }) as const;
    const directory = (from: string) => filed('{b}{a}/x{b}', '.pdf', long('y', from)).split('/')[0];
    expect(directory(`${'x'.repeat(29)}.z`)).toBe(`${'y'.repeat(90)}${'x'.repeat(29)}`);
    expect(directory(`${'x'.repeat(28)}. z`)).toBe(`${'y'.repeat(90)}${'x'.repeat(28)}`);
    expect(directory(`${'x'.repeat(30)}z`)).toBe(`${'y'.repeat(90)}${'x'.repeat(30)}`);
  });

  it('with the ending that its file has, whatever the template says', () => {
    expect(filed('{vendor_name}.pdf', '.PNG')).toBe('Müller & Söhne.PNG');
    expect(filed('{vendor_name}.tiff', '.tiff')).toBe('Müller & Söhne.tiff');
    expect(filed('{vendor_name}.pdf', '')).toBe('Müller & Söhne');
  });

  it('of as many parts and choices as it has', () => {
    expect(filed('{vendor_name:lower}'.repeat(5).concat('-{invoice_date:d}'.repeat(20)))).toBe(
      `${'müller & söhne'.repeat(5)}${'-4'.repeat(20)}.pdf`,
    );
    expect(filed(`{${'empty|'.repeat(60)}vendor_name}`)).toBe('Müller & Söhne.pdf');
    expect(filed(`${'{invoice_date:d}/'.repeat(25)}{vendor_name}`)).toBe(`${'4/'.repeat(25)}Müller & Söhne.pdf`);
  });

  it('that names these fields, in its order', () => {
    const parsed = parseTemplate("{a|b:upper|'x'}/{a}{c:yyyy}");
    expect(parsed.ok && fieldsOf(parsed.value)).toEqual([
      { field: 'a', at: 2 },
      { field: 'b', at: 4 },
      { field: 'c', at: 21 },
    ]);
  });
});

describe('A template that cannot be read says where, and what to do', () => {
  it.each([
    ['{a', 'the { at character 1 is never closed; add }, or write {{ for the character itself'],
    ['ö{a|b', 'the { at character 2 is never closed; add }, or write {{ for the character itself'],
    // What a person counts, whatever it takes in UTF-16.
    ['📁{a|b', 'the { at character 2 is never closed; add }, or write {{ for the character itself'],
    ['a}', 'the } at character 2 closes nothing; write }} for the character itself'],
    ['x{}', 'at character 3 the key of a field is missing, as in {invoice_date}'],
    ['{a|}', 'at character 4 the key of a field is missing, as in {invoice_date}'],
    ["{'a}", "the ' at character 2 is never closed; add another one"],
    ['{a:YYYY}', '“YYYY” at character 4 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{a:yyyy:yy}', '“yy” at character 9 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{a:-}', '“-” at character 4 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{a"b"}', '“"” at character 3 is not expected there; a value ends with }, choices are separated by |'],
    ['{a}?', '“?” at character 4 cannot be in file names on every system; leave it out'],
    ['{a}\\{b}', '“\\” at character 4 cannot be in file names on every system; leave it out'],
    ['{a}\u202e', '“U+202E” at character 4 cannot be in file names on every system; leave it out'],
    ["{a|'b/c'}", '“/” at character 4 cannot be in file names on every system; leave it out'],
    ['{a:upper:lower}', '“lower” at character 10 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{a:xyyyy}', '“xyyyy” at character 4 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{a:yyyyx}', '“yyyyx” at character 4 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{a:}', '“” at character 4 is not a format; use upper, lower, or a date made of yyyy, MM and dd'],
    ['{"a}', 'the " at character 2 is never closed; add another one'],
    ["{'a'b}", '“b” at character 5 is not expected there; a value ends with }, choices are separated by |'],
    ["{a|'?'}", '“?” at character 4 cannot be in file names on every system; leave it out'],
    ['a\t{b}', '“U+0009” at character 2 cannot be in file names on every system; leave it out'],
    ['.../{a}', '“...” is not the name of a directory; leave it out'],
    ['{a}/. .', '“. .” is not the name of a directory; leave it out'],
    ['a//', 'it names no value, so all files would get the same name; add one such as {file_name}'],
    ['move', 'it names no value, so all files would get the same name; add one such as {file_name}'],
    ['{a}/', 'it ends with a directory; add the name of the file, as in /{file_name}'],
    ['/{a}', 'it begins with a slash; leave that out, because it goes on from the subfolder'],
    ['{a}//{b}', 'it has two slashes in a row; leave one out'],
    ['../{a}', '“..” is not the name of a directory; leave it out'],
    [`{a}${'x'.repeat(500)}`, 'it is longer than 500 characters; shorten it'],
  ])('%j', (template, problem) => {
    const parsed = parseTemplate(template);
    expect(parsed.ok ? 'read' : inEnglish(parsed.error)).toBe(problem);
  });

  it('whatever it is: nothing is thrown, and what is read can be filled', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '|', ':', "'", '"', 'a', 'é', '/', '.', ' ', 'yyyy', 'upper') });
    fc.assert(
      fc.property(text, (template) => {
        const parsed = parseTemplate(template);
        if (parsed.ok) fillTemplate(parsed.value, () => ({ kind: 'value', text: 'a', date: '2026-01-02' }), '.pdf');
        else expect(inEnglish(parsed.error)).not.toBe('');
      }),
      { numRuns: 400 },
    );
  });
});

describe('A name that Windows takes for a device', () => {
  const devices = [
    'con',
    'prn',
    'aux',
    'nul',
    'com0',
    'com9',
    'com¹',
    'com²',
    'com³',
    'lpt0',
    'lpt9',
    'lpt¹',
    'lpt²',
    'lpt³',
    'conin$',
    'conout$',
  ];

  it.each([...devices, ...devices.map((name) => name.toUpperCase())])('is followed by a line: %s', (name) => {
    expect([name, `${name}.x`, `${name} .x`].map((text) => safeName(text, 99))).toEqual([
      `${name}_`,
      `${name}_.x`,
      `${name}_ .x`,
    ]);
  });

  it.each(['cons', 'acon', 'com', 'com10', 'lpt', 'x.con', 'conin', 'null'])('is no other: %s', (name) =>
    expect(safeName(name, 99)).toBe(name),
  );
});

describe('A name', () => {
  it.each([
    [' a ', 'a'],
    ['..a..', 'a'],
    ['a  b', 'a b'],
    ['a\u00a0\tb', 'a b'],
    ['a/b\\c', 'a-b-c'],
    ['a<>:"/\\|?*b', 'a-b'],
    ['a\u202eb', 'ab'],
    ['a\u200db', 'a\u200db'],
    ['e\u0301', '\u00e9'],
    ['...', undefined],
    ['', undefined],
  ])('is safe: %j: %j', (text, safe) => expect(safeName(text, 99)).toBe(safe));

  it.each([
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['äb', 2, 'ä'],
    ['äb', 1, ''],
    ['äb', 3, 'äb'],
    ['aé', 2, 'a'],
    ['a😀b', 5, 'a😀'],
    ['a😀b', 4, 'a'],
    ['ae\u0301', 3, 'a'],
    ['abc', 0, ''],
  ])('is cut to whole characters: %s to %d bytes: %s', (text, bytes, cut) => expect(cutTo(text, bytes)).toBe(cut));

  it.each([
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['\u{10000}', 4],
    ['aé請😀', 10],
  ])('has as many bytes as on disk: %j: %d', (text, bytes) => {
    expect(cutTo(text, bytes)).toBe(text);
    expect(cutTo(text, bytes - 1)).not.toBe(text);
    expect(Buffer.byteLength(text)).toBe(bytes);
  });

  it('of a file leaves room for its ending; of a value, for others', () => {
    const long = () => ({ kind: 'value', text: 'x'.repeat(200) }) as const;
    expect(filed('{a}', '.pdf', long)).toBe(`${'x'.repeat(100)}.pdf`);
    expect(filed('{a}{b}', '.pdf', long)).toBe(`${'x'.repeat(176)}.pdf`);
    expect(filed('{a}{b}/{a}', '.pdf', long)).toBe(`${'x'.repeat(120)}/${'x'.repeat(100)}.pdf`);
    expect(maxFileBytes).toBe(180);
  });
});

const nasty = fc.constantFrom(
  '../',
  '..\\',
  '/etc/passwd',
  'C:\\Windows',
  'CON',
  'com1.txt',
  'LPT¹',
  'aux',
  '\0',
  '\u202efdp.exe',
  '\u2028',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  'שלום',
  'مرحبا',
  'x'.repeat(300),
  'ü'.repeat(300),
  '\ud800',
  '.hidden',
  'trailing. . ',
  ' ',
  '~$a',
  'a\nb\tc',
  '*?"<>|:',
);
const anyText = fc.oneof(
  nasty,
  fc.string({ unit: anyCharacter, maxLength: 400 }),
  fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme' })), { maxLength: 5 }).map((parts) => parts.join('')),
);
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const forbidden = /[\u0000-\u001f\u007f-\u009f<>:"\\|?*\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

describe('Whatever the values are', () => {
  const template = "{a|b|'Unknown'}/{b}/x{a}_{b}_{a:upper}.pdf";

  it('names are safe on three systems, and lead nowhere else', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const path = filed(template, '.pdf', (field) => ({ kind: 'value', text: field === 'a' ? a : b }));
        if (path.startsWith('stays:')) return;
        const names = path.split('/');
        expect(names).toHaveLength(3);
        expect(path.endsWith('.pdf')).toBe(true);
        expect(path.normalize('NFC')).toBe(path);
        expect(path.isWellFormed()).toBe(true);
        for (const name of names) {
          expect(name).not.toMatch(forbidden);
          expect(name).not.toMatch(device);
          expect(name).toMatch(/^[^. ]/);
          expect(name).toMatch(/[^. ]$/);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a value that says nothing gives way to the next choice', () => {
    const nothing = fc.constantFrom('../', '/', '..', '\0', ' ', '\u202e', '?*', '---', '\ud800', '.');
    fc.assert(
      fc.property(nothing, (text) => {
        expect(filed("{a|'Unknown'}", '.pdf', () => ({ kind: 'value', text }))).toBe('Unknown.pdf');
      }),
    );
  });

  it('emoji and words of every script stay whole', () => {
    for (const text of ['👩‍👩‍👧‍👦', 'שלום', 'مرحبا', '請求書', 'Straße', 'é'])
      expect(filed('{a}', '.pdf', () => ({ kind: 'value', text }))).toBe(`${text}.pdf`);
    expect(filed('{a}', '.pdf', () => ({ kind: 'value', text: '👩‍👩‍👧‍👦'.repeat(40) }))).toMatch(/^(?:👩‍👩‍👧‍👦)+\.pdf$/);
    expect(filed('{a}', '.pdf', () => ({ kind: 'value', text: 'e\u0301' }))).toBe('é.pdf');
    expect(filed('{a}', '.pdf', () => ({ kind: 'value', text: 'con' }))).toBe('con_.pdf');
  });
});
