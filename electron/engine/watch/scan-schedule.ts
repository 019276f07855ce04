import { pathIn } from '../../core/watch/compare-directory.ts';
import type { Finding, Scope } from './scan.ts';

/** How the looking at one folder stands. Times are milliseconds since the epoch. */
export interface Place {
  /** Whether a scan of all of it is asked for. */
  all: boolean;
  /** Directories (relative) that are asked for. */
  directories: Set<string>;
  running: boolean;
  notBefore: number;
  /** The same for all of it. */
  notAllBefore: number;
  nextFull: number;
  /** Full scans that were completed. */
  completed: number;
  unreachable: boolean;
  /** Files that a hint named, to be looked at alone: relative paths. */
  names: Set<string>;
  looking: boolean;
  namesNotBefore: number;
  /** Directories of which only named files were looked at, and when they are looked at whole. */
  later: { readonly directories: Set<string>; readonly at: number } | undefined;
  /** Files that were looked at by name while the scan that runs was under way: it may have seen them before that. */
  readonly looked: Set<string>;
  /** How often the findings of scans were applied. */
  applied: number;
}

/** All of it is to be looked at. */
export function newPlace(): Place {
  return {
    all: true,
    directories: new Set(),
    running: false,
    notBefore: 0,
    notAllBefore: 0,
    nextFull: 0,
    completed: 0,
    unreachable: false,
    names: new Set(),
    looking: false,
    namesNotBefore: 0,
    later: undefined,
    looked: new Set(),
    applied: 0,
  };
}

/** Wants a look at one file. False if it cannot be looked at alone, or so many are that their directories are looked at. */
export function wantName(place: Place, path: string): boolean {
  if (place.completed === 0 || place.unreachable || (place.names.size >= maxNames && !place.names.has(path))) return false;
  place.names.add(path);
  return true;
}

/** Named files of these directories were looked at: the whole of each is, too, but once for many hints. */
export function lookLater(place: Place, directories: Iterable<string>, now: number): void {
  place.later ??= { directories: new Set(), at: now + laterMs };
  for (const directory of directories) place.later.directories.add(directory);
}

/** Turns to what is due now: a full scan, and the directories that were put off. */
export function takeDue(place: Place, now: number): void {
  if (place.completed > 0 && now >= place.nextFull) place.all = true;
  if (place.later === undefined || !isTime(place.later.at, now, laterMs)) return;
  for (const directory of place.later.directories) place.directories.add(directory);
  place.later = undefined;
}

/** Whether something is asked for. */
export function isAsked({ all, directories, names }: Place): boolean {
  return all || directories.size > 0 || names.size > 0;
}

/**
 * The scan that begins now; else when the next may.
 * @param longestMs the longest rest
 */
export function nextScan(place: Place, now: number, longestMs: number): Scope | number {
  const { all, directories, nextFull } = place;
  const mayBeginAt = (at: number) => (isTime(at, now, longestMs) ? now : at);
  const directoriesAt = mayBeginAt(place.notBefore);
  const allAt = Math.max(directoriesAt, mayBeginAt(place.notAllBefore));
  if (all && allAt <= now) return 'all';
  if (directories.size > 0) return directoriesAt <= now ? directories : directoriesAt;
  return all ? allAt : nextFull;
}

/** When the named files are looked at; undefined: now. */
export function namesWaitUntil({ namesNotBefore }: Place, now: number): number | undefined {
  return isTime(namesNotBefore, now, leastMs) ? undefined : namesNotBefore;
}

/**
 * A folder that takes long to list must not be listed without end while files keep coming. How long all of it took says
 * nothing of the one directory that a hint is about.
 */
export function restAfter(place: Place, scope: Scope, begun: number, now: number): void {
  const rest = (times: number) => Math.min(maxMs, Math.max(leastMs, times * (now - begun)));
  if (scope === 'all') place.notAllBefore = now + rest(4);
  place.notBefore = now + (scope === 'all' ? leastMs : rest(2));
}

export function restAfterNames(place: Place, now: number): void {
  place.namesNotBefore = now + leastMs;
}

/** Whether a finding is about a file that was looked at by name meanwhile. */
export function isOvertaken({ looked }: Place, finding: Finding): boolean {
  return looked.size > 0 && pathsOf(finding).some((path) => looked.has(path));
}

/** The files that a finding is about, relative to the folder. */
function pathsOf(finding: Finding): string[] {
  const at = (file: { readonly directory: string; readonly name: string }) => pathIn(file.directory, file.name);
  if (finding.kind === 'vanished') return [at(finding.row)];
  return finding.kind === 'renamed' ? [at(finding.found), at(finding.from)] : [at(finding.found)];
}

/** A time that lies further ahead than it was ever set was set before the clock was set back. */
function isTime(at: number, now: number, longestMs: number): boolean {
  return now >= at || at - now > longestMs;
}

const leastMs = 25;
const maxMs = 5_000;
/** With more files than that at once their directories are looked at instead. */
const maxNames = 32;
/** A directory of which named files were looked at is looked at whole so much later. */
const laterMs = 2_000;
