import { randomBytes } from 'node:crypto';
import type { UploadFile } from './service.ts';

/**
 * The frame of a multipart/form-data body (RFC 7578): everything but the files' own bytes. It is composed before anything
 * is sent, so that the Content-Length is known. `upload-body.ts` streams it.
 */
export interface MultipartForm {
  /** The header's value, with the boundary. */
  readonly contentType: string;
  /** Bytes of the whole body. */
  readonly contentLength: number;
  /** The text fields, each with its boundary before it. May be empty. */
  readonly fields: Buffer;
  /** Each file, with the boundary and headers that precede its bytes. */
  readonly files: readonly { readonly file: UploadFile; readonly head: Buffer }[];
  /** The line break after the last part, and the closing boundary. Until it is out, the request is not whole. */
  readonly closing: Buffer;
}

/**
 * Composes a form.
 *
 * @param fields text fields, in order: name and value
 * @param files each becomes a part named `files`
 * @param boundary random, unless a test needs to know it
 */
export function composeForm(
  fields: readonly (readonly [name: string, value: string])[],
  files: readonly UploadFile[],
  boundary = `intray-${randomBytes(24).toString('hex')}`,
): MultipartForm {
  let start = `--${boundary}\r\n`;
  const head = (headers: string) => {
    const bytes = Buffer.from(`${start}${headers}\r\n\r\n`);
    start = `\r\n--${boundary}\r\n`;
    return bytes;
  };
  const fieldBytes = fields.flatMap(([name, value]) => [
    head(`Content-Disposition: form-data; name="${escapeName(name)}"`),
    Buffer.from(value),
  ]);
  const fileParts = files.map((file) => ({ file, head: head(fileHeaders(file)) }));
  const closing = Buffer.from(`${fields.length + files.length === 0 ? '' : '\r\n'}--${boundary}--\r\n`);
  const fieldsJoined = Buffer.concat(fieldBytes);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: fileParts.reduce((sum, part) => sum + part.head.length + part.file.size, fieldsJoined.length + closing.length),
    fields: fieldsJoined,
    files: fileParts,
    closing,
  };
}

function fileHeaders(file: UploadFile): string {
  const type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(file.contentType) ? file.contentType : 'application/octet-stream';
  return `Content-Disposition: form-data; name="files"; filename="${escapeName(file.fileName)}"\r\nContent-Type: ${type}`;
}

/** Names are UTF-8. The three characters that would end them are escaped as browsers do (HTML, multipart/form-data). */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
