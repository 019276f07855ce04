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

/** The matches in a path, as those of its file's name and of its directory. */
export function matchesInPath(
  { text, marks }: Match,
  name: string,
  directory: string,
): { readonly name: Match['marks']; readonly directory: Match['marks'] } | undefined {
  const start = text.length - name.length;
  if (!text.endsWith(name) || text.length !== name.length + (directory === '' ? 0 : directory.length + 1)) return undefined;
  return {
    name: marks.filter(([, to]) => to > start).map(([from, to]) => [Math.max(0, from - start), to - start]),
    directory: marks.filter(([from]) => from < directory.length).map(([from, to]) => [from, Math.min(directory.length, to)]),
  };
}
