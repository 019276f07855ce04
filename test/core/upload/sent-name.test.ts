import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriesHash, plainName, possibleNames, sentNameOf } from '../../../electron/core/upload/answer-map.ts';
import { anyCharacter } from '../../support/any-character.ts';

const hash = 'ab12cd34ef56'.padEnd(64, '0');

describe('The name of a document in a request', () => {
  it.for([
    ['in/scan 0001.pdf', 'scan 0001.pdf', 'scan_0001_ogi2xi.pdf'],
    ['Photo.JFIF', 'Photo.jpg', 'Photo_ogi2xi.jpg'],
    ['Rechnung Müller.pdf', 'Rechnung_Mueller_ogi2xi.pdf', 'Rechnung_Mueller_ogi2xi.pdf'],
    ['Rechnung Mu\u0308ller.pdf', 'Rechnung_Mueller_ogi2xi.pdf', 'Rechnung_Mueller_ogi2xi.pdf'],
    ['Straße Łódź.PDF', 'Strasse_Lodz_ogi2xi.PDF', 'Strasse_Lodz_ogi2xi.PDF'],
    ['Monitor 24".pdf', 'Monitor_24_ogi2xi.pdf', 'Monitor_24_ogi2xi.pdf'],
    ['100 % Büro.pdf', '100_Buero_ogi2xi.pdf', '100_Buero_ogi2xi.pdf'],
    ['a\\b\n.pdf', 'a_b_ogi2xi.pdf', 'a_b_ogi2xi.pdf'],
    ['請求書.pdf', 'document_ogi2xi.pdf', 'document_ogi2xi.pdf'],
    ['two  spaces .pdf', 'two_spaces_ogi2xi.pdf', 'two_spaces_ogi2xi.pdf'],
    ['ä.longer-than-an-extension', 'ae.longer-than-an-extension_ogi2xi', 'ae.longer-than-an-extension_ogi2xi'],
  ] as const)('for %j is %j, and %j where files go on', ([path, plain, hashed]) => {
    const names = (['plain', 'hashed'] as const).map((naming) => sentNameOf(path, hash, naming));
    expect(names).toEqual([plain, hashed]);
    expect(possibleNames(path, hash)).toEqual(expect.arrayContaining(names));
  });

  const anyHash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  it('is ASCII, of a bearable length, the same each time, and keeps its extension, whatever the file is called', () => {
    const anyName = fc.string({ unit: anyCharacter, maxLength: 255 }).map((text) => text.replaceAll('/', '') || 'x');
    fc.assert(
      fc.property(anyName, anyHash, (name, its) => {
        const sent = sentNameOf(`${name}.pdf`, its, 'plain');
        expect(sent).toMatch(/^[\w.()+,=@!~[\] -]+\.pdf$/);
        expect(sent.length).toBeLessThanOrEqual(Math.max(`${name}.pdf`.length, 120));
        expect(sentNameOf(`${name}.pdf`, its, 'plain')).toBe(sent);
        expect(sentNameOf(sent, its, 'plain')).toBe(sent);
      }),
    );
  });

  it('tells two contents of one rewritten name apart', () => {
    expect(sentNameOf('ä.pdf', hash, 'plain')).not.toBe(sentNameOf('ä.pdf', hash.replace('a', 'b'), 'plain'));
  });
});

describe('A name that carries a part of its content’s hash', () => {
  it.for([
    ['a_ogi2xi.pdf', true],
    ['a_ogi2xi', true],
    ['a_ogi2xi.PDF', true],
    ['_ogi2xi.pdf', true],
    ['aogi2xi.pdf', false],
    ['a_ogi2xi.pdf.pdf', false],
    ['a_ogi2xj.pdf', false],
    ['a_ogi2xi_.pdf', false],
    ['a_ogi2xi.ninechars', false],
  ] as const)('can be no other’s, or may be: %s: %s', ([name, carries]) => expect(carriesHash(name, hash)).toBe(carries));

  it('has six characters of it, however small the number', () => {
    expect(sentNameOf('a.pdf', '0'.repeat(64), 'hashed')).toBe('a_000000.pdf');
    expect(sentNameOf('a.pdf', `${'0'.repeat(11)}f${'0'.repeat(52)}`, 'hashed')).toBe('a_00000f.pdf');
    // A part of it counts.
    expect(sentNameOf('a.pdf', `${'0'.repeat(12)}${'f'.repeat(52)}`, 'hashed')).toBe('a_000000.pdf');
  });
});

it.each([
  ['a.jpe', 'a.jpg'],
  ['a.JPE', 'a.jpg'],
  ['a.jfif', 'a.jpg'],
  ['a.jpeg', 'a.jpeg'],
  ['jfif', 'jfif'],
  ['a.jpe.pdf', 'a.jpe.pdf'],
  ['dir.jpe/a', 'a'],
])('A picture has an ending that the service knows: %s goes out as %s', (path, sent) => {
  expect(sentNameOf(path, hash, 'plain')).toBe(sent);
});

it.each([
  ['a.12345678', 'a_ogi2xi.12345678'],
  ['a.123456789', 'a.123456789_ogi2xi'],
  ['..__a__.pdf', 'a_ogi2xi.pdf'],
  ['__.pdf', 'document_ogi2xi.pdf'],
  [`${'x'.repeat(101)}.pdf`, `${'x'.repeat(100)}_ogi2xi.pdf`],
  ['a.ab-c', 'a.ab-c_ogi2xi'],
  ['a+(b),=@!~[c].pdf', 'a+(b),=@!~[c]_ogi2xi.pdf'],
])('A rewritten name keeps its extension, and a hundred characters: %s goes out as %s', (path, sent) => {
  expect(sentNameOf(path, hash, 'hashed')).toBe(sent);
});

it.each([
  ['a b_c+d"e\'f.pdf', 'abcdef.pdf'],
  ['M%C3%BCller.pdf', 'muller.pdf'],
  ['100%.pdf', '100%.pdf'],
  ['MÃ¼ller.pdf', 'muller.pdf'],
  ['Müller.pdf', 'muller.pdf'],
  ['請求書.pdf', '請求書.pdf'],
  ['é請.pdf', 'e請.pdf'],
  ['Straße.pdf', 'strasse.pdf'],
])('However a service spells it, %s is known as %s', (name, plain) => expect(plainName(name)).toBe(plain));
