/**
 * A plain service: accepts everything as fast as it arrives, and gives each client the answers it needs. Uploads are read
 * to their end and discarded; only the names of their parts are extracted.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../kit/serve.ts';
import type { SinkTotals, SinkUpload } from '../kit/sink.ts';
import { moment } from '../kit/usage.ts';

const batches = new Map<string, readonly string[]>();
let uploads: SinkUpload[] = [];
let made = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const path = request.url ?? '';
  // The upload requests of the clients; all others are short queries.
  if (path === '/api/v1/uploadFiles' || path === '/api/assets' || path === '/sink') takeUpload(path, request, response);
  else answerQuestion(path, request, response);
});
server.requestTimeout = 0;

const nameMark = Buffer.from('filename="');

function takeUpload(path: string, request: IncomingMessage, response: ServerResponse): void {
  const firstByteAt = moment();
  const names: string[] = [];
  let bytes = 0;
  let carried: Buffer = Buffer.alloc(0);
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    // A name split across two chunks is searched in the end of one and the start of the other.
    if (carried.length > 0) collectNames(Buffer.concat([carried, piece.subarray(0, 300)]), names, carried.length);
    collectNames(piece, names, piece.length);
    carried = piece.subarray(Math.max(0, piece.length - 300));
  });
  request.on('end', () => {
    uploads.push({ firstByteAt, lastByteAt: moment(), bytes, names });
    made += 1;
    const batchId = `batch-${made}`;
    if (path !== '/api/v1/uploadFiles') return reply(response, 201, { id: batchId, status: 'created' });
    batches.set(batchId, names);
    reply(response, 200, { batchId, extractionId: 'bench', files: filesOf(batchId, names, 'queued') });
  });
}

/** Names whose mark begins within the first `within` bytes, and whose end is in `bytes` too. */
function collectNames(bytes: Buffer, names: string[], within: number): void {
  for (let at = bytes.indexOf(nameMark); at !== -1 && at < within; at = bytes.indexOf(nameMark, at + 1)) {
    const start = at + nameMark.length;
    const end = bytes.indexOf(0x22, start);
    if (end === -1) return;
    const name = bytes.toString('utf8', start, end);
    if (!names.includes(name)) names.push(name);
  }
}

function answerQuestion(path: string, request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const text = Buffer.concat(pieces).toString('utf8');
    const [status, body] = answerTo(path, text === '' ? {} : JSON.parse(text));
    reply(response, status, body);
  });
}

interface Question {
  readonly batchId?: string;
  readonly assets?: readonly { readonly id: string }[];
}

function answerTo(path: string, { batchId = '', assets = [] }: Question): [number, object] {
  switch (path) {
    case '/api/v1/viewExtraction':
      return [
        200,
        { extractionId: 'bench', name: 'Bench', fields: [{ key: 'number', description: 'The number', example: '17' }] },
      ];
    case '/api/v1/getBatchResults':
      return [200, { batchId, extractionId: 'bench', files: filesOf(batchId, batches.get(batchId) ?? [], 'processed') }];
    // What the Immich CLI requests before it uploads.
    case '/api/users/me':
      return [200, { id: 'bench', email: 'bench@localhost', name: 'Bench', isAdmin: true }];
    case '/api/api-keys/me':
      return [200, { id: 'bench', name: 'bench', permissions: ['all'], createdAt: '', updatedAt: '' }];
    case '/api/server/media-types':
      return [200, { image: ['.pdf', '.jpg', '.png'], video: [], sidecar: ['.xmp'] }];
    case '/api/assets/bulk-upload-check':
      return [200, { results: assets.map(({ id }) => ({ id, action: 'accept' })) }];
    default:
      return [404, { error: 'Not found.' }];
  }
}

function filesOf(batchId: string, names: readonly string[], status: string): object[] {
  return names.map((name, index) => ({
    id: `${batchId}-${index}`,
    file_name: name,
    status,
    ...(status === 'processed' && { result: { extracted_data: { number: String(index) }, model_used: 'sink' } }),
  }));
}

function reply(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

serve({
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  reset() {
    uploads = [];
    batches.clear();
  },
  uploads: () => uploads,
  totals(): SinkTotals {
    return {
      requests: uploads.length,
      files: uploads.reduce((sum, { names }) => sum + names.length, 0),
      bytes: uploads.reduce((sum, { bytes }) => sum + bytes, 0),
      lastByteAt: uploads.reduce((last, { lastByteAt }) => Math.max(last, lastByteAt), 0),
    };
  },
});
