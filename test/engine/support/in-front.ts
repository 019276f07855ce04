import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scene } from '../../support/scene.ts';

/** A service in front of another, which changes the text of its answers. @param change the text, and the path that was asked */
export async function startInFront(
  scene: Pick<Scene, 'atEnd'>,
  target: string,
  change: (text: string, path: string) => string,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '', target), {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = change(await answer.text(), request.url ?? '');
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scene.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
