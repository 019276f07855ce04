import { ownUsage } from './usage.ts';
import type { Answer, Order } from './worker.ts';

/** The worker's side of `worker.ts`: does the requested work, and ends when its parent does. */
// biome-ignore lint/suspicious/noExplicitAny: each piece of work knows its own input, which comes from the program that starts it.
export function serve(works: Readonly<Record<string, (input: any) => unknown>>): void {
  process.on('message', (order: Order) => void answer(order).then((said) => process.send?.(said)));
  process.on('disconnect', () => process.exit(0));

  async function answer({ id, work, input }: Order): Promise<Answer> {
    const before = ownUsage();
    const begun = performance.now();
    try {
      const value = await works[work]?.(input);
      const milliseconds = performance.now() - begun;
      const after = ownUsage();
      return { id, ok: true, value, milliseconds, cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakBytes: after.peakBytes };
    } catch (error) {
      return { id, ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }
}
