import { type Entry, patternOf, type Slot, valuesIn } from './entry.ts';
import type { HostWords } from './host-words.ts';
import { indexOf } from './index-of.ts';

/** A piece of a text: in the other language if it is known, else as it came. */
export interface HostPart {
  readonly text: string;
  readonly known: boolean;
}

/** Reads a text of the host. The parts, joined, are the text in the other language. */
export type HostReader = (text: string) => readonly HostPart[];

/** What was made of a text: `score` counts the letters that the host itself wrote. */
interface Reading {
  readonly parts: readonly HostPart[];
  readonly score: number;
}

/** What is known already while one text is read: by depth and text. */
type Memory = Map<string, Reading | undefined>;

/** The host says nothing longer, in letters and in full stops: what is, comes back as it is, and costs nothing. */
const maxLetters = 4_000;
const maxSentences = 30;
/** One sentence holds at most so many full stops, its own among them. */
const maxStops = 7;
/** Texts inside of texts, at most. */
const deepest = 5;

/**
 * Makes a reader of a catalogue. A text of several sentences is cut where most of it is recognised. The time it takes is
 * bounded by the text's length, whatever the text. Pure.
 */
export function createHostReader(catalogue: readonly HostWords[]): HostReader {
  const entries = catalogue
    .flatMap((words) => Object.entries(words))
    .map(([english, german]): Entry => ({ english: patternOf(english), german: patternOf(german) }));
  const candidatesFor = indexOf(entries);

  /** The best way to cut a text into sentences, decided from its end. */
  function readSentences(text: string, depth: number, memory: Memory): Reading {
    if (depth > deepest) return asItCame(text);
    const pieces = piecesOf(text);
    if (pieces.length > maxSentences) return asItCame(text);
    const best: Reading[] = [];
    best[pieces.length] = { parts: [], score: 0 };
    for (let first = pieces.length - 1; first >= 0; first -= 1) {
      const start = pieces[first]?.start ?? 0;
      for (let last = first; last < Math.min(pieces.length, first + maxStops); last += 1) {
        const end = pieces[last]?.end ?? text.length;
        const bare = text.slice(start, end);
        const after = best[last + 1] ?? asItCame('');
        const here = readOne(bare, depth, memory) ?? (last === first ? asItCame(bare) : undefined);
        if (here === undefined || here.score + after.score <= (best[first]?.score ?? -1)) continue;
        const gap = text.slice(end, pieces[last + 1]?.start ?? text.length);
        best[first] = {
          parts: joined([...here.parts, { text: gap, known: false }, ...after.parts]),
          score: here.score + after.score,
        };
      }
    }
    const lead = text.slice(0, pieces[0]?.start ?? text.length);
    const { parts, score } = best[0] ?? asItCame('');
    return { parts: joined([{ text: lead, known: false }, ...parts]), score };
  }

  function readOne(text: string, depth: number, memory: Memory): Reading | undefined {
    if (depth > deepest) return undefined;
    const key = `${depth} ${text}`;
    if (!memory.has(key)) memory.set(key, readSentence(text, depth, memory));
    return memory.get(key);
  }

  /** One sentence, which may have got a full stop that its source does not have. */
  function readSentence(text: string, depth: number, memory: Memory): Reading | undefined {
    const whole = readEntry(text, depth, memory);
    if (!text.endsWith('.') || text.endsWith('..')) return whole;
    const without = readEntry(text.slice(0, -1), depth, memory);
    if (without === undefined || (whole !== undefined && whole.score >= without.score)) return whole;
    return { parts: joined([...without.parts, { text: '.', known: true }]), score: without.score };
  }

  function readEntry(text: string, depth: number, memory: Memory): Reading | undefined {
    let best: Reading | undefined;
    for (const entry of candidatesFor(text)) {
      const values = valuesIn(text, entry.english);
      const reading = values === undefined ? undefined : filled(entry, values, depth, memory);
      if (reading !== undefined && reading.score > (best?.score ?? 0)) best = reading;
    }
    return best;
  }

  /** The German of an entry with these values; undefined if one of them cannot stand there. */
  function filled({ english, german }: Entry, values: readonly string[], depth: number, memory: Memory) {
    let score = english.literals.join('').length;
    const said = new Map<string, readonly HostPart[]>();
    for (const [index, slot] of english.slots.entries()) {
      const reading = readValue(slot, values[index] ?? '', depth, memory);
      if (reading === undefined) return undefined;
      score += reading.score;
      said.set(slot.name, reading.parts);
    }
    const parts: HostPart[] = [];
    for (const [index, literal] of german.literals.entries()) {
      parts.push({ text: literal, known: true });
      const slot = german.slots[index];
      if (slot !== undefined) parts.push(...(said.get(slot.name) ?? []));
    }
    return { parts: joined(parts), score };
  }

  function readValue({ kind }: Slot, value: string, depth: number, memory: Memory): Reading | undefined {
    switch (kind) {
      case 'text':
        return { parts: [{ text: value, known: true }], score: 0 };
      case 'number':
        return /^\d+(?:\.\d+)?$/.test(value) ? { parts: [{ text: value.replace('.', ','), known: true }], score: 0 } : undefined;
      case 'list':
        return { parts: [{ text: quotedList(value), known: true }], score: 0 };
      case 'words':
        return readSentences(value, depth + 1, memory);
      case 'known': {
        const reading = readOne(value, depth + 1, memory);
        return reading?.parts.every(({ known }) => known) === true ? reading : undefined;
      }
    }
  }

  return (text) => (text.length > maxLetters ? asItCame(text) : readSentences(text, 0, new Map())).parts;
}

function asItCame(text: string): Reading {
  return { parts: text === '' ? [] : [{ text, known: false }], score: 0 };
}

/** Where sentences may begin and end: after a full stop, question or exclamation mark that a space follows. */
function piecesOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  let start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  for (let at = start; at < end; at += 1) {
    if (!'.?!…'.includes(text.charAt(at)) || text.charAt(at + 1) !== ' ' || at + 1 >= end) continue;
    pieces.push({ start, end: at + 1 });
    for (start = at + 1; text.charAt(start) === ' '; ) start += 1;
    at = start - 1;
  }
  if (start < end) pieces.push({ start, end });
  return pieces;
}

/** Neighbours of one kind become one part; a gap between two parts is of the kind of what is before it. */
function joined(parts: readonly HostPart[]): readonly HostPart[] {
  const together: { text: string; known: boolean }[] = [];
  for (const { text, known } of parts) {
    const before = together.at(-1);
    if (text === '') continue;
    if (before !== undefined && (before.known === known || text.trim() === '')) before.text += text;
    else together.push({ text, known: known || text.trim() === '' });
  }
  return together;
}

function quotedList(value: string): string {
  return value
    .replaceAll('" or "', '" oder "')
    .replaceAll('" and "', '" und "')
    .replaceAll(/"([^"]*)"/g, '„$1“');
}
