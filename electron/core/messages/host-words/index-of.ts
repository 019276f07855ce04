import type { Entry } from './entry.ts';

/** Entries are filed under so many letters of their beginning, or else of their end: as many of these as they have. */
const lengths = [12, 6, 2];

/** For a text the entries that it can be at all: a few of hundreds. Pure. */
export function indexOf(entries: readonly Entry[]): (text: string) => readonly Entry[] {
  const starting = new Map<string, Entry[]>();
  const ending = new Map<string, Entry[]>();
  const open: Entry[] = [];
  for (const entry of entries) {
    const { literals } = entry.english;
    const [first, last] = [literals[0] ?? '', literals.at(-1) ?? ''];
    const [fromStart, fromEnd] = [lengthOf(first), lengthOf(last)];
    if (fromStart !== undefined) file(starting, first.slice(0, fromStart), entry);
    else if (fromEnd !== undefined) file(ending, last.slice(-fromEnd), entry);
    else open.push(entry);
  }
  return (text) => [
    ...lengths.flatMap((length) => starting.get(text.slice(0, length)) ?? []),
    ...lengths.flatMap((length) => ending.get(text.slice(-length)) ?? []),
    ...open,
  ];
}

function lengthOf(literal: string): number | undefined {
  return lengths.find((length) => literal.length >= length);
}

function file(under: Map<string, Entry[]>, key: string, entry: Entry): void {
  const filed = under.get(key);
  if (filed === undefined) under.set(key, [entry]);
  else filed.push(entry);
}
