/** How the value of a slot is treated; `host-words.ts` says what each means. */
export type SlotKind = 'text' | 'number' | 'words' | 'known' | 'list';

export interface Slot {
  readonly name: string;
  readonly kind: SlotKind;
}

/** A sentence with slots, taken apart: `literals` stand before, between and after the slots, one more than there are slots. */
export interface Pattern {
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

/** One sentence of the host with its German. */
export interface Entry {
  readonly english: Pattern;
  readonly german: Pattern;
}

const slotPattern = /\{(\w+)(?:, (number|words|known|list))?\}/g;

/** Takes a sentence apart. Braces that are no slot stand for themselves. Pure. */
export function patternOf(text: string): Pattern {
  const literals: string[] = [];
  const slots: Slot[] = [];
  let end = 0;
  for (const found of text.matchAll(slotPattern)) {
    literals.push(text.slice(end, found.index));
    slots.push({ name: found[1] ?? '', kind: (found[2] as SlotKind | undefined) ?? 'text' });
    end = found.index + found[0].length;
  }
  return { literals: [...literals, text.slice(end)], slots };
}

/**
 * The values of the slots, if `text` is this sentence: each literal where it comes first, the last one at the end. Without
 * choices to take back, so that the time is that of one look through the text. Pure.
 */
export function valuesIn(text: string, { literals, slots }: Pattern): readonly string[] | undefined {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (slots.length === 0) return text === first ? [] : undefined;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const limit = text.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const [index] of slots.entries()) {
    if (index === slots.length - 1) break;
    const literal = literals[index + 1] ?? '';
    const found = text.indexOf(literal, at);
    if (found < 0 || found + literal.length > limit) return undefined;
    values.push(text.slice(at, found));
    at = found + literal.length;
  }
  return [...values, text.slice(at, limit)];
}
