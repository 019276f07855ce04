import { CirclePause, Eye, LoaderCircle, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Text, useWords } from '../../words/words.tsx';
import styles from './list.module.css';
import type { FolderActions } from './use-folder-actions.ts';

export interface HealthProps {
  readonly folder: FolderStatus;
  readonly isAllPaused: boolean;
  readonly actions: FolderActions;
}

/** The health of a folder: what Intray does there, what is wrong, and what the person can do. */
export function Health({ folder: { id, health }, isAllPaused, actions }: HealthProps) {
  const words = useWords('folders.health');
  const doing = useWords('folders.actions');
  if (isAllPaused && health.kind !== 'resting' && health.kind !== 'unreachable' && health.kind !== 'paused') {
    return <Line tone="plain" icon={<CirclePause />} name={words('all')} />;
  }
  switch (health.kind) {
    case 'scanning':
      return <Line tone="accent" icon={<LoaderCircle />} name={words('scanning')} />;
    case 'watching':
      return (
        <Line tone="good" icon={health.by === 'events' ? <Eye /> : <RefreshCw />} name={words(health.by)}>
          {words(`${health.by}Detail`)}
        </Line>
      );
    case 'unreachable':
      return (
        <Banner
          tone="bad"
          title={words('unreachable')}
          actions={
            <Button size="small" onClick={actions.lookNow}>
              {doing('lookNow')}
            </Button>
          }
        >
          <Text message={health.message} />
          <p>{words('unreachableDetail')}</p>
        </Banner>
      );
    case 'paused':
      return (
        <Banner
          tone="warn"
          title={words('stopped')}
          actions={
            <>
              <LinkButton size="small" to={{ screen: 'folders', folderId: id }}>
                {doing('otherRoute')}
              </LinkButton>
              <Button size="small" onClick={actions.lookNow}>
                {doing('tryAgain')}
              </Button>
            </>
          }
        >
          <Text message={health.message} />
          <p>{words('stoppedDetail')}</p>
        </Banner>
      );
    case 'resting':
      return (
        <Line tone="plain" icon={<CirclePause />} name={words('resting')}>
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
  readonly children?: ReactNode;
}

function Line({ tone, icon, name, children }: LineProps) {
  return (
    <div className="row wrap gap-2">
      <Badge tone={tone} icon={icon}>
        {name}
      </Badge>
      {children !== undefined && <p className={styles.healthText}>{children}</p>}
    </div>
  );
}
