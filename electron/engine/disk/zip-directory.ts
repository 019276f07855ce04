/** Up to `length` bytes from `position`; fewer only where the file ends. */
type Read = (position: number, length: number) => Promise<Uint8Array>;

/**
 * `names`: of the parts that a ZIP lists, the first of them if they are many. `missing`: its list is not there, or points past the end.
 * `damaged`: something else is where it should be.
 */
type ZipDirectory =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged' };

const endRecordLength = 22;
/** A comment of up to 64 KB may follow the end record. */
const maxTail = endRecordLength + 65_535;
/** In this field, the real value is in the record of a ZIP of more than 4 GB or 65,535 entries, or of a writer that was not sure. */
const inZip64 = 0xffffffff;
/** Bytes of the list that are read. */
const maxLength = 1024 * 1024;

/** Reads the list of parts at the end of a ZIP, which alone tells what is in it: what is written before each part may be left open. */
export async function zipDirectory(read: Read, size: number): Promise<ZipDirectory> {
  const start = Math.max(0, size - maxTail);
  const tail = bufferOf(await read(start, maxTail));
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || tail.length - end < endRecordLength) return { kind: 'missing' };
  let length = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  let listEnd = start + end;
  if (offset === inZip64 || length === inZip64) {
    const at = end < 20 ? 0 : Number(tail.readBigUInt64LE(end - 12));
    const large = bufferOf(await read(Math.min(at, size), 56));
    if (large.toString('latin1', 0, 4) !== 'PK\x06\x06' || large.length < 56) return { kind: 'damaged' };
    length = Number(large.readBigUInt64LE(40));
    offset = Number(large.readBigUInt64LE(48));
    listEnd = at;
  }
  if (offset + length > listEnd) return { kind: 'missing' };
  // Bytes before a ZIP shift its list, and every program that reads ZIPs allows for that.
  for (const position of [offset, listEnd - length]) {
    const list = bufferOf(await read(position, Math.min(length, maxLength)));
    const first = list.toString('latin1', 0, 4);
    if (first === 'PK\x01\x02') return { kind: 'names', names: namesIn(list) };
    if (first === '\0\0\0\0') return { kind: 'missing' };
  }
  return { kind: 'damaged' };
}

function namesIn(list: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 46 <= list.length && list.toString('latin1', at, at + 4) === 'PK\x01\x02'; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => list.readUInt16LE(at + field)) as [number, number, number];
    names.push(list.toString('utf8', at + 46, at + 46 + name).replaceAll('\\', '/'));
    at += 46 + name + extra + comment;
  }
  return names;
}

/** Whether these are the parts of an Office document, of whichever program. */
export function isOfficePackage(names: readonly string[]): boolean {
  return names.some((name) => /^\/?\[content_types\]\.xml$/i.test(name));
}

/** Whether these are the parts of a Word document. */
export function isWordPackage(names: readonly string[]): boolean {
  return isOfficePackage(names) && names.some((name) => /^\/?word\//i.test(name));
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
