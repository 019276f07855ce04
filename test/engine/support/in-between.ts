/** A server between the client and the service that meddles with single requests, as a test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request as forward } from 'undici';
import type { Timeline } from './timeline.ts';

export interface Seen {
  readonly method: string;
  readonly path: string;
  /** File names of a form, as far as they have come. */
  readonly fileNames: readonly string[];
}

export type Meddling =
  /** The connection is reset. */
  | 'cut'
  /** No answer comes, ever; of a request that is not whole, not before `cutHeld`. */
  | 'hold'
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | undefined;

export interface InBetween {
  readonly url: string;
  /** Asked when a file's name has come, while the body is still on its way. */
  onName: (seen: Seen) => Meddling;
  /** Asked when the request is whole, before it goes on to the service. */
  onWhole: (seen: Seen) => Meddling;
  /** Cuts the connections whose request is held back half-way. */
  cutHeld(): void;
  /** Asked when the service has answered, before the client hears of it. */
  onAnswer: (seen: Seen) => Meddling | Promise<Meddling>;
}

export async function inBetween(scene: Timeline, target: string): Promise<InBetween> {
  const connections = new Agent();
  const held: (() => void)[] = [];
  const cutHeld = () => {
    for (const release of held.splice(0)) release();
  };
  const hooks = { onName: nothing, onWhole: nothing, onAnswer: nothing } as Omit<InBetween, 'url' | 'cutHeld'>;
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    const fileNames: string[] = [];
    const seen: Seen = { method: request.method ?? '', path: request.url ?? '', fileNames };
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      const named = [...chunk.toString('latin1').matchAll(/filename="([^"]*)"/g)].map(([, name]) => name ?? '');
      fileNames.push(...named);
      const meddling = named.length > 0 ? hooks.onName(seen) : undefined;
      if (meddling === 'hold') await new Promise<void>((resolve) => held.push(resolve));
      if (meddle(meddling === 'hold' ? 'cut' : meddling, response)) return;
    }
    if (meddle(hooks.onWhole(seen), response)) return;
    const { authorization, 'content-type': type } = request.headers;
    const answer = await forward(`${target}${seen.path}`, {
      method: seen.method as 'POST',
      dispatcher: connections,
      headers: { ...(authorization !== undefined && { authorization }), ...(type !== undefined && { 'content-type': type }) },
      body: chunks.length === 0 ? null : Buffer.concat(chunks),
    });
    const body = await answer.body.text();
    if (meddle(await hooks.onAnswer(seen), response)) return;
    reply(response, answer.statusCode, body, { 'content-type': String(answer.headers['content-type']) });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scene.atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await connections.destroy();
  });
  return Object.assign(hooks, { cutHeld, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const nothing = (): Meddling => undefined;

function meddle(meddling: Meddling, response: ServerResponse): boolean {
  if (meddling === undefined) return false;
  if (meddling === 'cut') response.socket?.resetAndDestroy();
  else if (meddling !== 'hold') {
    const { status, body, headers } = meddling;
    reply(response, status, typeof body === 'string' ? body : JSON.stringify(body), headers);
  }
  return true;
}

function reply(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}
