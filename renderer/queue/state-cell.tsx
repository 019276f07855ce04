import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { foreign, type Message } from '../../electron/core/messages/message.ts';
import { Badge } from '../components/badge.tsx';
import { Progress } from '../components/progress.tsx';
import { useNow } from '../components/use-now.ts';
import { Text, useFormats, useText, useWords } from '../words/words.tsx';
import { appearanceOf, diskProblems, isHeld, isReviewedHere } from './state-appearance.ts';
import styles from './state-cell.module.css';

/** A document's state, with its progress or what holds it up. */
export function StateCell({ row, withMessage = true }: { readonly row: DocumentSummary; readonly withMessage?: boolean }) {
  const words = useWords('queue');
  const { icon: Icon, tone } = appearanceOf(row);
  return (
    <span className={styles.state}>
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {words(`states.${row.state}`)}
      </Badge>
      <span className={styles.detail}>
        <Detail row={row} withMessage={withMessage} />
      </span>
    </span>
  );
}

function Detail({ row, withMessage }: { readonly row: DocumentSummary; readonly withMessage: boolean }) {
  const words = useWords('queue');
  const formats = useFormats();
  const text = useText();
  const { delivery, dismissed, progress } = row;
  if (progress?.kind === 'upload') {
    return (
      <span className={styles.upload}>
        <span>{words('progress.upload', { sent: formats.size(progress.sent), total: formats.size(progress.total) })}</span>
        <Progress
          label={words('progress.uploadLabel', { name: row.path })}
          value={progress.total === 0 ? undefined : progress.sent / progress.total}
        />
      </span>
    );
  }
  if (progress !== undefined) return <Ticking progress={progress} />;
  if (dismissed) return words('dismissed');
  if (isReviewedHere(row)) return words('reviewed');
  if (delivery === 'pending') return words(diskProblems(row.why).length > 0 ? 'notWritten' : 'beingWritten');
  const message = withMessage ? messageOf(row) : undefined;
  if (message !== undefined) {
    return (
      <span className={styles.message} title={text(message)}>
        <Text message={message} />
      </span>
    );
  }
  return isHeld(row) ? words('waitsForYou') : null;
}

/** The reason why it needs a person. */
function messageOf({ why, attention }: DocumentSummary): Message | undefined {
  const found = attention ? why.map(({ values }) => values.message).find((each) => each !== undefined) : undefined;
  if (typeof found === 'string') return foreign(found);
  return typeof found === 'object' && 'code' in found ? found : undefined;
}

function Ticking({ progress }: { readonly progress: Exclude<DocumentSummary['progress'], undefined> }) {
  const words = useWords('queue.progress');
  const formats = useFormats();
  const now = useNow();
  if (progress.kind === 'settling') {
    return progress.until > now
      ? words('settling', { duration: formats.duration(Math.ceil((progress.until - now) / 1_000) * 1_000) })
      : words('settlingSoon');
  }
  return progress.kind === 'service'
    ? words('service', { duration: formats.duration(wholeSeconds(now - progress.since)) })
    : null;
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / 1_000)) * 1_000;
}
