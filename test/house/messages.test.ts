import { describe, expect, it } from 'vitest';
import { checkLanguage } from '../../resources/tools/check-messages.ts';
import { findMessageUses, isUsed } from '../../resources/tools/message-uses.ts';

/** The catalogue itself is checked by `npm run messages`, a part of lint and build. */
describe('The check of the catalogue', () => {
  it.each([
    ['cannot be read', '{count, plural, one {# Datei}', '{count, plural, one {# file} other {# files}}'],
    ['takes other values', 'Noch {rest} Dateien.', '{count} files left.'],
    ['is as it is in English', 'Nothing here needs you.', 'Nothing here needs you.'],
    ['says "beobacht" for "überwachen"', 'Der Ordner wird beobachtet.', 'The folder is watched.'],
    ['has English in it', 'Prüfen Sie the file.', 'Check the file.'],
  ])('finds a German entry that %s', (fault, german, english) => {
    const found = checkLanguage('de', new Map([['queue.sample', german]]), new Map([['queue.sample', english]]));
    expect(found).toEqual([expect.stringContaining(`de: queue.sample ${fault}`)]);
  });

  it('finds a French entry without its non-breaking space, and takes one that has it', () => {
    const check = (text: string) => checkLanguage('fr', new Map([['queue.sample', text]]), new Map([['queue.sample', 'Retry?']]));
    expect(check('Réessayer ?')).toEqual(['fr: queue.sample lacks a non-breaking space']);
    expect(check('Réessayer?')).toEqual(['fr: queue.sample lacks a non-breaking space']);
    expect(check('Réessayer\u00a0?')).toEqual([]);
  });
});

describe('The search for uses of messages', () => {
  const uses = findMessageUses(
    [
      {
        path: 'sample.tsx',
        code: `
          const kinds = ['good', 'bad'];
          function Card({ kind, isOpen }) {
            const words = useWords('queue.card');
            const say = () => words(isOpen ? 'open' : 'shut');
            return <p title={words.rich('title')}>{say()} {words(kind)} {words(\`\${kind}Hint\`)}</p>;
          }
          function Other() {
            const words = useWords('folders');
            return words('own');
          }
          export const message = [say('disk.missing'), say(\`explain.\${kind}\`)];
        `,
      },
    ],
    ['queue', 'folders', 'disk', 'explain'],
  );

  it.each([
    ['disk.missing', 'a code as it is'],
    ['queue.card.title', 'a key in a namespace'],
    ['queue.card.open', 'either branch of a condition'],
    ['queue.card.shut', 'either branch of a condition, in a function inside'],
    ['queue.card.good', 'a computed key that is a word of the sources'],
    ['queue.card.badHint', 'a template with such a word'],
    ['explain.bad', 'a code that is a template'],
    ['folders.own', 'the namespace of its own function'],
  ])('sees that %s is used: %s', (code) => {
    expect(isUsed(code, uses)).toBe(true);
  });

  it.each([
    ['disk.full', 'nobody names it'],
    ['queue.own', 'the key belongs to another namespace'],
    ['queue.card.better', 'no word of the sources fills the gap'],
    ['explain.bad.deeper', 'a gap does not span a dot'],
  ])('sees that %s is unused: %s', (code) => {
    expect(isUsed(code, uses)).toBe(false);
  });
});
