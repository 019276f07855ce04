/**
 * A reader of multipart/form-data that accepts what RFC 7578 describes and nothing looser: no preamble, CRLF only, known
 * headers only, and a closing boundary after which nothing comes. It looks at every byte once and keeps none of them.
 */
import { assertNever } from '../../../electron/core/result.ts';

/** What the header lines of a part say. */
export interface PartHead {
  readonly name: string;
  /** As the sender meant it: `%22`, `%0D` and `%0A` are read back as the HTML standard writes them. */
  readonly fileName?: string;
  readonly contentType?: string;
}

export interface PartSink {
  onPart(head: PartHead): void;
  onData(bytes: Buffer): void;
  onPartEnd(): void;
}

export interface MultipartReader {
  write(bytes: Buffer): void;
  /** After the last byte. @returns what is wrong with the body; empty if nothing is */
  end(): readonly string[];
}

type Place = 'first-boundary' | 'head' | 'body' | 'after-boundary' | 'closed' | 'broken';

const longestHead = 16 * 1024;

/**
 * The boundary of a Content-Type, or what is wrong with it.
 * `multipart/form-data; boundary=…`, 1 to 70 characters of RFC 2046, quoted or not.
 */
export function boundaryOf(contentType: string): { readonly boundary: string } | { readonly problem: string } {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]*)"|([^\s;"]+))$/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined)
    return { problem: `the content type is ${JSON.stringify(contentType)}, not multipart/form-data with a boundary` };
  if (!/^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/.test(boundary))
    return { problem: `the boundary ${JSON.stringify(boundary)} is none` };
  return { boundary };
}

export function createMultipartReader(boundary: string, sink: PartSink): MultipartReader {
  const opening = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const problems: string[] = [];
  let place: Place = 'first-boundary';
  let pending: Buffer = Buffer.alloc(0);

  const breakOff = (problem: string): void => {
    problems.push(problem);
    place = 'broken';
    pending = Buffer.alloc(0);
  };

  /** One step over `pending`; false when more bytes are needed. */
  const step = (): boolean => {
    switch (place) {
      case 'first-boundary':
        if (pending.length < opening.length) return false;
        if (!pending.subarray(0, opening.length).equals(opening)) breakOff('the body does not begin with its boundary');
        else {
          pending = pending.subarray(opening.length);
          place = 'after-boundary';
        }
        return true;
      case 'after-boundary': {
        if (pending.length < 2) return false;
        const next = pending.toString('latin1', 0, 2);
        if (next !== '\r\n' && next !== '--') breakOff('a boundary is followed by neither a line end nor two hyphens');
        else {
          pending = pending.subarray(2);
          place = next === '--' ? 'closed' : 'head';
        }
        return true;
      }
      case 'head': {
        const end = pending.indexOf('\r\n\r\n');
        if (end < 0) {
          if (pending.length <= longestHead) return false;
          breakOff('the head of a part does not end');
          return true;
        }
        const head = parseHead(pending.subarray(0, end));
        if ('problem' in head) breakOff(head.problem);
        else {
          pending = pending.subarray(end + 4);
          place = 'body';
          sink.onPart(head);
        }
        return true;
      }
      case 'body': {
        const end = pending.indexOf(delimiter);
        if (end < 0) {
          const safe = pending.length - delimiter.length + 1;
          if (safe > 0) {
            sink.onData(pending.subarray(0, safe));
            pending = pending.subarray(safe);
          }
          return false;
        }
        if (end > 0) sink.onData(pending.subarray(0, end));
        sink.onPartEnd();
        pending = pending.subarray(end + delimiter.length);
        place = 'after-boundary';
        return true;
      }
      case 'closed':
        if (pending.length > 2 || !'\r\n'.startsWith(pending.toString('latin1'))) breakOff('bytes follow the closing boundary');
        return false;
      case 'broken':
        pending = Buffer.alloc(0);
        return false;
      default:
        return assertNever(place);
    }
  };

  return {
    write(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      while (step());
    },
    end() {
      if (place !== 'closed' && place !== 'broken') problems.push('the closing boundary is missing');
      return problems;
    },
  };
}

/** The header lines of one part. Only Content-Disposition and Content-Type are described for form data. */
function parseHead(bytes: Buffer): PartHead | { readonly problem: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { problem: 'the head of a part is not UTF-8' };
  }
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const match = /^([A-Za-z-]+):[ \t]*(.*?)[ \t]*$/s.exec(line);
    const name = match?.[1]?.toLowerCase();
    if (name === undefined || match?.[2] === undefined)
      return { problem: `the part has a line that is no header: ${JSON.stringify(line)}` };
    if (/[\r\n\0]/.test(line)) return { problem: `a header of the part holds a bare line end: ${JSON.stringify(line)}` };
    if (headers.has(name)) return { problem: `the part says ${name} twice` };
    headers.set(name, match[2]);
  }
  const disposition = headers.get('content-disposition');
  const contentType = headers.get('content-type');
  headers.delete('content-disposition');
  headers.delete('content-type');
  if (headers.size > 0)
    return { problem: `the part has the header ${[...headers.keys()].join(', ')}, which form data does not use` };
  if (disposition === undefined) return { problem: 'the part has no Content-Disposition' };
  const parameters = parseDisposition(disposition);
  if ('problem' in parameters) return parameters;
  const { name, filename } = parameters.values;
  if (name === undefined || name === '') return { problem: 'the part has no name' };
  return {
    name,
    ...(filename === undefined ? {} : { fileName: filename }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}

/** `form-data; name="…"; filename="…"`, each once, quoted. A quote inside is `%22` (HTML standard) or `\"` (RFC 9110). */
function parseDisposition(text: string): { readonly values: Readonly<Record<string, string>> } | { readonly problem: string } {
  const kind = /^form-data/i.exec(text);
  if (kind === null) return { problem: `the part's disposition is ${JSON.stringify(text)}` };
  const values: Record<string, string> = {};
  const parameter = /;[ \t]*([a-z*]+)="((?:\\["\\]|[^"])*)"/gy;
  let position = kind[0].length;
  while (position < text.length) {
    parameter.lastIndex = position;
    const match = parameter.exec(text);
    const key = match?.[1];
    const raw = match?.[2];
    if (match === null || key === undefined || raw === undefined)
      return { problem: `the part's disposition is ${JSON.stringify(text)}` };
    if (key !== 'name' && key !== 'filename') return { problem: `the part's disposition has the parameter ${key}` };
    if (values[key] !== undefined) return { problem: `the part's disposition says ${key} twice` };
    values[key] = raw.replace(/\\(["\\])/g, '$1').replace(/%22|%0D|%0A/gi, decodeURIComponent);
    position = parameter.lastIndex;
  }
  return { values };
}
