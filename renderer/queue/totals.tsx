import { useHostQuery } from '../host/host.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import type { Filter } from './filters.ts';

/** What the listed documents come to, one sum for each currency, and of that what nobody has reviewed. */
export function Totals({ filter }: { readonly filter: Filter }) {
  const words = useWords('queue.totals');
  const formats = useFormats();
  const { columns: _, sort: __, ...listed } = filter;
  const { data } = useHostQuery('totals', listed, { placeholderData: (before) => before });
  const written = (part: 'amount' | 'unreviewed'): string =>
    formats.list(
      (data?.sums ?? [])
        .filter((sum) => Number(sum[part]) !== 0)
        .map(({ currency, [part]: amount }) =>
          currency === undefined ? words('bare', { amount: formats.amount(amount) }) : formats.amount(amount, currency),
        ),
    );
  const [sums, open] = [written('amount'), written('unreviewed')];
  if (sums === '') return null;
  return (
    <p className="numbers" title={words('hint')}>
      <strong>{sums}</strong>
      {open !== '' && <span className="soft">{words(open === sums ? 'allOpen' : 'open', { sums: open })}</span>}
    </p>
  );
}
