import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { byteLength, cutTo } from '../../core/filing/safe-name.ts';
import type { RouteInfo } from '../../core/protocol/route.ts';

/** File names of outputs. `attempt` counts from 1: the second choice is `… (2)`, and so on until a name is free. */

/**
 * Limits for one name, in bytes of UTF-8, tried in turn: none (some disks count characters), what nearly all disks allow, and
 * what encrypted folders (eCryptfs) leave.
 */
export const nameLimits = [Number.POSITIVE_INFINITY, 255, 143] as const;

/**
 * The JSON of a source: `invoice.pdf` → `invoice.pdf.json`, `invoice.pdf (2).json`. The source's name keeps its spelling (NFC
 * or NFD). One that leaves no room within `limit` bytes is cut, and marked so that it stays unique:
 * `Very long na~5f3a9c1e.pdf.json`.
 */
export function jsonName(source: string, attempt: number, limit: number): string {
  const ending = `${numbered(attempt)}.json`;
  return fitted(source, limit - byteLength(ending)) + ending;
}

/** The name of a source that is filed away: `invoice.pdf`, then `invoice (2).pdf`. Its JSON has room for its ending. */
export function filedName(source: string, attempt: number, limit: number): string {
  if (attempt === 1) return fitted(source, limit);
  const { stem, ending } = split(source);
  const tail = `${numbered(attempt)}${ending}`;
  return fitted(stem, limit - byteLength(tail)) + tail;
}

/**
 * The CSV of a route: `intray-Invoices.csv`, `intray-Invoices (2).csv`. A classification has no name that could be asked for,
 * only its id: its table is called after its folder.
 */
export function csvName(info: Pick<RouteInfo, 'name' | 'route'>, attempt: number, folder = '', ending = 'csv'): string {
  const { kind, id } = info.route;
  const name =
    (kind === 'classification' && info.name === id && safeName(basename(folder))) ||
    safeName(info.name) ||
    safeName(info.route.id) ||
    info.route.kind;
  return `intray-${name}${numbered(attempt)}.${ending}`;
}

/** A name chosen by people may have this many bytes: with what Intray adds, every disk accepts it. */
const maxSafeNameBytes = 100;

/**
 * A name chosen by people as part of a file name that every system accepts: without characters that are reserved anywhere,
 * are invisible, or change the reading direction.
 */
export function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/gu, '-')
    .replace(/\s+/gu, ' ');
  return cutTo(clean.replace(/^[-. ]+|[-. ]+$/g, ''), maxSafeNameBytes).replace(/[-. ]+$/, '');
}

function numbered(attempt: number): string {
  return attempt > 1 ? ` (${attempt})` : '';
}

function fitted(name: string, limit: number): string {
  if (byteLength(name) <= limit) return name;
  const { stem, ending } = split(name);
  const mark = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}${ending}`;
  return cutTo(stem, limit - byteLength(mark)) + mark;
}

/** The ending stays readable. Something long after a dot is not an ending. */
function split(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || byteLength(name.slice(dot)) > 16) return { stem: name, ending: '' };
  return { stem: name.slice(0, dot), ending: name.slice(dot) };
}
