import transliterate from '@sindresorhus/transliterate';
import type { Meter } from '../account/budget.ts';
import { fileNameOf } from '../document/document.ts';
import type { Route } from '../protocol/route.ts';
import { maxFilesPerClassificationBatch } from '../protocol/service-shapes.ts';

/** What composing needs to know of a document that is ready to be sent. */
export interface Candidate {
  readonly id: number;
  readonly folderId: number;
  /** The name that it goes out under. */
  readonly fileName: string;
  readonly size: number;
  /** Documents of one cohort go together and with no other: the halves of a batch that was refused. */
  readonly cohort?: string | undefined;
  /** Since when it is ready, ms since the epoch. */
  readonly readySince: number;
  /** What budgets count it as; none if a person wants it sent whatever they say. */
  readonly pages: number;
}

export interface BatchLimits {
  readonly files: number;
  readonly bytes: number;
  /** Takes pages from the budgets; false if those do not leave as many. */
  readonly meter?: Pick<Meter, 'takes'> | undefined;
}

/** The most files in one request: the service's limit for classifications, Intray's (and the folder's) for extractions. */
export function filesPerBatch(route: Route, extractionBatch: number, folderLimit: number | undefined): number {
  const max = folderLimit ?? (route.kind === 'classification' ? maxFilesPerClassificationBatch : extractionBatch);
  return Math.min(max, maxFilesPerClassificationBatch);
}

/** Two names count as the same if a service, a disk or a person may confuse them. */
export function comparableName(fileName: string): string {
  // Converting there and back folds what lower case alone keeps apart (ß and SS, the two small sigmas).
  return fileName.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * What is left of a name however a service spells it: percent-encoded, as UTF-8 read as Latin-1, with accents apart or gone,
 * with underscores for spaces, without quotation marks.
 */
export function plainName(fileName: string): string {
  let decoded = decodedPercents(fileName);
  // Else these characters cannot be bytes of UTF-8 that are more than ASCII.
  if (!/[\u0100-\uffff]/.test(decoded) && /[\u0080-\u00ff]/.test(decoded)) {
    const percents = [...decoded].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    const text = decodedPercents(percents);
    if (text !== percents) decoded = text;
  }
  return comparableName(decoded.normalize('NFKD').replace(/[\p{M}\s_+"']/gu, ''));
}

/** Whether a service may have made one name of the other: it drops, adds or replaces characters, and keeps the order of the rest. */
export function mayBeSpelled(sent: string, answered: string): boolean {
  const [one, other] = [lettersOf(sent), lettersOf(answered)];
  return isWithin(one, other) || isWithin(other, one);
}

function lettersOf(fileName: string): string {
  return plainName(fileName).replace(/[^a-z0-9]/g, '');
}

/** Whether all characters of a text are in another, in their order. */
function isWithin(text: string, other: string): boolean {
  let next = 0;
  for (const character of other) if (character === text[next]) next += 1;
  return next === text.length;
}

function decodedPercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The next batch of one route: at most `limits.files` and `limits.bytes` (a single file may exceed the bytes), no two
 * names equal by `plainName`, one cohort. Folders take turns in the order of `queues`, so that a bulk drop in
 * one does not starve another; what the budgets do not leave pages for is passed over. `full`: nothing more would fit, so
 * there is nothing to wait for.
 *
 * @param queues one array of candidates for each folder, oldest first
 */
export function composeBatch(
  queues: readonly (readonly Candidate[])[],
  limits: BatchLimits,
): { readonly chosen: readonly Candidate[]; readonly full: boolean } {
  const first = queues.find((queue) => queue.length > 0)?.[0];
  if (first === undefined) return { chosen: [], full: false };
  const cohort = first.cohort;
  const chosen: Candidate[] = [];
  const names = new Set<string>();
  let bytes = 0;
  let leftBehind = false;

  let turn = queues.map((queue) => queue.values());
  while (turn.length > 0 && chosen.length < limits.files) {
    const next: typeof turn = [];
    for (const iterator of turn) {
      if (chosen.length >= limits.files) break;
      let step = iterator.next();
      while (step.value !== undefined && step.value.cohort !== cohort) step = iterator.next();
      if (step.done) continue;
      next.push(iterator);
      const candidate = step.value;
      const name = plainName(candidate.fileName);
      const isFull = names.has(name) || (chosen.length > 0 && bytes + candidate.size > limits.bytes);
      if (isFull || limits.meter?.takes(candidate.folderId, candidate.pages) === false) {
        leftBehind = true;
        continue;
      }
      chosen.push(candidate);
      names.add(name);
      bytes += candidate.size;
    }
    turn = next;
  }
  const full = cohort !== undefined || leftBehind || chosen.length >= limits.files || bytes >= limits.bytes;
  return { chosen, full };
}

/** Both halves of a batch that was refused, each its own cohort; a document that stood alone is none. */
export function halve<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [];
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** How names go out on a route: `plain` ones as they are and others rewritten, or `hashed`, each with a part of its content's hash. */
export type Naming = 'plain' | 'hashed';

/** Read in the same way by everything: ASCII letters and digits, a few signs, single spaces inside. */
const plain = /^[\w.()+,=@!~[\]-]+(?: [\w.()+,=@!~[\]-]+)*$/;
/** Characters of a rewritten name, without its hash and its extension. */
const maxStem = 100;

/**
 * The name that a document goes out under (electron/service/README.md, "Batches and files"). The same document has the same
 * name each time, and two contents have different ones unless both are plain.
 *
 * @param hash SHA-256 of the content, hex
 */
export function sentNameOf(path: string, hash: string, naming: Naming): string {
  // The service knows a JPEG by the common endings only.
  const name = fileNameOf(path).replace(/\.(?:jpe|jfif)$/i, '.jpg');
  return naming === 'plain' && plain.test(name) ? name : rewritten(name, hash);
}

/** All names that a document may have gone out under. */
export function possibleNames(path: string, hash: string): string[] {
  return [path, ...(['plain', 'hashed'] as const).map((naming) => sentNameOf(path, hash, naming))];
}

function rewritten(name: string, hash: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z\d]{1,8})?$/is.exec(name) ?? [];
  const ascii = transliterate(stem)
    .replace(/[^\w.()+,=@!~[\]-]+/g, '_')
    .replace(/^[._]+|_+$/g, '');
  return `${ascii.slice(0, maxStem) || 'document'}_${tagOf(hash)}${extension}`;
}

/** Six characters of 0-9 and a-z: two of a million contents under one name have the same ones once in 4,000 times. */
function tagOf(hash: string): string {
  return (Number.parseInt(hash.slice(0, 12), 16) % 36 ** 6).toString(36).padStart(6, '0');
}

/** Whether a name was made for this content, and so can be no other's. */
export function carriesHash(sentAs: string, hash: string): boolean {
  return sentAs.replace(/\.[a-z\d]{1,8}$/i, '').endsWith(`_${tagOf(hash)}`);
}
