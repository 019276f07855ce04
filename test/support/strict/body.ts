/** Reads request bodies, byte by byte, and keeps of files only what identifies them: memory stays flat. */

import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { assertNever } from '../../../electron/core/result.ts';
import { boundaryOf, createMultipartReader } from './multipart.ts';

export interface ReceivedFile {
  readonly fileName: string;
  /** In bytes. */
  readonly size: number;
  /** Of the content, hex. */
  readonly sha256: string;
}

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** The parts named `files`, in order. */
  readonly files: readonly ReceivedFile[];
}

/** A body, or the first thing that is wrong with it. `cut`: the sender took the request back before it was whole. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly form: Form }
  | { readonly kind: 'wrong'; readonly problem: string; readonly status: 400 | 413 }
  | { readonly kind: 'cut' };

/** 25 MB, read as generously as it can be. */
export const fileLimit = 25 * 1024 * 1024;
const fieldLimit = 1024 * 1024;
/** How much of a file is kept, to look at what it begins with. */
const startLength = 1032;

/** What a file of a declared type begins with, in hex; a type that is not listed is taken as it is. */
const beginnings: Readonly<Record<string, string>> = {
  'application/pdf': '255044462d',
  'image/png': '89504e470d0a1a0a',
  'image/jpeg': 'ffd8ff',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '504b0304',
};

/** What is wrong with the way the headers announce a body; undefined if nothing is. */
export function framingProblem(request: IncomingMessage, wanted: 'none' | 'json' | 'form' | 'any'): string | undefined {
  const {
    'content-length': length,
    'transfer-encoding': encoding,
    'content-type': type,
    'content-encoding': packing,
  } = request.headers;
  if (encoding !== undefined) return `Transfer-Encoding: ${encoding} where a Content-Length belongs`;
  if (packing !== undefined) return `Content-Encoding: ${packing}, which is not described`;
  if (length !== undefined && !/^\d+$/.test(length)) return `the Content-Length is ${length}`;
  switch (wanted) {
    case 'any':
      return undefined;
    case 'none':
      if (length !== undefined && length !== '0') return `a body of ${length} bytes where none is described`;
      return type === undefined ? undefined : `the content type ${type} without a body`;
    case 'json':
      if (length === undefined) return 'no Content-Length';
      return /^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(type ?? '')
        ? undefined
        : `the content type is ${type}, not application/json`;
    case 'form':
      return length === undefined ? 'no Content-Length' : undefined;
    default:
      return assertNever(wanted);
  }
}

/** Reads the body to its end, whatever is wrong with it. Never rejects. */
export async function readBody(request: IncomingMessage, wanted: 'none' | 'json' | 'form' | 'any'): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  const announced = wanted === 'form' ? boundaryOf(type) : undefined;
  if (announced !== undefined && 'boundary' in announced) return readForm(request, announced.boundary);
  const chunks: Buffer[] = [];
  const whole = await drain(request, (bytes) => {
    if (wanted === 'json') chunks.push(bytes);
  });
  if (!whole) return { kind: 'cut' };
  if (announced !== undefined) return wrong(announced.problem);
  if (wanted !== 'json') return { kind: 'none' };
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)));
    return { kind: 'json', value };
  } catch (error) {
    return wrong(`the body is not JSON: ${String(error)}`);
  }
}

/** @returns false if the connection ended before the Content-Length was reached */
function drain(request: IncomingMessage, onData: (bytes: Buffer) => void): Promise<boolean> {
  return new Promise((resolve) => {
    request.on('data', onData);
    request.on('end', () => resolve(request.complete));
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(request.complete));
  });
}

function wrong(problem: string, status: 400 | 413 = 400): Body {
  return { kind: 'wrong', problem, status };
}

interface OpenPart {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly hash: Hash;
  size: number;
  start: Buffer;
  readonly chunks: Buffer[];
}

async function readForm(request: IncomingMessage, boundary: string): Promise<Body> {
  const fields = new Map<string, string>();
  const files: ReceivedFile[] = [];
  let first: Body | undefined;
  let part: OpenPart | undefined;
  const reader = createMultipartReader(boundary, {
    onPart(head) {
      part = { ...head, hash: createHash('sha256'), size: 0, start: Buffer.alloc(0), chunks: [] };
    },
    onData(bytes) {
      if (part === undefined) return;
      part.size += bytes.length;
      if (part.fileName === undefined) {
        if (part.size <= fieldLimit) part.chunks.push(Buffer.from(bytes));
        return;
      }
      if (part.start.length < startLength) part.start = Buffer.concat([part.start, bytes.subarray(0, startLength)]);
      part.hash.update(bytes);
    },
    onPartEnd() {
      if (part === undefined) return;
      const { fileName, name, size } = part;
      const problem = fileName === undefined ? fieldProblem(part, fields) : fileProblem(part, fileName, files);
      if (problem !== undefined) first ??= wrong(problem.problem, problem.status);
      else if (fileName === undefined) fields.set(name, Buffer.concat(part.chunks).toString('utf8'));
      else files.push({ fileName, size, sha256: part.hash.digest('hex') });
      part = undefined;
    },
  });
  const whole = await drain(request, (bytes) => reader.write(bytes));
  if (!whole) return { kind: 'cut' };
  const [problem] = reader.end();
  if (problem !== undefined) return wrong(problem);
  return first ?? { kind: 'form', form: { fields, files } };
}

type Problem = { readonly problem: string; readonly status: 400 | 413 } | undefined;

function fieldProblem(part: OpenPart, fields: ReadonlyMap<string, string>): Problem {
  const bad = (problem: string): Problem => ({ problem, status: 400 });
  if (part.name === 'files') return bad('a part named files has no file name');
  if (fields.has(part.name)) return bad(`the part ${part.name} is there twice`);
  if (part.size > fieldLimit) return bad(`the part ${part.name} has ${part.size} bytes`);
  if (part.contentType !== undefined && !/^(text\/plain|application\/json)(\s*;\s*charset="?utf-8"?)?$/i.test(part.contentType)) {
    return bad(`the part ${part.name} is of type ${part.contentType}`);
  }
  return undefined;
}

function fileProblem(part: OpenPart, fileName: string, files: readonly ReceivedFile[]): Problem {
  const bad = (problem: string, status: 400 | 413 = 400): Problem => ({ problem, status });
  const { contentType, size } = part;
  const shown = JSON.stringify(fileName);
  if (part.name !== 'files') return bad(`the file ${shown} is in a part named ${part.name}, not files`);
  if (fileName === '' || fileName.includes('/')) return bad(`the file name ${shown} is none`);
  if (contentType === undefined) return bad(`the file ${shown} has no content type, which means plain text`);
  if (!isBeginningOf(contentType.toLowerCase(), part.start)) {
    return bad(`the file ${shown} is called ${contentType} and is something else`);
  }
  if (size === 0) return bad(`the file ${shown} is empty`);
  const plain = (name: string): string => name.normalize('NFC').toLowerCase();
  if (files.some((other) => plain(other.fileName) === plain(fileName)))
    return bad(`two files of one request are called ${shown}`);
  return size > fileLimit ? bad(`the file ${shown} has ${size} bytes; the limit is 25 MB`, 413) : undefined;
}

/** Before the header of a PDF there may be other bytes: its readers look for it in the first 1,024. */
function isBeginningOf(contentType: string, start: Buffer): boolean {
  const beginning = beginnings[contentType];
  if (beginning === undefined) return true;
  const at = start.indexOf(beginning, 0, 'hex');
  return contentType === 'application/pdf' ? at >= 0 && at < 1024 : at === 0;
}
