import type { Content } from './inside/engine.ts';

/** The bytes of a file that is written piece by piece. */
export async function wholeContent(content: Content): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
