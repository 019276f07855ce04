import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';

/** Asks for answers as they are. Something in between may compress them all the same. */
export const plainAnswers = { 'accept-encoding': 'identity' } as const;

const decoders = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  raw: promisify(inflateRaw),
};

/**
 * The text of a body that came with this Content-Encoding: gzip, deflate or br, or several of them. What is cut off gives as much
 * as can be read; what is not encoded as it says, or in another way, stays as it is. A byte order mark is left out.
 *
 * @param limit bytes of the body once it is decoded
 * @returns undefined if it holds more
 */
export async function decodedText(body: Buffer, encoding: string | undefined, limit: number): Promise<string | undefined> {
  let bytes = body;
  for (const name of (encoding ?? '').toLowerCase().split(',').reverse()) {
    const decode = decoderOf(name.trim(), bytes);
    if (decode === undefined || bytes.length === 0) continue;
    const flush = decode === decoders.br ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
    try {
      bytes = await decode(bytes, { maxOutputLength: limit, finishFlush: flush });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    }
  }
  return new TextDecoder().decode(bytes);
}

function decoderOf(encoding: string, [first = 0]: Buffer) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return decoders.gzip;
  if (encoding === 'br') return decoders.br;
  // Some send it without its header.
  if (encoding === 'deflate') return (first & 0x0f) === 8 ? decoders.deflate : decoders.raw;
  return undefined;
}
