import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The stream that compresses workbooks, without a thread of its own: what it takes would depend on the machine, and no seed could be
 * played again.
 */
class InstantCompression {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  constructor() {
    const pieces: Uint8Array[] = [];
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece) => void pieces.push(piece),
      flush: (controller) => controller.enqueue(deflateRawSync(Buffer.concat(pieces), { level: 1 })),
    });
    this.readable = readable;
    this.writable = writable;
  }
}

/** @returns what puts the real one back */
export function compressInstantly(): () => void {
  const { CompressionStream } = globalThis;
  Object.assign(globalThis, { CompressionStream: InstantCompression });
  return () => void Object.assign(globalThis, { CompressionStream });
}

const sheetName = Buffer.from('xl/worksheets/sheet1.xml');

/** The rows of a workbook below its heading, each as XML. */
export function rowsInWorkbook(bytes: Uint8Array): readonly string[] {
  const at = Buffer.from(bytes).indexOf(sheetName);
  if (at < 0) return [];
  const xml = inflateRawSync(bytes.subarray(at + sheetName.length)).toString();
  return xml.split('<row ').slice(2);
}
