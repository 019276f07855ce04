/**
 * The people and the scanner at a folder, for hours: documents of all kinds come at a steady rate, some of them copies,
 * some changed after they were delivered, some taken away at once, some in a subfolder of their own. What is delivered
 * is moved away, so that the folder holds no more at the end than at the beginning.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileTypes, makeBytes } from '../support/make-files.ts';

interface Item {
  readonly path: string;
  bytes: Buffer;
  change: boolean;
  /** When its result was first seen, in ms. */
  deliveredAt?: number;
}

/** What is delivered stays so long, in ms: its row is written after its JSON. */
const stays = 3_000;

export class Office {
  readonly #folder: string;
  readonly #away: string;
  #items: Item[] = [];
  #count = 0;
  /** Subfolders with nothing to do in them any more. */
  readonly #leaving = new Set<string>();
  /** Files that were put into the folder, and results that were seen beside them. */
  dropped = 0;
  delivered = 0;
  copied = 0;
  changed = 0;
  takenAway = 0;

  /** @param away a directory on the same file system, for what is done with */
  constructor(folder: string, away: string) {
    this.#folder = folder;
    this.#away = away;
  }

  /** Paths of files whose result has not been seen yet. */
  get waiting(): string[] {
    return this.#items.flatMap(({ path, deliveredAt }) => (deliveredAt === undefined ? [path] : []));
  }

  /** The next document comes. */
  drop(): void {
    const count = this.#count++;
    const type = fileTypes[count % fileTypes.length] ?? 'pdf';
    const isTakenAway = count % 17 === 11;
    const directory = count % 60 === 7 && !isTakenAway ? `day ${count}/` : '';
    const path = join(this.#folder, `${directory}scan ${count}.${type}`);
    const original = count % 9 === 4 ? this.#items.findLast((item) => item.path.endsWith(type)) : undefined;
    if (original !== undefined) this.copied += 1;
    const bytes = original?.bytes ?? contentOf(type, count);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    this.dropped += 1;
    if (isTakenAway) {
      setTimeout(() => rmSync(path, { force: true }), 150);
      this.takenAway += 1;
      return;
    }
    this.#items.push({ path, bytes, change: count % 13 === 5 });
  }

  /** Looks for results; what is done is changed or moved away. */
  tidy(now: number): void {
    for (const item of this.#items) {
      if (item.deliveredAt !== undefined || !hasOwnResult(item)) continue;
      item.deliveredAt = now;
      this.delivered += 1;
    }
    this.#items = this.#items.filter((item) => {
      if (item.deliveredAt === undefined || now < item.deliveredAt + stays || this.#isCopied(item)) return true;
      if (item.change) {
        item.bytes = Buffer.concat([item.bytes.subarray(0, -1), Buffer.from(`\n% changed ${this.#count}\n%%EOF\n`)]);
        if (!item.path.endsWith('.pdf')) item.bytes = contentOf(item.path.slice(item.path.lastIndexOf('.') + 1), this.#count++);
        writeFileSync(item.path, item.bytes);
        item.change = false;
        delete item.deliveredAt;
        this.changed += 1;
        return true;
      }
      this.#moveAway(item.path);
      this.#moveAway(`${item.path}.json`);
      if (dirname(item.path) !== this.#folder) this.#leaving.add(dirname(item.path));
      return false;
    });
    for (const directory of this.#leaving) {
      // Intray may be trying at this moment whether it could write there.
      if (readdirSync(directory).length > 0) continue;
      rmdirSync(directory);
      this.#leaving.delete(directory);
    }
  }

  /** One that goes before its copy was looked at is one that was renamed: the copy would get no result of its own. */
  #isCopied(item: Item): boolean {
    return this.#items.some((other) => other !== item && other.bytes === item.bytes && other.deliveredAt === undefined);
  }

  #moveAway(path: string): void {
    const to = join(this.#away, 'done');
    renameSync(path, to);
    rmSync(to);
  }
}

function contentOf(type: string, count: number): Buffer {
  const known = fileTypes.find((each) => each === type) ?? 'pdf';
  const bytes = makeBytes(known, `document ${count}`);
  if (known !== 'pdf') return bytes;
  // A scan of some size: a comment before the end, as long as a picture.
  const noise = Buffer.from(`% ${'scan '.repeat(count % 40 === 0 ? 400_000 : 10_000)}\n`);
  const end = bytes.lastIndexOf('%%EOF');
  return Buffer.concat([bytes.subarray(0, end), noise, bytes.subarray(end)]);
}

function hasOwnResult({ path, bytes }: Item): boolean {
  const result = `${path}.json`;
  if (!existsSync(result)) return false;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return readFileSync(result, 'utf8').includes(`RE-${hash.slice(0, 16)}`);
}
