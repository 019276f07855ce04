import { hostWords } from './catalogue.ts';
import { createHostReader, type HostPart } from './reader.ts';

const read = createHostReader(hostWords);

/** The rows of a table say the same few things again and again. */
const maxKept = 300;
const kept = new Map<string, readonly HostPart[]>();

/** A text of the host for a German window: what is known of it in German, the rest as it came. */
export function inGerman(text: string): readonly HostPart[] {
  const before = kept.get(text);
  if (before !== undefined) return before;
  const parts = read(text);
  if (kept.size >= maxKept) kept.clear();
  kept.set(text, parts);
  return parts;
}
