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
  const pagesOf = (name: string, documents: number, failed = 0, open = 0) => {
    const pages = documents * 3;
    return { name, documents, pages, guessed: Math.round(documents / 20), finished: pages - failed - open, open, failed };
  };
  const today = key.format(now);
  const lastDay = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0)).getUTCDate();
  const soFar = Number(today.slice(8));
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
      };
    }),
    pages: {
      days: Array.from({ length: days }, (_, position) => {
        const at = now - (days - 1 - position) * dayMs;
        const busy = [0, 6].includes(new Date(at).getUTCDay()) ? 2 : 22 + ((position * 37) % 19);
        const documents = asked.length * busy;
        return pagesOf(key.format(at), documents, position % 6 === 0 ? documents % 9 : 0, position > days - 3 ? documents : 0);
      }),
      month: {
        name: today.slice(0, 7),
        spent: soFar * 74 * asked.length,
        forecast: lastDay * 74 * asked.length,
      },
      ...(folderId === undefined && { monthBudget: 8_000 }),
    },
  };
}
