import { type Route, routeKey } from '../../electron/core/protocol/route.ts';
import { nameOf, sha256 } from './memory-disk.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A document that somebody put into a folder. */
export interface Source {
  readonly bytes: Uint8Array;
  /** It was there before Intray first started and has not been touched since; `perhaps`: Intray may notice that it was. */
  readonly existing: 'yes' | 'perhaps' | 'no';
}

/** What a person did to an output of Intray, or where one would be written. */
interface Claim {
  /** Undefined if it was removed. */
  readonly bytes: Uint8Array | undefined;
  readonly at: number;
}

/** Nobody can react in time to a change this recent (ms). */
const graceMs = 100;

/** What belongs to people: their documents, and their changes to Intray's outputs. */
export class Belongings {
  /** Documents that should be in the folders, by path. */
  readonly sources = new Map<string, Source>();
  /** Documents that Intray has filed away, by their current path. */
  readonly filedAway = new Map<string, Uint8Array>();
  /** Every content that was ever in a folder, by hash. */
  readonly contents = new Map<string, Uint8Array>();
  /** Files that were left alone and that a person wants sent after all. */
  readonly wanted = new Set<string>();
  /** Ids of documents whose results were dropped from the ledger at some time. */
  readonly resultsDropped = new Set<number>();
  /** Contents of files that have gone back to an earlier step at some time. */
  readonly takenBack = new Set<string>();
  /** By file, in which life of the process it has got the verdict that it has, and has come to it. */
  readonly judgedIn = new Map<number, { readonly verdict: number; readonly came: number }>();
  /** Folders that another Intray watches, since when (elapsed ms), and nobody has decided. */
  readonly othersSince = new Map<string, number>();
  readonly #claims = new Map<string, Claim>();
  readonly #everClaimed = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #takenAlong = new Set<string>();
  /** How often a person had a content sent again, by route and hash. */
  readonly #sentAgain = new Map<string, number>();
  /** The category that somebody has chosen for a file at the service; undefined: they have tried, and nobody knows. */
  readonly #chosen = new Map<string, string | undefined>();
  readonly #asked = new Set<string>();
  readonly #clock: VirtualClock;
  /** How many times a document was put into a folder. */
  dropped = 0;

  readonly #isWatched: (path: string) => boolean;

  /** @param isWatched whether Intray has ever started to watch this path's folder */
  constructor(clock: VirtualClock, isWatched: (path: string) => boolean) {
    this.#clock = clock;
    this.#isWatched = isWatched;
  }

  put(path: string, bytes: Uint8Array, existing: Source['existing'] = 'no'): void {
    // Nobody looks for new documents where Intray files them away to.
    if (this.filedAway.has(path)) this.filedAway.set(path, bytes);
    else this.sources.set(path, { bytes, existing: existing === 'no' && !this.#isWatched(path) ? 'perhaps' : existing });
    this.contents.set(sha256(bytes), bytes);
    this.dropped += 1;
  }

  rename(from: string, to: string): void {
    const source = this.takeAway(from);
    if (source !== undefined) this.sources.set(to, source);
  }

  /** The document may come back, here or elsewhere: also one that Intray has filed away. */
  takeAway(path: string): Source | undefined {
    const filed = this.filedAway.get(path);
    const source = this.sources.get(path) ?? (filed && { bytes: filed, existing: 'perhaps' });
    this.sources.delete(path);
    this.filedAway.delete(path);
    return source && { ...source, existing: source.existing === 'no' ? 'no' : 'perhaps' };
  }

  /** Its time no longer tells whether it came while Intray was watching. */
  timeMisleads(path: string): void {
    const source = this.sources.get(path);
    if (source !== undefined) this.sources.set(path, { ...source, existing: 'perhaps' });
  }

  /** Intray has moved a file with these bytes. Somebody may have put another one in its place, between its new name and its old one. */
  filed(from: string, to: string, bytes: Uint8Array): void {
    const known = this.sources.get(from)?.bytes ?? this.filedAway.get(from);
    if (known === undefined) return;
    if (sha256(known) === sha256(bytes)) {
      this.sources.delete(from);
      this.filedAway.delete(from);
    }
    if (to.includes('/Processed/')) this.filedAway.set(to, bytes);
    else this.sources.set(to, { bytes, existing: 'no' });
  }

  /** A person wrote this into an output or where one would be, or removed one. */
  claim(path: string, bytes: Uint8Array | undefined): void {
    this.#claims.set(path, { bytes, at: this.#clock.elapsed });
    this.#everClaimed.add(path);
  }

  /** A person removed an output that was known to be on disk. */
  take(path: string): void {
    this.claim(path, undefined);
    this.#taken.add(path);
  }

  /** Intray wrote there. */
  unclaim(path: string): void {
    this.#claims.delete(path);
    this.#taken.delete(path);
  }

  /** Whether a person has taken what was there, long enough ago that nobody may write it again unasked. */
  hasTaken(path: string): boolean {
    const claim = this.#claims.get(path);
    return claim !== undefined && this.#taken.has(path) && this.#clock.elapsed - claim.at > graceMs;
  }

  /** A person has renamed a JSON, or what it lies in, together with its source. */
  takeAlong(from: string, to: string): void {
    this.#takenAlong.add(to);
    this.moveClaim(from, to);
  }

  wasTakenAlong(path: string): boolean {
    return this.#takenAlong.has(path);
  }

  moveClaim(from: string, to: string): void {
    const claim = this.#claims.get(from);
    if (this.#everClaimed.has(from)) this.#everClaimed.add(to);
    if (claim === undefined) return;
    this.#claims.delete(from);
    this.#claims.set(to, claim);
  }

  /** Whether a person ever changed what is or was at this path. */
  wasClaimed(path: string): boolean {
    return this.#everClaimed.has(path);
  }

  /** Whether a person ever changed a file of this name, in whatever directory. */
  wasNameClaimed(name: string): boolean {
    return [...this.#everClaimed].some((path) => nameOf(path) === name);
  }

  /** Whether a person's own bytes have been there long enough that nobody may overwrite them. */
  owns(path: string, bytes: Uint8Array | undefined): boolean {
    const claim = this.#claims.get(path);
    return claim?.bytes !== undefined && claim.bytes === bytes && this.#clock.elapsed - claim.at > graceMs;
  }

  chooses(fileId: string): void {
    this.#chosen.set(fileId, undefined);
  }

  hasChosen(fileId: string, category: string): void {
    this.#chosen.set(fileId, category);
  }

  /** On the command line: nobody is told which wish was the last that the service took. */
  asksFor(fileId: string): void {
    this.#asked.add(fileId);
  }

  chosen(fileId: string): string | undefined {
    return this.#asked.has(fileId) ? undefined : this.#chosen.get(fileId);
  }

  sendAgain(route: Route, hash: string): void {
    const key = `${routeKey(route)} ${hash}`;
    this.#sentAgain.set(key, (this.#sentAgain.get(key) ?? 0) + 1);
  }

  timesSentAgain(route: string, hash: string): number {
    return this.#sentAgain.get(`${route} ${hash}`) ?? 0;
  }
}
