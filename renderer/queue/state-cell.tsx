import { BellOff, Check, CheckCheck, CircleX, FileX, Hourglass, LoaderCircle, type LucideIcon, ScanEye } from 'lucide-react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { type Standing, standings } from '../../electron/core/document/standing.ts';
import { traitsOf } from '../../electron/core/document/states.ts';
import { foreign, type Message } from '../../electron/core/messages/message.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { Progress } from '../components/progress.tsx';
import { useNow } from '../components/use-time.ts';
import { attentionKindOf } from '../review/review-task.ts';
import { Text, useFormats, useText, useWords } from '../words/words.tsx';
import styles from './state-cell.module.css';

/** Standings differ by icon first; colour is for what is not as it should be, or goes on. */
const appearances: Readonly<Record<Standing, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  'needs-you': { icon: ScanEye, tone: 'warn' },
  failed: { icon: CircleX, tone: 'bad' },
  waiting: { icon: Hourglass, tone: 'plain' },
  'on-the-way': { icon: LoaderCircle, tone: 'accent' },
  done: { icon: Check, tone: 'plain' },
  confirmed: { icon: CheckCheck, tone: 'plain' },
  dismissed: { icon: BellOff, tone: 'plain' },
  gone: { icon: FileX, tone: 'plain' },
};

/** As it should be: a tick, and no pill. */
const quiet: ReadonlySet<Standing> = new Set(['done', 'confirmed']);

/** What people see of a document, with its progress or what holds it up. */
export function StateCell({ row, withMessage = true }: { readonly row: DocumentSummary; readonly withMessage?: boolean }) {
  const words = useWords('queue');
  const { icon: Icon, tone } = appearances[row.standing];
  return (
    <span className="row gap-2">
      {quiet.has(row.standing) ? (
        <span className={styles.quiet}>
          <Icon />
          {words(`standings.${row.standing}`)}
        </span>
      ) : (
        <Badge tone={tone} icon={<Icon />}>
          {words(`standings.${row.standing}`)}
        </Badge>
      )}
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
  const { delivery, standing, state, progress } = row;
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
  if (progress !== undefined && standing !== 'waiting') return <Ticking progress={progress} />;
  if (delivery === 'pending') return words(standings[standing].asks ? 'notWritten' : 'beingWritten');
  const saysWhy = standings[standing].asks || standing === 'waiting';
  const message = withMessage && saysWhy ? messageOf(row.why) : undefined;
  if (message !== undefined) {
    return (
      <span className={styles.message} title={text(message)}>
        <Text message={message} />
      </span>
    );
  }
  if (standing === 'needs-you' && attentionKindOf(row) === 'held') return words('waitsForYou');
  return traitsOf[state].result === 'copied' ? words(`states.${state}`) : null;
}

/** The reason that a sentence gives. */
function messageOf(why: readonly Message[]): Message | undefined {
  const found = why.map(({ values }) => values.message).find((each) => each !== undefined);
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
