import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';
import { collectNotices, isAccepted, noticesText } from '../../resources/tools/notices.ts';

describe('The licences of what is packed', () => {
  it('are all accepted, and each has its text, those of fonts too', () => {
    const notices = collectNotices(projectRoot);
    const names = notices.map(({ name }) => name);
    for (const name of ['fastify', 'zod', 'react', 'pdfjs-dist', '@napi-rs/keyring', 'undici']) expect(names).toContain(name);
    for (const name of ['vite', 'vitest', 'typescript', 'electron', 'playwright-core']) expect(names).not.toContain(name);
    expect(notices.filter(({ texts }) => texts.join('').trim() === '')).toEqual([]);
    const text = noticesText(projectRoot, notices);
    for (const holder of ['PDFium Authors', 'Arimo Project Authors', 'SIL OPEN FONT LICENSE']) expect(text).toContain(holder);
    // The fonts of pdf.js that are under the GPL are not packed.
    expect(text).not.toMatch(/LIBERATION FONT SOFTWARE/);
    expect(text.startsWith('Intray\n\nMIT License')).toBe(true);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['MIT AND OFL-1.1', true],
    ['UNLICENSED', false],
    ['none', false],
  ])('%s: %s', (license, good) => expect(isAccepted(license)).toBe(good));
});
