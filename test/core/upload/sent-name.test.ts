import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { possibleNames, sentNameOf } from '../../../electron/core/upload/answer-map.ts';
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
