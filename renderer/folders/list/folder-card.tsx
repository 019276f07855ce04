import {
  CirclePause,
  Eye,
  FilePlus,
  FileSearch,
  FolderOpen,
  Layers,
  LoaderCircle,
  Pause,
  Play,
  RefreshCw,
  Settings2,
  Trash2,
  Users,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { standingNames, sumOf } from '../../../electron/core/document/standing.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { leftOutMessage } from '../../../electron/core/watch/left-out.ts';
import { Badge } from '../../components/badge.tsx';
import { Banner, useIsRuled } from '../../components/banner.tsx';
import { Button, IconButton, LinkButton } from '../../components/button.tsx';
import { ConfirmCommand } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { IconLine } from '../../components/icon-line.tsx';
import { type ToastMessage, toastAnswer } from '../../components/toast.tsx';
import { useHostCommand, useHostCommands, useHostQuery } from '../../host/host.tsx';
import { hrefOf } from '../../navigation.ts';
import { useAddFiles } from '../../shell/add-files.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { PlanView, pagesOf, usePlan } from '../plan/plan-view.tsx';
import styles from './list.module.css';

interface FolderCardProps {
  readonly folder: FolderStatus;
  readonly settings: FolderSettings;
}

/** A watched folder at a glance: its path, its route, its health and its counts. */
export function FolderCard({ folder, settings }: FolderCardProps) {
  const words = useWords('folders');
  const adding = useWords('status.adding');
  const titleId = useId();
  const addFiles = useAddFiles();
  const { data: about } = useHostQuery('about', {});
  const actions = useFolderActions();
  const isRuled = useIsRuled();
  const losses = useLosses(settings);
  const [isRemoving, setRemoving] = useState(false);
  const { id, path, route, routeName, health } = folder;
  const name = nameOf(path);
  const of = (action: 'pause' | 'resume' | 'change' | 'open' | 'remove'): string =>
    words('actions.of', { action: words(`actions.${action}`), name });
  const isPaused = health.kind === 'resting';
  const RouteIcon = route.kind === 'extraction' ? FileSearch : Layers;
  return (
    <article className="panel stack gap-3" aria-labelledby={titleId} data-folder={id}>
      <header className="wrap between gap-2">
        <div className={styles.names}>
          <h2 id={titleId}>{isolated(name)}</h2>
          <p className={styles.path}>{isolated(path)}</p>
        </div>
        <div className="row wrap gap-1">
          <Button
            size="small"
            icon={isPaused ? <Play /> : <Pause />}
            disabled={isRuled}
            aria-label={of(isPaused ? 'resume' : 'pause')}
            onClick={() => void actions.setPaused(folder, !isPaused)}
          >
            {words(isPaused ? 'actions.resume' : 'actions.pause')}
          </Button>
          <IconButton size="small" label={adding('to', { name })} icon={<FilePlus />} onClick={() => addFiles(id)} />
          {!isRuled && (
            <LinkButton size="small" icon={<Settings2 />} aria-label={of('change')} to={{ screen: 'folders', folderId: id }}>
              {words('actions.change')}
            </LinkButton>
          )}
          {about?.can.openFiles === true && (
            <IconButton size="small" label={of('open')} icon={<FolderOpen />} onClick={() => void actions.open(folder)} />
          )}
          {!isRuled && (
            <IconButton
              size="small"
              label={of('remove')}
              icon={<Trash2 />}
              onClick={() => (losses.length > 0 ? setRemoving(true) : void actions.remove(folder))}
            />
          )}
        </div>
      </header>
      {isRemoving && <RemoveFolder folder={folder} losses={losses} done={actions.removed} onClose={() => setRemoving(false)} />}
      <IconLine icon={<RouteIcon />} tone="plain">
        {words(`route.${route.kind}`)} <strong>{routeName}</strong>
      </IconLine>
      <Health folder={folder} onLookNow={() => void actions.lookNow()} />
      {folder.openToOthers && (
        <IconLine icon={<Users />} tone="plain" className="hint">
          {words('openToOthers')}
        </IconLine>
      )}
      <Counts folder={folder} name={name} />
      <LeftAlone folder={folder} />
      <LeftOutFiles folder={folder} />
    </article>
  );
}

/** The counts of its documents; each number links to them. */
function Counts({ folder, name }: { readonly folder: FolderStatus; readonly name: string }) {
  const words = useWords('folders.counts');
  const queue = useWords('queue.standings');
  const { id, standings } = folder;
  const found = sumOf(standings);
  if (found === 0) return <p className={styles.counts}>{words('none')}</p>;
  const number = (digits: ReactNode) => <strong>{digits}</strong>;
  return (
    <ul className={styles.counts} aria-label={words('label', { name })}>
      <li data-tone="plain">
        <a href={hrefOf({ screen: 'queue', folderId: id })}>{words.rich('found', { count: found, number })}</a>
      </li>
      {standingNames
        .filter((standing) => standings[standing] > 0)
        .map((standing) => (
          <li key={standing} data-tone={standing === 'failed' ? 'bad' : standing === 'needs-you' ? 'warn' : 'plain'}>
            <a href={hrefOf({ screen: 'queue', folderId: id, show: standing })}>
              {words.rich('of', { count: standings[standing], standing: queue(standing), number })}
            </a>
          </li>
        ))}
    </ul>
  );
}

/** What goes with a folder that is removed, as far as it took work to set. */
function useLosses({ checks = [], next, fileAway, budget }: FolderSettings): readonly string[] {
  const words = useWords('folders.removing');
  const template = fileAway.kind === 'move' ? fileAway.as : undefined;
  const categories = Object.keys(next?.categories ?? {}).length;
  return [
    ...(checks.length > 0 ? [words('checks', { count: checks.length })] : []),
    ...(template === undefined ? [] : [words('template', { template })]),
    ...(categories > 0 ? [words('categories', { count: categories })] : []),
    ...(budget?.day === undefined && budget?.month === undefined ? [] : [words('budget')]),
  ];
}

interface RemoveFolderProps {
  readonly folder: FolderStatus;
  readonly losses: readonly string[];
  readonly done: (folder: FolderStatus) => ToastMessage;
  readonly onClose: () => void;
}

/** Says what goes with the folder, and has its name typed. */
function RemoveFolder({ folder, losses, done, onClose }: RemoveFolderProps) {
  const words = useWords('folders.removing');
  const [typed, type] = useState('');
  const name = nameOf(folder.path);
  return (
    <ConfirmCommand
      command={useHostCommand('removeFolder', ['folders', 'status', 'documents'])}
      input={{ id: folder.id }}
      done={() => done(folder)}
      title={words('title', { name })}
      action={words('action')}
      kind="danger"
      disabled={typed.trim() !== name}
      typed
      onClose={onClose}
    >
      <p>{words('about')}</p>
      <ul className={styles.losses}>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p>{words('back')}</p>
      <TextField label={words('typeName', { name })} value={typed} onText={type} />
    </ConfirmCommand>
  );
}

/** What was there before it was watched; asks before it sends that, because pages are paid for. */
function LeftAlone({ folder }: { readonly folder: FolderStatus }) {
  const words = useWords('folders.leftAlone');
  const [isAsking, setAsking] = useState(false);
  const { leftAlone: count, health } = folder;
  if (count === 0) return null;
  return (
    <>
      <p className="hint">
        {words('title', { count })}{' '}
        {health.kind === 'watching' && (
          <Button size="small" onClick={() => setAsking(true)}>
            {words('send', { count })}
          </Button>
        )}
      </p>
      {isAsking && <SendThem folder={folder} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Counts their pages as long as it asks; nobody has to wait for that. */
function SendThem({
  folder: { id, leftAlone: count, path },
  onClose,
}: {
  readonly folder: FolderStatus;
  readonly onClose: () => void;
}) {
  const words = useWords('folders.leftAlone');
  const plan = usePlan({ id });
  return (
    <ConfirmCommand
      command={useHostCommand('sendLeftAlone', ['status', 'documents'])}
      input={{ id }}
      done={(sent) => words('sent', { count: sent.count })}
      title={words('askTitle', { count })}
      action={words('confirm', { count, ...pagesOf(plan) })}
      onClose={onClose}
    >
      <p>{words('ask', { name: nameOf(path) })}</p>
      <PlanView plan={plan} />
    </ConfirmCommand>
  );
}

/** What it does not pick up, by reason, with the first of the names. */
function LeftOutFiles({ folder: { leftOut } }: { readonly folder: FolderStatus }) {
  const words = useWords('folders.leftOut');
  if (leftOut.length === 0) return null;
  return (
    <details className="hint">
      <summary>{words('title', { count: leftOut.reduce((sum, { count }) => sum + count, 0) })}</summary>
      <ul>
        {leftOut.map((each) => (
          <li key={`${each.reason}${each.ending}`}>
            <Text message={leftOutMessage(each)} />
            <p className={styles.path}>
              {each.paths.map(isolated).join(' · ')}
              {each.count > each.paths.length && ' …'}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface HealthProps {
  readonly folder: FolderStatus;
  /** Checks every folder and retries what is waiting. */
  readonly onLookNow: () => void;
}

/** What is said of a folder where nobody has to do anything: distinguished by shape first, by colour second. */
const lines = {
  all: { tone: 'plain', Icon: CirclePause, detail: undefined },
  scanning: { tone: 'accent', Icon: LoaderCircle, detail: undefined },
  events: { tone: 'good', Icon: Eye, detail: 'eventsDetail' },
  polling: { tone: 'good', Icon: RefreshCw, detail: 'pollingDetail' },
  resting: { tone: 'plain', Icon: CirclePause, detail: 'restingDetail' },
} as const;

/** The health of a folder: what Intray does there, what is wrong, and what the person can do. */
function Health({ folder: { id, health }, onLookNow }: HealthProps) {
  const isAllPaused = useHostQuery('status', {}).data?.line.kind === 'paused';
  const words = useWords('folders.health');
  const doing = useWords('folders.actions');
  if (health.kind === 'unreachable' || health.kind === 'paused') {
    const isStopped = health.kind === 'paused';
    return (
      <Banner
        tone={isStopped ? 'warn' : 'bad'}
        title={words(isStopped ? 'stopped' : 'unreachable')}
        actions={
          <>
            {isStopped && (
              <LinkButton size="small" to={{ screen: 'folders', folderId: id }}>
                {doing('otherRoute')}
              </LinkButton>
            )}
            <Button size="small" onClick={onLookNow}>
              {doing(isStopped ? 'tryAgain' : 'lookNow')}
            </Button>
          </>
        }
      >
        <Text message={health.message} />
        <p>{words(isStopped ? 'stoppedDetail' : 'unreachableDetail')}</p>
      </Banner>
    );
  }
  const own = health.kind === 'watching' ? health.by : health.kind;
  const name = isAllPaused && own !== 'resting' ? 'all' : own;
  const { tone, Icon, detail } = lines[name];
  return (
    <div className="row wrap gap-2">
      <Badge tone={tone} icon={<Icon />}>
        {words(name)}
      </Badge>
      {detail !== undefined && <p className={styles.healthText}>{words(detail)}</p>}
    </div>
  );
}

/** What a person can do with a folder. Each action reports its outcome, and removal can be undone. */
function useFolderActions() {
  const words = useWords('folders');
  const { run } = useHostCommands(['folders', 'status', 'documents']);
  /** What is said once it is removed: it can be taken back there, and in the activity. */
  const removed = ({ id, path }: FolderStatus): ToastMessage => {
    const name = nameOf(path);
    const undo = () => void toastAnswer(run('restoreFolder', { id }), () => ({ text: words('back', { name }) }));
    return { text: words('removed', { name }), undo };
  };

  return {
    setPaused: ({ id, path }: FolderStatus, paused: boolean) => {
      const undo = paused ? () => void run('setPaused', { paused: false, folderId: id }) : undefined;
      const text = words(paused ? 'paused' : 'resumed', { name: nameOf(path) });
      return toastAnswer(run('setPaused', { paused, folderId: id }), () => ({ text, undo }));
    },
    lookNow: () => toastAnswer(run('lookNow', {})),
    remove: (folder: FolderStatus) => toastAnswer(run('removeFolder', { id: folder.id }), () => removed(folder)),
    removed,
    open: ({ id }: FolderStatus) => toastAnswer(run('openFolder', { id })),
  };
}
