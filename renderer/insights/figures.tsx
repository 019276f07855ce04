import type { Insights } from '../../electron/core/contract/insights.ts';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './insights.module.css';
import { totalsOf } from './series.ts';

/** The period in four numbers. */
export function Figures({ days }: { readonly days: Insights['days'] }) {
  const words = useWords('insights.figures');
  const formats = useFormats();
  const { delivered, straightThrough, failed, duplicates, medianMs } = totalsOf(days);
  const none = words('none');
  const figures = [
    {
      name: words('documents'),
      value: formats.number(delivered),
      hint: duplicates > 0 ? words('copies', { count: duplicates }) : undefined,
    },
    {
      name: words('straight'),
      value: delivered > 0 ? formats.percent(straightThrough / delivered) : none,
      hint: words('straightHint'),
    },
    { name: words('median'), value: medianMs === undefined ? none : formats.duration(medianMs), hint: words('medianHint') },
    { name: words('failed'), value: formats.number(failed), hint: undefined },
  ];
  return (
    <section aria-label={words('label')}>
      <dl className={styles.figures}>
        {figures.map(({ name, value, hint }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.value}>{value}</span>
              {hint !== undefined && <span className={styles.hint}>{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
