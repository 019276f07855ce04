import { isAbsolute, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { knownNames } from '../../core/intake/file-types.ts';
import type { English } from '../../core/languages/en/all.ts';
import { type Message, say } from '../../core/messages/message.ts';

/** Why a file is not picked up; undefined if it is. */
export type Ignored = Message | undefined;

export interface Filter {
  /** `path` is relative to the folder, with `/`. */
  file(path: string): Ignored;
  directory(path: string): Ignored;
  /** Where sources are filed away to, relative to the folder; undefined if that is outside of it. */
  readonly filedAway: string | undefined;
}

type Why = keyof English['ignored']['why'];

/** Files that nobody wants sent: temporary files, lock files, what systems leave behind, and our own outputs. */
const neverTaken: readonly (readonly [glob: string, why: Why])[] = [
  ['**/.*', 'hidden'],
  ['**/~$*', 'officeLock'],
  ['**/.~lock.*#', 'officeLock'],
  ['**/*.{part,partial,filepart,crdownload,download,tmp}', 'unfinished'],
  ['**/{Thumbs.db,desktop.ini,.DS_Store}', 'system'],
  ['**/intray-*.{csv,xlsx}', 'ownTable'],
];

/** What systems and storage devices keep beside people's files: what was deleted, earlier states of everything, small pictures. */
const neverEntered: readonly (readonly [glob: string, why: Why])[] = [
  ['**/.*', 'hidden'],
  ['**/{#recycle,@Recycle,\\$RECYCLE.BIN,RECYCLER,RECYCLED,Network Trash Folder}', 'trash'],
  ['**/{#snapshot,~snapshot,@Recently-Snapshot}', 'snapshot'],
  ['**/{@eaDir,@__thumb,@tmp,lost\\+found,System Volume Information,Temporary Items,__MACOSX}', 'storageSystem'],
  ['**/*.{part,partial,filepart,crdownload,download,tmp}', 'unfinished'],
];

/** Directories that lie deeper are not entered: they were made by mistake, or to do harm. */
export const maxLevels = 100;

/** A point in the expressions also stands for a line feed: names may have one. */
const options = { dot: true, nocase: true, flags: 'is' } as const;

/** A glob without a slash is matched with the file's name, in any subfolder. As one expression: every scan asks it about every file. */
function matcher(globs: readonly string[]): RegExp {
  const below = globs.map((glob) => (glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`));
  return new RegExp(below.map((glob) => picomatch.makeRe(glob, options).source).join('|') || '(?!)', options.flags);
}

const isDocumented = matcher([knownNames]);
const isNeverTaken = matcher(neverTaken.map(([glob]) => glob));
const never = neverTaken.map(([glob, why]) => [matcher([glob]), why] as const);
const closed = neverEntered.map(([glob, why]) => [matcher([glob]), why] as const);

/**
 * What of a folder is picked up: without `include` the four documented types, with it exactly what matches. The directory
 * that sources are filed away to is never entered.
 */
export function createFilter(settings: Pick<FolderSettings, 'path' | 'include' | 'ignore' | 'recursive' | 'fileAway'>): Filter {
  const included = settings.include === undefined ? isDocumented : matcher(settings.include);
  const ignored = matcher(settings.ignore);
  const filedAway = filedAwayTo(settings);

  return {
    filedAway,
    file(path) {
      if (isNeverTaken.test(path)) return because('ignored.name', never.find(([glob]) => glob.test(path))?.[1] ?? 'system');
      if (ignored.test(path)) return say('ignored.ignoredByFolder');
      if (!included.test(path)) {
        return say(settings.include === undefined ? 'ignored.otherType' : 'ignored.notIncluded');
      }
      return undefined;
    },
    directory(path) {
      if (!settings.recursive) return say('ignored.directory.subfolders');
      if (filedAway !== undefined && (path === filedAway || path.startsWith(`${filedAway}/`)))
        return say('ignored.directory.filedAway');
      if (path.split('/').length > maxLevels) return say('ignored.directory.deep', { most: maxLevels });
      const why = closed.find(([glob]) => glob.test(path))?.[1];
      if (why !== undefined) return because('ignored.directory.name', why);
      return ignored.test(path) || ignored.test(`${path}/`) ? say('ignored.directory.ignored') : undefined;
    },
  };
}

function because(code: 'ignored.name' | 'ignored.directory.name', why: Why): Message {
  return say(code, { why: say(`ignored.why.${why}`) });
}

/** Where the folder files away to, relative to it with `/`; undefined if that is outside of it. */
function filedAwayTo({ path, fileAway }: Pick<FolderSettings, 'path' | 'fileAway'>): string | undefined {
  if (fileAway.kind === 'leave') return undefined;
  const inside = relative(path, resolve(path, fileAway.to)).split(sep).join('/');
  return inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? undefined : inside;
}
