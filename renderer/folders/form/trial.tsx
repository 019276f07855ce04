import { FlaskConical, FolderInput } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { SettingsTrial } from '../../../electron/core/config/trial.ts';
import type { RequestOutput } from '../../../electron/core/contract/contract.ts';
import type { Applicable, WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { sameJson } from '../../../electron/core/plain-data.ts';
import { Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmCommand } from '../../components/dialog.tsx';
import { ScrollList } from '../../components/scroll-list.tsx';
import { toast } from '../../components/toast.tsx';
import { useHost, useHostCommand, useHostQuery } from '../../host/host.tsx';
import { hrefOf } from '../../navigation.ts';
import { Text, useText, useWords } from '../../words/words.tsx';
import type { Draft } from './draft.ts';
import { settingsOf } from './settings-of.ts';

interface TrialProps {
  readonly draft: Draft;
  readonly watched: WatchedFolder;
}

/** Tries checks and template, as they are in the form, on the documents that are there, and files these where they belong. */
export function Trial({ draft, watched }: TrialProps) {
  const words = useWords('folders.trial');
  const { run, isRunning, problem } = useHostCommand('trySettings');
  const [tried, setTried] = useState<{ readonly outcome: RequestOutput<'trySettings'>; readonly of: FolderSettings }>();
  const read = settingsOf(draft);
  const start = async (): Promise<void> => {
    if (!read.ok) return;
    const answer = await run({ id: watched.id, settings: read.value });
    if (answer.ok) setTried({ outcome: answer.value, of: read.value });
  };
  return (
    <div className="stack gap-2">
      <div className="row wrap gap-2">
        <Button size="small" icon={<FlaskConical />} busy={isRunning} disabled={!read.ok} onClick={() => void start()}>
          {words('try')}
        </Button>
        <span className="hint">{words(read.ok ? 'hint' : 'wrong')}</span>
      </div>
      <Problem problem={problem} />
      <div role="status">
        {tried !== undefined && <TrialSums trial={tried.outcome} of={tried.of} />}
        {tried !== undefined && !(read.ok && sameJson(read.value, tried.of)) && <p>{words('changedSince')}</p>}
      </div>
      {tried !== undefined && <TriedDocuments trial={tried.outcome} />}
      {tried !== undefined && tried.outcome.elsewhere > 0 && (
        <FileThere
          id={watched.id}
          count={tried.outcome.elsewhere}
          isKept={sameJson(filedBy(tried.of), filedBy(watched.settings))}
          onDone={() => setTried(undefined)}
        />
      )}
    </div>
  );
}

function filedBy({ route, next, dates, fileAway }: FolderSettings) {
  return [route, next, dates, fileAway];
}

/** How many documents a check would flag, and how many the template would file. */
function TrialSums({ trial, of: { checks, fileAway } }: { readonly trial: SettingsTrial; readonly of: FolderSettings }) {
  const words = useWords('folders.trial');
  const { more, checked, flagged, tried, filed, waiting } = trial;
  return (
    <>
      {checks !== undefined && <p>{words(more ? 'wouldFlagNewest' : 'wouldFlag', { flagged, checked })}</p>}
      {fileAway.kind === 'move' && fileAway.as !== undefined && (
        <Text as="p" message={say(more ? 'answers.filing.sumOfNewest' : 'answers.filing.sum', { filed, tried, waiting })} />
      )}
    </>
  );
}

/** The documents of which there is something to say. */
function TriedDocuments({ trial: { documents } }: { readonly trial: SettingsTrial }) {
  const words = useWords('folders.trial');
  if (documents.length === 0) return null;
  return (
    <ScrollList label={words('list')}>
      {documents.map(({ id, path, findings, to, stays }) => (
        <li key={id}>
          <a href={hrefOf({ screen: 'review', documentId: id })}>{path}</a>
          {findings.map(({ rule, message }) => (
            <p key={rule}>
              <strong>{rule}</strong> <Text message={message} />
            </p>
          ))}
          {to !== undefined && <p>→ {isolated(to)}</p>}
          {stays !== undefined && <Text as="p" message={stays} />}
        </li>
      ))}
    </ScrollList>
  );
}

interface FileThereProps {
  readonly id: number;
  readonly count: number;
  /** The folder has these settings. */
  readonly isKept: boolean;
  readonly onDone: () => void;
}

/** Files what is there already; the notice takes it back. */
function FileThere({ id, count, isKept, onDone }: FileThereProps) {
  const words = useWords('folders.trial');
  const batches = useWords('filing.batches');
  const text = useText();
  const host = useHost();
  const file = useHostCommand('fileThere', ['documents', 'filingBatches']);
  /** Only a batch that holds nothing else is taken back at once. */
  const takeBack = async (at: number): Promise<void> => {
    const newest = await host.request('filingBatches', { limit: 1 });
    const own = newest.ok ? newest.value.batches.find(({ from }) => from >= at) : undefined;
    const answer = own && (await host.request('undoFilings', { id: own.id }));
    toast({ text: answer?.ok === true ? batches('undoing', { count: answer.value.count }) : words('undoInActivity') });
  };
  const start = async (): Promise<void> => {
    const answer = await file.run({ id });
    if (!answer.ok) return;
    const { at } = answer.value;
    toast({ text: text(say('answers.filing.asked', { count: answer.value.count })), undo: () => void takeBack(at) });
    onDone();
  };
  return (
    <>
      <div className="row wrap gap-2">
        <Button size="small" icon={<FolderInput />} busy={file.isRunning} disabled={!isKept} onClick={() => void start()}>
          {words('file', { count })}
        </Button>
        {!isKept && <span className="hint">{words('saveFirst')}</span>}
      </div>
      <Problem problem={file.problem} />
    </>
  );
}

interface EarlierDocumentsProps {
  readonly id: number;
  readonly before: FolderSettings;
  readonly after: FolderSettings;
  /** There is nothing to ask, or no more. */
  readonly onDone: () => void;
}

/** Asks what becomes of documents from before the settings were changed: whether they are sent elsewhere, and checked again. */
export function EarlierDocuments({ id, before, after, onDone }: EarlierDocumentsProps) {
  const words = useWords('checks.form');
  const again = useHostCommand('checkAgain', ['status']);
  const tried: FolderSettings = { ...after, fileAway: { kind: 'leave' } };
  const isElsewhere = !sameJson([before.route, before.next], [after.route, after.next]);
  const isChecked = !sameJson(before.checks, after.checks);
  const apply = useHostQuery('applySettings', { id }, { enabled: isElsewhere, gcTime: 0 });
  const trial = useHostQuery('trySettings', { id, settings: tried }, { enabled: isChecked, gcTime: 0 });
  const [isApplied, setApplied] = useState(false);
  const isKnown = (!isElsewhere || apply.isFetched) && (!isChecked || trial.isFetched);
  const asksToApply = !isApplied && (apply.data?.documents ?? 0) > 0;
  const isOver = isKnown && !asksToApply && (trial.data?.checked ?? 0) === 0;
  const end = useEffectEvent(onDone);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  if (!isKnown || isOver) return null;
  if (asksToApply && apply.data !== undefined)
    return <ApplyDialog id={id} applicable={apply.data} onClose={() => setApplied(true)} />;
  return (
    trial.data !== undefined && (
      <ConfirmCommand
        command={again}
        input={{ id }}
        done={() => words('checkingAgain')}
        title={words('againTitle')}
        other={words('leaveOlder')}
        action={words('checkOlder')}
        onClose={onDone}
      >
        <p>{words('againAbout')}</p>
        <TrialSums trial={trial.data} of={tried} />
        <TriedDocuments trial={trial.data} />
      </ConfirmCommand>
    )
  );
}

interface ApplyDialogProps {
  readonly id: number;
  /** What the person is shown first. */
  readonly applicable: Applicable;
  readonly onClose: () => void;
}

/** Asks whether documents that went another way before are sent where the folder's changed settings say, and what that costs. */
function ApplyDialog({ id, applicable, onClose }: ApplyDialogProps) {
  const words = useWords('folders.form');
  const [now, setNow] = useState<Applicable>();
  const { documents, pages } = now ?? applicable;
  return (
    <ConfirmCommand
      command={useHostCommand('applySettings', ['documents', 'status'])}
      input={{ id, agreed: { documents, pages } }}
      done={(answer) => {
        if (answer.done) return words('applying', { documents: answer.documents });
        setNow(answer);
        return undefined;
      }}
      title={words('applyTitle', { documents, pages })}
      other={words('applyNot')}
      action={words('apply', { documents })}
      onClose={onClose}
    >
      <p>{words('applyAbout')}</p>
      {now !== undefined && <p role="alert">{words('applyMore')}</p>}
    </ConfirmCommand>
  );
}
