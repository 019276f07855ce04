import { type Route, routeKey } from '../../electron/core/protocol/route.ts';
import { sha256 } from './memory-disk.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A document that somebody has put into a folder. */
export interface Source {
  readonly bytes: Uint8Array;
  /** It was there before Intray ever started: and it was not touched since, or `perhaps` Intray can tell that it was. */
  readonly existing: 'yes' | 'perhaps' | 'no';
}

/** What a person did to what Intray writes, or where it would write. */
interface Claim {
  /** Undefined: taken away. */
  readonly bytes: Uint8Array | undefined;
  readonly at: number;
}

/** Nobody can tell in time of what was changed so recently (ms). */
const graceMs = 100;

/** What belongs to people: their documents, and what they made of Intray's outputs. */
export class Belongings {
  /** Documents that should be in the folders, by path. */
  readonly sources = new Map<string, Source>();
  /** Documents that Intray has filed away, by where they are now. */
  readonly filedAway = new Map<string, Uint8Array>();
  /** Every content that ever was in a folder, by hash. */
  readonly contents = new Map<string, Uint8Array>();
  readonly #claims = new Map<string, Claim>();
  readonly #everClaimed = new Set<string>();
  /** How often a person has had a content sent again, by route and hash. */
  readonly #sentAgain = new Map<string, number>();
  readonly #clock: VirtualClock;
  /** Times that a document was put into a folder. */
  dropped = 0;

  readonly #isWatched: (path: string) => boolean;

  /** @param isWatched whether Intray has ever begun to watch the folder of this path */
  constructor(clock: VirtualClock, isWatched: (path: string) => boolean) {
    this.#clock = clock;
    this.#isWatched = isWatched;
  }

  put(path: string, bytes: Uint8Array, existing: Source['existing'] = 'no'): void {
    this.sources.set(path, { bytes, existing: existing === 'no' && !this.#isWatched(path) ? 'perhaps' : existing });
    this.contents.set(sha256(bytes), bytes);
    this.dropped += 1;
  }

  rename(from: string, to: string): void {
    const source = this.takeAway(from);
    if (source !== undefined) this.sources.set(to, source);
  }

  /** It may come back, here or elsewhere. */
  takeAway(path: string): Source | undefined {
    const source = this.sources.get(path);
    this.sources.delete(path);
    return source && { ...source, existing: source.existing === 'no' ? 'no' : 'perhaps' };
  }

  /** Intray has moved a file. */
  filed(from: string, to: string): void {
    const source = this.sources.get(from);
    if (source === undefined) return;
    this.sources.delete(from);
    this.filedAway.set(to, source.bytes);
  }

  /** A person has written this into an output, or where one would be; or has taken one away. */
  claim(path: string, bytes: Uint8Array | undefined): void {
    this.#claims.set(path, { bytes, at: this.#clock.elapsed });
    this.#everClaimed.add(path);
  }

  /** Intray has written there. */
  unclaim(path: string): void {
    this.#claims.delete(path);
  }

  moveClaim(from: string, to: string): void {
    const claim = this.#claims.get(from);
    if (this.#everClaimed.has(from)) this.#everClaimed.add(to);
    if (claim === undefined) return;
    this.#claims.delete(from);
    this.#claims.set(to, claim);
  }

  /** Whether a person has ever had a hand in what is, or was, at this path. */
  wasClaimed(path: string): boolean {
    return this.#everClaimed.has(path);
  }

  /** Whether a person's own bytes are there, and for long enough that nobody may write over them. */
  owns(path: string, bytes: Uint8Array | undefined): boolean {
    const claim = this.#claims.get(path);
    return claim?.bytes !== undefined && claim.bytes === bytes && this.#clock.elapsed - claim.at > graceMs;
  }

  sendAgain(route: Route, hash: string): void {
    const key = `${routeKey(route)} ${hash}`;
    this.#sentAgain.set(key, (this.#sentAgain.get(key) ?? 0) + 1);
  }

  timesSentAgain(route: string, hash: string): number {
    return this.#sentAgain.get(`${route} ${hash}`) ?? 0;
  }
}
