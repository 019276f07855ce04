import type { Message } from '../../../electron/core/messages/message.ts';

/** What is wrong with entries, by the member of the draft: `path`, `newExtraction.fields.2.key` … */
export type Problems = Readonly<Record<string, Message>>;

/** A number as people type it, with a point or comma; NaN if it is not a number. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

export function linesOf(text: string, separator = '\n'): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
