import { plural, printable } from '../../output/words.ts';

/** A file that an export was to bring about. */
export type Exported =
  | { readonly state: 'written' | 'there'; readonly kind: 'json' | 'csv'; readonly path: string }
  /** `path`: the document or output that it is about. */
  | { readonly state: 'not'; readonly path: string; readonly why: string };

/** For machines. Pure. */
export function exportEvent(exported: Exported): Readonly<Record<string, unknown>> {
  return exported.state === 'not'
    ? { event: 'export', state: 'not-exported', path: exported.path, reason: exported.why }
    : { event: 'export', state: exported.state, kind: exported.kind, path: exported.path };
}

/** For people: what could not be, one by one up to a few, then the sum. `where`: a phrase such as "in /tmp/x". Pure. */
export function exportLines(all: readonly Exported[], where: string): string[] {
  const not = all.filter((each) => each.state === 'not');
  const lines = not.slice(0, maxLines).map(({ path, why }) => `${printable(path)}: ${why}`);
  if (not.length > maxLines) lines.push(`… and ${not.length - maxLines} more like these.`);
  const count = (state: 'written' | 'there', kind: 'json' | 'csv') =>
    all.filter((each) => each.state === state && each.kind === kind).length;
  const written = sum(count('written', 'json'), count('written', 'csv'));
  const there = sum(count('there', 'json'), count('there', 'csv'));
  if (written !== undefined) lines.push(`Written ${where}: ${written}.`);
  if (there !== undefined) lines.push(`There already, as they should be: ${there}.`);
  if (written === undefined && there === undefined && not.length === 0)
    lines.push('No document has a result yet: there is nothing to export.');
  return lines;
}

const maxLines = 20;

function sum(json: number, csv: number): string | undefined {
  const parts = [...(json > 0 ? [`${json} JSON`] : []), ...(csv > 0 ? [plural(csv, 'table', 'tables')] : [])];
  return parts.length === 0 ? undefined : parts.join(' and ');
}
