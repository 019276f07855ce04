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
import type { FolderStatus, Status } from '../../electron/core/contract/status.ts';
import { type Headline, headlineOf, troubledFolders } from '../../electron/core/contract/tray-state.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { assertNever } from '../../electron/core/result.ts';
import type { Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { nameOf } from '../components/folder-names.ts';
import { toastAnswer } from '../components/toast.tsx';
import { useNow } from '../components/use-time.ts';
import type { Connection } from '../host/host.tsx';
import { useConnection, useHostCommand } from '../host/host.tsx';
import { hrefOf } from '../navigation.ts';
import { Text, useFormats, useWords } from '../words/words.tsx';
import styles from './status-block.module.css';
import { type Progress, timeLeft, withSeen } from './time-left.ts';

/** The status line with its reason, and the two controls. Screen readers announce when the status changes. */
export function StatusBlock({ status }: { readonly status: Status | undefined }) {
  const words = useWords('status');
  const name = lineNameOf(status, useConnection());
  const { icon: Icon, tone } = lineLooks[name];
  return (
    <section className={styles.block} aria-label={words('label')}>
      <div className={styles.line}>
        <span className={styles.icon} data-tone={tone}>
          <Icon />
        </span>
        <div className={styles.text}>
          <strong role="status">{words(`lines.${name}`)}</strong>
          {status !== undefined && name !== 'lost' && <Detail status={status} headline={headlineOf(status)} />}
        </div>
      </div>
      {status !== undefined && <Controls status={status} isOff={name === 'lost'} />}
    </section>
  );
}

function Detail({ status, headline }: { readonly status: Status; readonly headline: Headline }) {
  const words = useWords('status.details');
  const { line, folders, standings } = status;
  const working = standings['on-the-way'];
  const message = 'message' in line ? <Text message={line.message} /> : undefined;
  switch (headline) {
    case 'first-run':
      return null;
    case 'halted':
    case 'unreachable':
      return <Trouble folders={troubledFolders(folders)} working={working} />;
    case 'watching':
    case 'working':
    case 'no-folders':
      return (
        <p className={styles.detail}>
          {working > 0 ? words('working', { count: working }) : words('watching', { count: folders.length })}
          <TimeLeft count={working} />
        </p>
      );
    case 'resting':
      return <p className={styles.detail}>{words('resting')}</p>;
    case 'paused':
      return <p className={styles.detail}>{words('paused')}</p>;
    case 'starting':
      return undefined;
    case 'offline':
    case 'pages':
    case 'rate':
    case 'key':
    case 'stopped':
      return (
        <p className={styles.detail}>
          {message} {'until' in line && <Retry until={line.until} />}
          {headline === 'key' && <a href={hrefOf({ screen: 'settings' })}>{words('keyAction')}</a>}
        </p>
      );
    default:
      return assertNever(headline);
  }
}

/** Which folder stands still, and why; how many more do, and what goes on all the same. */
function Trouble({
  folders: [first, ...others],
  working,
}: {
  readonly folders: readonly FolderStatus[];
  readonly working: number;
}) {
  const words = useWords('status.details');
  if (first === undefined || !('message' in first.health)) return null;
  return (
    <p className={styles.detail}>
      <a href={hrefOf({ screen: 'folders' })}>{isolated(nameOf(first.path))}</a>: <Text message={first.health.message} />
      {others.length > 0 && <span className={styles.unreachable}>{words('more', { count: others.length })}</span>}
      {working > 0 && <span className={styles.beside}>{words('working', { count: working })}</span>}
    </p>
  );
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
  return <span>{words('retry', { when: formats.until(until, now) })}</span>;
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

function lineNameOf(status: Status | undefined, connection: Connection): LineName {
  if (connection === 'lost') return 'lost';
  if (status === undefined) return 'unknown';
  return headlineOf(status);
}

/** Distinguished by shape first, by colour second. */
const lineLooks: Readonly<Record<LineName, { readonly icon: typeof Eye; readonly tone: Tone }>> = {
  starting: { icon: Loader, tone: 'plain' },
  'first-run': { icon: CircleAlert, tone: 'plain' },
  watching: { icon: Eye, tone: 'good' },
  working: { icon: Loader, tone: 'accent' },
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
