import {
  CircleAlert,
  CirclePause,
  CloudOff,
  Eye,
  FileX,
  FolderPlus,
  Hourglass,
  KeyRound,
  Loader,
  OctagonX,
  Pause,
  Play,
  RefreshCw,
  Unplug,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Status } from '../../electron/core/contract/status.ts';
import { type Headline, headlineOf, movingIn, reasonsOf, waitingIn } from '../../electron/core/contract/tray-state.ts';
import { say } from '../../electron/core/messages/message.ts';
import type { Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { toastAnswer } from '../components/toast.tsx';
import { useNow } from '../components/use-time.ts';
import { useConnection, useHostCommand } from '../host/host.tsx';
import { hrefOf } from '../navigation.ts';
import { Text, useFormats, useWords } from '../words/words.tsx';
import styles from './status-block.module.css';
import { type Progress, timeLeft, withSeen } from './time-left.ts';

/** The status line with its reason, and the two controls. Screen readers announce when the status changes. */
export function StatusBlock({ status }: { readonly status: Status | undefined }) {
  const words = useWords('status');
  const isLost = useConnection() === 'lost';
  const headline = status && headlineOf(status);
  const name: LineName = isLost ? 'lost' : (headline ?? 'unknown');
  const { icon: Icon, tone } = lineLooks[name];
  return (
    <section className={styles.block} aria-label={words('label')}>
      <div className={styles.line}>
        <span className={styles.icon} data-tone={tone}>
          <Icon />
        </span>
        <div className={styles.text}>
          <strong role="status">{words(`lines.${name}`)}</strong>
          {status !== undefined && headline !== undefined && !isLost && <Detail status={status} headline={headline} />}
        </div>
      </div>
      {status !== undefined && <Controls status={status} isOff={isLost} />}
    </section>
  );
}

/** So many reasons are said; the others are where they belong, with their folders. */
const maxReasons = 3;

function Detail({ status, headline }: { readonly status: Status; readonly headline: Headline }) {
  const words = useWords('status.details');
  const { line, folders } = status;
  // What a budget holds back stands in the banner beside, where more pages can be allowed.
  const own = reasonsOf({ ...status, budgets: [] });
  const waiting = say('status.reasons.wait', { count: waitingIn(status) });
  const reasons = headline === 'waiting' && own.length === 0 ? [waiting] : own;
  const working = movingIn(status);
  if (headline === 'first-run' || headline === 'starting') return null;
  return (
    <div className={styles.detail}>
      {(headline === 'paused' || (headline === 'resting' && reasons.length === 0)) && <p>{words(headline)}</p>}
      {reasons.slice(0, maxReasons).map((message) => (
        <Text key={JSON.stringify(message)} as="p" message={message} />
      ))}
      {reasons.length > maxReasons && (
        <a href={hrefOf({ screen: 'folders' })}>{words('more', { count: reasons.length - maxReasons })}</a>
      )}
      {'until' in line && <Retry until={line.until} />}
      {headline === 'key' && <a href={hrefOf({ screen: 'settings' })}>{words('keyAction')}</a>}
      {headline === 'watching' && <p>{words('watching', { count: folders.length })}</p>}
      {headline === 'no-folders' && <p>{words('watching', { count: 0 })}</p>}
      {working > 0 && !isShut(headline) && (
        <p>
          {words('working', { count: working })}
          <TimeLeft count={working} />
        </p>
      )}
    </div>
  );
}

/** Nothing goes on, whatever is on its way, or the line says what does. */
function isShut(headline: Headline): boolean {
  return ['offline', 'key', 'stopped', 'paused'].includes(headline);
}

/** How long a long list takes, once it is known how fast it goes. */
function TimeLeft({ count }: { readonly count: number }) {
  const words = useWords('status.details');
  const formats = useFormats();
  const now = useNow();
  const seen = useRef<readonly Progress[]>([]);
  useEffect(() => {
    seen.current = withSeen(seen.current, { at: Date.now(), count });
  }, [count]);
  const leftMs = timeLeft(seen.current, { at: now, count });
  if (leftMs === undefined) return null;
  return <span className={styles.beside}>{words('timeLeft', { duration: formats.duration(leftMs) })}</span>;
}

function Retry({ until }: { readonly until: number }) {
  const words = useWords('status.details');
  const formats = useFormats();
  const now = useNow();
  return <p>{words('retry', { when: formats.until(until, now) })}</p>;
}

function Controls({ status, isOff }: { readonly status: Status; readonly isOff: boolean }) {
  const words = useWords('status');
  const pause = useHostCommand('setPaused', ['status']);
  const lookNow = useHostCommand('lookNow', ['status']);
  const isPaused = status.line.kind === 'paused';
  const isIdle = isOff || status.line.kind === 'stopped' || status.line.kind === 'starting' || status.line.kind === 'first-run';
  return (
    <div className={styles.controls}>
      <Button
        size="small"
        icon={isPaused ? <Play /> : <Pause />}
        disabled={isIdle}
        busy={pause.isRunning}
        onClick={() => void toastAnswer(pause.run({ paused: !isPaused }))}
      >
        {isPaused ? words('resume') : words('pause')}
      </Button>
      <Button
        size="small"
        icon={<RefreshCw />}
        disabled={isIdle}
        busy={lookNow.isRunning}
        title={words('lookNowHint')}
        onClick={() => void toastAnswer(lookNow.run({}), () => ({ text: words('looked') }))}
      >
        {words('lookNow')}
      </Button>
    </div>
  );
}

/** What the status line shows: what the host says, or that it says nothing. */
type LineName = Headline | 'unknown' | 'lost';

/** Distinguished by shape first, by colour second. */
const lineLooks: Readonly<Record<LineName, { readonly icon: typeof Eye; readonly tone: Tone }>> = {
  starting: { icon: Loader, tone: 'plain' },
  'first-run': { icon: CircleAlert, tone: 'plain' },
  watching: { icon: Eye, tone: 'good' },
  working: { icon: Loader, tone: 'accent' },
  waiting: { icon: Hourglass, tone: 'warn' },
  paused: { icon: CirclePause, tone: 'plain' },
  resting: { icon: CirclePause, tone: 'plain' },
  'no-folders': { icon: FolderPlus, tone: 'plain' },
  halted: { icon: CircleAlert, tone: 'bad' },
  unreachable: { icon: Unplug, tone: 'warn' },
  offline: { icon: CloudOff, tone: 'warn' },
  key: { icon: KeyRound, tone: 'bad' },
  pages: { icon: FileX, tone: 'warn' },
  rate: { icon: Hourglass, tone: 'warn' },
  stopped: { icon: OctagonX, tone: 'bad' },
  unknown: { icon: Loader, tone: 'plain' },
  lost: { icon: Unplug, tone: 'bad' },
};
