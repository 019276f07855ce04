import { CirclePause, Eye, LoaderCircle, RefreshCw, TriangleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { HostText } from '../../words/sentence.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './list.module.css';
import type { FolderActions } from './use-folder-actions.ts';

export interface HealthProps {
  readonly folder: FolderStatus;
  readonly isAllPaused: boolean;
  readonly actions: FolderActions;
}

/** How a folder is: what Intray does there, what stands in the way, what it already did, and what a person can do. */
export function Health({ folder: { health }, isAllPaused, actions }: HealthProps) {
  const words = useWords('folders.health');
  const doing = useWords('folders.actions');
  if (isAllPaused && health.kind !== 'resting' && health.kind !== 'unreachable' && health.kind !== 'paused') {
    return <Line tone="plain" icon={<CirclePause aria-hidden />} name={words('all')} />;
  }
  switch (health.kind) {
    case 'scanning':
      return <Line tone="accent" icon={<LoaderCircle aria-hidden />} name={words('scanning')} />;
    case 'watching':
      return (
        <Line tone="good" icon={health.by === 'events' ? <Eye aria-hidden /> : <RefreshCw aria-hidden />} name={words(health.by)}>
          {words(`${health.by}Detail`)}
        </Line>
      );
    case 'unreachable':
      return (
        <Line
          tone="bad"
          icon={<Unplug aria-hidden />}
          name={words('unreachable')}
          message={health.message}
          action={
            <Button size="small" onClick={actions.lookNow}>
              {doing('lookNow')}
            </Button>
          }
        >
          {words('unreachableDetail')}
        </Line>
      );
    case 'paused':
      return (
        <Line
          tone="warn"
          icon={<TriangleAlert aria-hidden />}
          name={words('stopped')}
          message={health.message}
          action={
            <Button size="small" onClick={actions.lookNow}>
              {doing('tryAgain')}
            </Button>
          }
        >
          {words('stoppedDetail')}
        </Line>
      );
    case 'resting':
      return (
        <Line tone="plain" icon={<CirclePause aria-hidden />} name={words('resting')}>
          {words('restingDetail')}
        </Line>
      );
    default:
      return assertNever(health);
  }
}

interface LineProps {
  readonly tone: Tone;
  readonly icon: ReactNode;
  readonly name: string;
  readonly message?: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

function Line({ tone, icon, name, message, action, children }: LineProps) {
  return (
    <div className={styles.health} data-tone={tone}>
      <Badge tone={tone} icon={icon}>
        {name}
      </Badge>
      <div className={styles.healthText}>
        {message !== undefined && (
          <p className={styles.message}>
            <HostText text={message} />
          </p>
        )}
        {children !== undefined && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}
