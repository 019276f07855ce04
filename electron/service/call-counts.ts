import type { Failure } from '../core/protocol/failure.ts';

/** How many calls of the service this process has made, and how many of them failed in which way, since it began. */
export const callCounts = { calls: 0, failures: new Map<Failure['kind'], number>() };

/** The same client, each of whose calls is counted when its answer is there. */
export function counted<Client extends object>(client: Client): Client {
  const wrap = (call: (...given: unknown[]) => unknown) =>
    async function count(...given: unknown[]): Promise<unknown> {
      const answer = (await call(...given)) as { ok: true } | { ok: false; error: Failure } | undefined;
      if (answer === undefined) return answer;
      callCounts.calls += 1;
      if (!answer.ok) callCounts.failures.set(answer.error.kind, (callCounts.failures.get(answer.error.kind) ?? 0) + 1);
      return answer;
    };
  return Object.fromEntries(
    Object.entries(client).map(([name, member]) => [name, typeof member === 'function' ? wrap(member) : member]),
  ) as Client;
}
