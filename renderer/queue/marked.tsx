import { isolated } from '../../electron/core/messages/wording.ts';
import type { Match } from '../../electron/core/values/search-terms.ts';

/** A text with what was found in it. */
export function Marked({ text, marks, className }: Pick<Match, 'text' | 'marks'> & { readonly className?: string | undefined }) {
  let end = 0;
  const pieces = marks.flatMap(([from, to]) => {
    const before = text.slice(end, from);
    end = to;
    return [before, <mark key={from}>{plain(text.slice(from, to))}</mark>];
  });
  return (
    <bdi className={className}>
      {pieces.map((piece) => (typeof piece === 'string' ? plain(piece) : piece))}
      {plain(text.slice(end))}
    </bdi>
  );
}

/** Pieces of one text stay in its direction: the element around them isolates them. */
function plain(text: string): string {
  return isolated(text).replace(/^\u2068|\u2069$/gu, '');
}

/** So many characters of a name may come before what was found in it: more would push it out of sight. */
const mostBefore = 20;

/** What was found in a path, as it is in the file's name and in its directory; undefined where there is nothing. */
export function matchesInPath({
  text,
  marks,
}: Match): Readonly<Record<'name' | 'directory', Pick<Match, 'text' | 'marks'> | undefined>> {
  const start = text.lastIndexOf('/') + 1;
  const inName = marks.filter(([, to]) => to > start);
  const inDirectory = marks.filter(([from]) => from < start);
  const first = Math.max(start, inName[0]?.[0] ?? 0);
  const cut = first - start > mostBefore ? first - mostBefore / 2 : start;
  const before = cut > start ? '…' : '';
  const shift = cut - before.length;
  return {
    name:
      inName.length === 0
        ? undefined
        : { text: before + text.slice(cut), marks: inName.map(([from, to]) => [Math.max(from, start) - shift, to - shift]) },
    directory:
      inDirectory.length === 0
        ? undefined
        : { text: text.slice(0, start), marks: inDirectory.map(([from, to]) => [from, Math.min(to, start)]) },
  };
}
