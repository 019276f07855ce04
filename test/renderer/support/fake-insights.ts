import type { CheckedInput } from '../../../electron/core/contract/contract.ts';
import type { Insights } from '../../../electron/core/contract/insights.ts';
import type { FakeFolder } from './fake-document.ts';

const dayMs = 86_400_000;

/** Plausible days: busy in the week, quiet at its end. Empty without folders. */
export function insightsOf(
  { days, folderId, timeZone }: CheckedInput<'insights'>,
  folders: readonly FakeFolder[],
  now: number,
): Insights {
  const key = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });
  const asked = folders.filter(({ id }) => folderId === undefined || id === folderId);
  return {
    days: Array.from({ length: days }, (_, position) => {
      const at = now - (days - 1 - position) * dayMs;
      const weekday = new Date(at).getUTCDay();
      const busy = weekday === 0 || weekday === 6 ? 0.08 : 1;
      const found = Math.round(asked.length * busy * (22 + ((position * 37) % 19)));
      const failed = found > 0 && position % 6 === 0 ? 2 : 0;
      const duplicates = Math.round(found * 0.06);
      const delivered = Math.max(0, found - failed - duplicates);
      return {
        day: key.format(at),
        found,
        delivered,
        duplicates,
        straightThrough: Math.round(delivered * (0.82 + ((position * 13) % 11) / 100)),
        failed,
        ...(delivered > 0 && { medianMs: 9_000 + ((position * 701) % 6_000), p90Ms: 24_000 + ((position * 1_709) % 30_000) }),
      };
    }),
    folders: asked.map(({ id, path }) => ({
      folderId: id,
      path,
      delivered: 420 - id * 90,
      straightThrough: 372 - id * 84,
      failed: id,
      medianMs: 8_000 + id * 2_500,
    })),
  };
}
