import { createHash } from 'node:crypto';

/** A name for a key, by which machines know whether they have the same one. The key cannot be found from it. */
export function keyNameOf(key: string): string {
  return createHash('sha256').update(`the name of an Intray key\n${key}`).digest('base64url').slice(0, 16);
}
