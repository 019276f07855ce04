import { isAbsolute, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { FolderSettings } from '../../core/config/folder-settings.ts';

/** Why a file is not taken, in words for a person; undefined if it is. */
export type Ignored = string | undefined;

export interface Filter {
  /** `path` is relative to the folder, with `/`. */
  file(path: string): Ignored;
  directory(path: string): Ignored;
}

const documented = '**/*.{pdf,png,jpg,jpeg,docx}';

/** Names that no one wants sent: temporary files of writers, lock files, what systems leave behind, and our own outputs. */
const neverTaken: readonly (readonly [glob: string, why: string])[] = [
  ['**/.*', 'its name begins with a dot'],
  ['**/~$*', 'it is a lock file of an office program'],
  ['**/.~lock.*#', 'it is a lock file of an office program'],
  ['**/*.{part,partial,filepart,crdownload,download,tmp}', 'its name says that it is still being written'],
  ['**/{Thumbs.db,desktop.ini,.DS_Store}', 'it belongs to the system'],
  ['**/intray-*.csv', 'it is a table that Intray writes'],
];

const neverEntered: readonly (readonly [glob: string, why: string])[] = [
  ['**/.*', 'its name begins with a dot'],
  ['**/@eaDir', 'it belongs to the storage system'],
  ['**/*.{part,partial,filepart,crdownload,download,tmp}', 'its name says that it is still being written'],
];

type Matcher = (path: string) => boolean;

const options = { dot: true, nocase: true } as const;

/** A glob without a slash is about the file's name, in whichever subfolder. */
function matcher(globs: string | readonly string[]): Matcher {
  const list = typeof globs === 'string' ? [globs] : globs;
  const tests = list.map((glob) => picomatch(glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`, options));
  return (path) => tests.some((test) => test(path));
}

/** The same for globs of our own, in one expression: it is asked of every file of every scan. */
function matcherOfAll(globs: readonly string[]): Matcher {
  const any = new RegExp(globs.map((glob) => picomatch.makeRe(glob, options).source).join('|'), 'i');
  return (path) => any.test(path);
}

const isDocumented = matcherOfAll([documented]);
const isNeverTaken = matcherOfAll(neverTaken.map(([glob]) => glob));
const never = neverTaken.map(([glob, why]) => [matcher(glob), why] as const);
const closed = neverEntered.map(([glob, why]) => [matcher(glob), why] as const);

/**
 * What of a folder is taken. Without `include` the four documented types; with it exactly what matches. The directory
 * that sources are filed away to is never entered.
 */
export function createFilter(settings: Pick<FolderSettings, 'path' | 'include' | 'ignore' | 'recursive' | 'fileAway'>): Filter {
  const included = settings.include === undefined ? isDocumented : matcher(settings.include);
  const ignored = matcher(settings.ignore);
  const filedAway = filedAwayTo(settings);

  return {
    file(path) {
      if (isNeverTaken(path)) return `It is not taken: ${never.find(([matches]) => matches(path))?.[1]}.`;
      if (ignored(path)) return 'It is not taken: it matches what this folder ignores.';
      if (!included(path)) {
        return settings.include === undefined
          ? 'It is not taken: only PDF, PNG, JPG and DOCX are, unless the folder includes other types.'
          : 'It is not taken: it matches nothing that this folder includes.';
      }
      return undefined;
    },
    directory(path) {
      if (!settings.recursive) return 'Its subfolders are not watched.';
      if (filedAway !== undefined && (path === filedAway || path.startsWith(`${filedAway}/`)))
        return 'Documents are filed away there.';
      const why = closed.find(([matches]) => matches(path))?.[1];
      if (why !== undefined) return `It is not watched: ${why}.`;
      return ignored(path) || ignored(`${path}/`) ? 'It matches what this folder ignores.' : undefined;
    },
  };
}

/** Where the folder files away to, relative to it with `/`; undefined if that is outside of it. */
function filedAwayTo({ path, fileAway }: Pick<FolderSettings, 'path' | 'fileAway'>): string | undefined {
  if (fileAway.kind === 'leave') return undefined;
  const inside = relative(path, resolve(path, fileAway.to)).split(sep).join('/');
  return inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? undefined : inside;
}
