import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hostSentences, hostWords } from '../../../electron/core/messages/host-words/catalogue.ts';
import { type Pattern, patternOf } from '../../../electron/core/messages/host-words/entry.ts';
import { inGerman } from '../../../electron/core/messages/host-words/in-german.ts';
import { type HostText, looksLikeSql, looksLikeWords, textsIn, textsOf } from './host-sources.ts';
import { isMarkupOrScript, notShown } from './not-shown.ts';

/** Everything whose texts can reach a window. The command line, the sandbox and the tray's own words are not among it. */
const directories = ['core', 'engine', 'ledger', 'service', 'settings', 'workspace', 'web', 'desktop'].map(
  (name) => `electron/${name}`,
);

const texts = textsIn(directories);
const entries = hostWords.flatMap((words) => Object.entries(words));
const sentences = hostSentences.flatMap((words) => Object.keys(words));
const known = new Set(sentences.map(shapeOf));

function shapeOf(sentence: string): string {
  return patternOf(sentence).literals.join('{}');
}

/** As it is, and without the sentence that its source puts before it. */
function formsOf(shape: string): readonly string[] {
  const trimmed = shape.trim();
  return [trimmed, trimmed.replace(/^\{\} /, '')];
}

function isSentence({ shape }: HostText): boolean {
  return looksLikeWords(shape) && !looksLikeSql(shape) && !isMarkupOrScript(shape.trim());
}

function isNotShown({ shape, at }: HostText): boolean {
  return notShown.some((one) => at.startsWith(one.file) && (one.shape === undefined || one.shape === shape.trim()));
}

/** Sentences for which a German window has nothing. */
function withoutGerman(found: readonly HostText[]): readonly string[] {
  return found
    .filter((text) => isSentence(text) && !isNotShown(text) && !formsOf(text.shape).some((form) => known.has(form)))
    .map(({ at, shape }) => `${at}: ${shape}`);
}

function namesIn({ slots }: Pattern): readonly string[] {
  return slots.map(({ name, kind }) => `${name}, ${kind}`).toSorted();
}

describe('The German of what the host says', () => {
  it('is there for every sentence in the sources (else: electron/core/host-words, or not-shown.ts with the reason)', () => {
    expect(withoutGerman(texts)).toEqual([]);
  });

  it('is missed where somebody adds a sentence', () => {
    const source = [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
      "const refusal = err({ kind: 'unavailable', message: `The scanner ${name} is ${hot ? 'too hot' : 'on fire'}.` });",
      "log.warn('nobody sees this line', {});",
      "const held: State = { message: 'Wait for ' + 'the fire brigade.' };",
      "throw new Error('Gone.');",
    ].join('\n');
    expect(withoutGerman(textsOf('electron/engine/made-up.ts', source))).toEqual([
      'electron/engine/made-up.ts:1: The scanner {} is too hot.',
      'electron/engine/made-up.ts:1: The scanner {} is on fire.',
      'electron/engine/made-up.ts:3: Wait for the fire brigade.',
      'electron/engine/made-up.ts:4: Gone.',
    ]);
  });

  it('has nothing that no source says any more', () => {
    const said = new Set(texts.flatMap(({ shape }) => formsOf(shape)));
    expect(sentences.filter((sentence) => !said.has(shapeOf(sentence)))).toEqual([]);
    const idle = notShown.filter(
      ({ file, shape }) => !texts.some((text) => at(text, file) && (shape === undefined || text.shape.trim() === shape)),
    );
    expect(idle).toEqual([]);
    function at(text: HostText, file: string): boolean {
      return text.at.startsWith(file) && isSentence(text);
    }
  });

  it('takes the same values as the English', () => {
    for (const [english, german] of entries)
      expect([english, namesIn(patternOf(german))]).toEqual([english, namesIn(patternOf(english))]);
  });

  it('has one German for each sentence, and that is not English', () => {
    const twice = entries.map(([english]) => shapeOf(english)).filter((shape, index, all) => all.indexOf(shape) !== index);
    expect(twice).toEqual([]);
    const same = entries.filter(([english, german]) => english === german && /\p{L}{3}/u.test(shapeOf(english)));
    expect(same).toEqual([]);
  });

  it('recognises each sentence with values in it', () => {
    const value = { number: '25', text: '/scans/März', list: '"a" or "b"', words: 'extraction', known: 'must be true or false' };
    const lost: string[] = [];
    for (const [english] of entries) {
      const { literals, slots } = patternOf(english);
      const text = literals.map((literal, index) => literal + (slots[index] ? value[slots[index].kind] : '')).join('');
      if (!inGerman(text).every((part) => part.known)) lost.push(text);
    }
    expect(lost).toEqual([]);
  });

  it('knows what the library says of a request that is not as it should be', () => {
    const shape = z.strictObject({
      text: z.string().min(1).max(3),
      list: z.array(z.string()).min(1).max(1),
      count: z.int().min(1).max(2),
      id: z.int().positive(),
      which: z.enum(['a', 'b']),
    });
    const values: unknown[] = [
      {},
      { text: '', list: [], count: 0, id: 0, which: 'c' },
      { text: 'long', list: ['a', 'b'], count: 3, id: 1.5, which: 'a', more: 1 },
      'text',
    ];
    const said = values.flatMap((value) => shape.safeParse(value).error?.issues.map(({ message }) => message) ?? []);
    expect(said.length).toBeGreaterThan(12);
    expect(said.filter((message) => !inGerman(message).every((part) => part.known))).toEqual([]);
  });
});
