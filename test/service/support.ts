/** Real servers on loopback and real files, removed after the test. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Message, say } from '../../electron/core/messages/message.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import type { Result } from '../../electron/core/result.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../../electron/service/client.ts';
import type { UploadFile, UploadOptions } from '../../electron/service/service.ts';
import { uploadFileOf } from '../support/upload-file.ts';

export const key = 'sk-test-0123456789abcdef';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Distinguishes connections. */
  readonly port: number | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | object;
}

/** A server that reads whole requests and answers what the test says. It knows nothing about the service. */
export async function startService(
  answer: (seen: SeenRequest, index: number) => Reply,
): Promise<{ url: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    seen.push({ method, path: url, headers, body: Buffer.concat(chunks), port: request.socket.remotePort });
    const { status, headers: extra, body } = answer(seen.at(-1)!, seen.length - 1);
    const json = typeof body === 'object';
    response.writeHead(status, { ...(json && { 'content-type': 'application/json' }), ...extra });
    response.end(json ? JSON.stringify(body) : body);
  });
  return { url: await listen(server), seen };
}

export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): Buffer;
  /** Resolves once the text was received. */
  until(text: string): Promise<void>;
  readonly ended: Promise<void>;
  /** Discards what it receives. */
  forget(): void;
}

/** A server that answers, or fails to, byte by byte. */
export async function startRaw(
  onConnection: (connection: RawConnection) => void,
): Promise<{ url: string; connections: RawConnection[] }> {
  const connections: RawConnection[] = [];
  const server = createRawServer((socket) => {
    const chunks: Buffer[] = [];
    let keeps = true;
    const waiting = new Set<() => void>();
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('error', () => undefined);
    const connection: RawConnection = {
      socket,
      ended,
      forget: () => {
        keeps = false;
      },
      received: () => Buffer.concat(chunks),
      until: (text) =>
        new Promise((resolve) => {
          const look = () => {
            if (Buffer.concat(chunks).includes(text)) resolve();
            else waiting.add(look);
          };
          look();
        }),
    };
    connections.push(connection);
    onConnection(connection);
    socket.on('data', (chunk: Buffer) => {
      if (!keeps) return;
      chunks.push(chunk);
      for (const look of [...waiting]) {
        waiting.delete(look);
        look();
      }
    });
  });
  return { url: await listen(server), connections };
}

/** An address where nobody listens. */
export async function closedAddress(): Promise<string> {
  const server = createRawServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function clientOf(url: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  const client = createServiceClient({ url, key: () => key, ...options });
  onTestFinished(() => client.close());
  return client;
}

export function httpAnswer(status: string, body: string, headers: readonly string[] = []): string {
  const lines = [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

let directory: Promise<string> | undefined;

/** A directory for the test. */
export function temporaryDirectory(): Promise<string> {
  directory ??= mkdtemp(join(tmpdir(), 'intray-service-'));
  const made = directory;
  onTestFinished(async () => {
    directory = undefined;
    await rm(await made, { recursive: true, force: true });
  });
  return made;
}

/** A file of which no two parts are equal, so that misplaced bytes show. */
export async function makeUploadFile(size: number, fileName = `scan-${size}.pdf`): Promise<UploadFile> {
  const path = join(await temporaryDirectory(), `${randomUUID()}.bin`);
  await writeFile(path, randomBytes(size));
  return uploadFileOf(path, { fileName });
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const sealed: UploadOptions = { beforeClosingBoundary: () => true };

export function answerOf<Value>(result: Result<Value, Failure>): Value {
  if (!result.ok) throw new Error(`Expected an answer, not ${JSON.stringify(result.error)}`);
  return result.value;
}

export function failureOf(result: Result<unknown, Failure>): Failure {
  expect(result.ok).toBe(false);
  if (result.ok) throw new Error('Expected a failure.');
  return result.error;
}

/** The last bytes of a whole body. */
/** The message of a call that did not reach the service. */
export function unreachable(problem: Message): Message {
  return say('service.failure.unreachable', { problem });
}

/** The message of an upload that the service may have received. */
export function inDoubt(problem: Message): Message {
  return say('service.failure.inDoubt', { problem });
}

export const closingMark = '--\r\n';
