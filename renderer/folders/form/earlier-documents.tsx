import { useEffect, useEffectEvent, useState } from 'react';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Applicable } from '../../../electron/core/contract/folders.ts';
import { sameJson } from '../../../electron/core/plain-data.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import { TrialSums, TriedDocuments } from './trial.tsx';

interface EarlierDocumentsProps {
  readonly id: number;
  readonly before: FolderSettings;
  readonly after: FolderSettings;
  /** There is nothing to ask, or no more. */
  readonly onDone: () => void;
}

/** Asks what becomes of documents from before the settings were changed: whether they are sent elsewhere, and checked again. */
export function EarlierDocuments({ id, before, after, onDone }: EarlierDocumentsProps) {
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
      <CheckDialog id={id} onClose={onDone}>
        <TrialSums trial={trial.data} of={tried} />
        <TriedDocuments trial={trial.data} />
      </CheckDialog>
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
  const toast = useToast();
  const apply = useHostCommand('applySettings', ['documents', 'status']);
  const [now, setNow] = useState<Applicable>();
  const { documents, pages } = now ?? applicable;
  const send = async (): Promise<void> => {
    const answer = await apply.run({ id, agreed: { documents, pages } });
    if (!answer.ok) return;
    if (!answer.value.done) return setNow(answer.value);
    toast({ text: words('applying', { documents: answer.value.documents }) });
    onClose();
  };
  return (
    <Confirm
      title={words('applyTitle', { documents, pages })}
      size="normal"
      other={words('applyNot')}
      action={words('apply', { documents })}
      busy={apply.isRunning}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{words('applyAbout')}</p>
      {now !== undefined && <p role="alert">{words('applyMore')}</p>}
      <Problem problem={apply.problem} />
    </Confirm>
  );
}

interface CheckDialogProps {
  readonly id: number;
  /** What the changed checks say of them. */
  readonly children: React.ReactNode;
  readonly onClose: () => void;
}

function CheckDialog({ id, children, onClose }: CheckDialogProps) {
  const words = useWords('checks.form');
  const toast = useToast();
  const again = useHostCommand('checkAgain', ['status']);
  const check = async (): Promise<void> => {
    if (!(await again.run({ id })).ok) return;
    toast({ text: words('checkingAgain') });
    onClose();
  };
  return (
    <Confirm
      title={words('againTitle')}
      size="normal"
      other={words('leaveOlder')}
      action={words('checkOlder')}
      busy={again.isRunning}
      onClose={onClose}
      onConfirm={() => void check()}
    >
      <p>{words('againAbout')}</p>
      {children}
      <Problem problem={again.problem} />
    </Confirm>
  );
}
