import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/** Any character of Unicode, as the unit of a text. fast-check's own `binary` counts all of them first, which takes seconds. */
export const anyCharacter = fc
  .nat(0x10_ffff - surrogates.count)
  .map((place) => String.fromCodePoint(place < surrogates.from ? place : place + surrogates.count));
