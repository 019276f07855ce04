import type { HistoryLine } from '../../../electron/core/contract/documents.ts';
import { eventMessage } from '../../../electron/core/document/history-events.ts';
import { Text } from '../../words/text.tsx';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import drawer from './drawer.module.css';
import styles from './history.module.css';

/** What happened to the document, newest first. */
export function History({ lines }: { readonly lines: readonly HistoryLine[] }) {
  const words = useWords('queue');
  const formats = useFormats();
  const now = Date.now();
  if (lines.length === 0) return null;
  return (
    <section className={drawer.section}>
      <h3>{words('drawer.history')}</h3>
      <ol className={styles.lines} reversed>
        {lines
          .map((line, position) => ({ ...line, position }))
          .toReversed()
          .map(({ at, event, note, position }, index, all) => (
            <li key={position}>
              {formats.date(at) !== formats.date(all[index - 1]?.at ?? now) && (
                <span className={styles.date}>{formats.date(at)}</span>
              )}
              <div className={styles.line}>
                <time dateTime={new Date(at).toISOString()} title={formats.moment(at)} className={styles.time}>
                  {formats.time(at)}
                </time>
                <span className={styles.dot} />
                <span className={styles.event}>
                  <Text message={eventMessage(event)} />
                  {note !== undefined && (
                    <span className={styles.note}>
                      <Text message={note} />
                    </span>
                  )}
                </span>
              </div>
            </li>
          ))}
      </ol>
    </section>
  );
}
