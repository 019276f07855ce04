import { createHash } from 'node:crypto';
import type { JsonOutput } from '../../core/document/document.ts';
import type { World } from '../ports.ts';

/** Whether the machine has died since a JSON was created without waiting for the disk. */
export function mayBeLost({ files }: Pick<World, 'files'>, { path, boot }: JsonOutput): boolean {
  return boot !== undefined && boot !== files.boot?.(path);
}

/** Of what was written, or was about to be, and of what that was about to replace. */
export function ourHashes({ hash, was }: JsonOutput): readonly string[] {
  return [hash, ...(was === undefined || was === '' ? [] : [was])];
}

/** How every JSON of ours begins. */
const beginning = '{\n  "intray": ';

/**
 * Whether this is what is left of a JSON of ours that was not on disk yet when the machine died: nothing, its beginning, or
 * either with zeros after it. What a person has put in its place is none of that.
 *
 * @param hash of the JSON, hex: one that lacks nothing but its last line break can be read
 */
export function isTorn(bytes: Uint8Array, hash?: string): boolean {
  if (hash !== undefined && createHash('sha256').update(bytes).update('\n').digest('hex') === hash) return true;
  const zero = bytes.indexOf(0);
  if (zero >= 0 && bytes.subarray(zero).some((byte) => byte !== 0)) return false;
  const text = new TextDecoder().decode(zero < 0 ? bytes : bytes.subarray(0, zero));
  if (text.length <= beginning.length) return beginning.startsWith(text);
  return text.startsWith(beginning) && (zero >= 0 || !isWhole(text));
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
