const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/**
 * Bytes that a ZIP archive says it holds unpacked, by its directory: a small file may unpack to more than memory holds.
 * 0 where no directory is found.
 */
export function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === undefined) return 0;
  let sum = 0;
  let position = view.getUint32(end + 16, true);
  while (position + 46 <= view.byteLength && view.getUint32(position, true) === entrySignature) {
    sum += view.getUint32(position + 24, true);
    position +=
      46 + view.getUint16(position + 28, true) + view.getUint16(position + 30, true) + view.getUint16(position + 32, true);
  }
  return sum;
}

/** The record at the archive's end; a comment of up to 64 KiB may follow it. */
function endOfDirectory(view: DataView): number | undefined {
  for (let position = view.byteLength - 22; position >= 0 && position > view.byteLength - 22 - 0xffff; position -= 1) {
    if (view.getUint32(position, true) === endSignature) return position;
  }
  return undefined;
}
