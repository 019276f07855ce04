import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { errorText } from '../../core/plain-data.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import { errors, ServiceError } from '../errors.ts';
import type { UploadedFile } from '../work.ts';

/** A multipart form, read to its end. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** Those of the form field `files`, in order. */
  readonly files: readonly UploadedFile[];
}

/**
 * Reads a form to its closing boundary. A form that ends earlier is a 400, and nothing in it may be used. The first problem is
 * thrown only when everything has been read, so that the caller can finish sending and see the answer.
 * @param names the documented text fields
 */
export async function readForm(request: FastifyRequest, names: readonly string[]): Promise<Form> {
  if (!request.isMultipart()) throw errors.badRequest('Content-Type must be multipart/form-data.');
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  let problem: ServiceError | undefined;
  try {
    for await (const part of request.parts()) {
      if (problem !== undefined) {
        if (part.type === 'file') part.file.resume();
        continue;
      }
      if (part.type === 'file') {
        const file = await readFile(part);
        if (file instanceof ServiceError) problem = file;
        else files.push(file);
      } else if (part.valueTruncated) problem = errors.badRequest(`${part.fieldname}: is too long.`);
      else if (part.fieldname === 'files') problem = errors.badRequest('files: must be files with a file name.');
      else if (!names.includes(part.fieldname)) problem = errors.badRequest(`There is no form field "${part.fieldname}" here.`);
      else if (fields.has(part.fieldname)) problem = errors.badRequest(`${part.fieldname}: must be given once.`);
      else fields.set(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
    }
  } catch (error) {
    throw errors.badRequest(`The form could not be read whole, and nothing was taken: ${errorText(error).replace(/\.$/, '')}.`);
  }
  if (problem !== undefined) throw problem;
  return { fields, files };
}

/** The files of a form, which needs at least one. */
export function requireFiles({ files }: Form): readonly UploadedFile[] {
  if (files.length === 0) throw errors.badRequest('files: at least one file is required.');
  return files;
}

export function requireField({ fields }: Form, name: string): string {
  const value = fields.get(name);
  if (value === undefined) throw errors.badRequest(`${name}: is required.`);
  return value;
}

async function readFile(part: MultipartFile): Promise<UploadedFile | ServiceError> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) if (!part.file.truncated) chunks.push(chunk);
  const fileName = fileNameOf(part.filename);
  if (part.fieldname !== 'files') return errors.badRequest(`Files belong into the form field "files", not "${part.fieldname}".`);
  if (fileName === '') return errors.badRequest('files: each file needs a file name.');
  if (part.file.truncated) return errors.fileTooLarge(fileName);
  const bytes = Buffer.concat(chunks);
  return { fileName, bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Without folders. Forms escape quotes and line ends in a name as %22, %0D and %0A (HTML, multipart/form-data). */
function fileNameOf(name: string | undefined): string {
  const unescaped = (name ?? '').replaceAll(/%22|%0D|%0A/gi, decodeURIComponent);
  return unescaped.slice(unescaped.lastIndexOf('/') + 1);
}

/** Options of `@fastify/multipart`: one byte over the limit is noticed, and no more of a file is kept. */
export const multipartOptions = {
  throwFileSizeLimit: false,
  preservePath: true,
  limits: { fileSize: maxFileBytes, parts: Number.POSITIVE_INFINITY },
} as const;
