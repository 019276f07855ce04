import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a small service says of each key that it is asked with; of any other it says 401. */
export type Verdicts = Readonly<Record<string, { readonly status: number; readonly error: string }>>;

export interface KeyService {
  readonly url: string;
  /** The keys that arrived, in order. */
  readonly keys: string[];
  close(): Promise<void>;
}

/** Answers viewExtraction only: 404 to a good key, because the id cannot exist. */
export async function startKeyService(verdicts: Verdicts): Promise<KeyService> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    keys.push(key);
    request.resume();
    request.on('end', () => {
      const { status, error } = verdicts[key] ?? { status: 401, error: 'Invalid API key.' };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
