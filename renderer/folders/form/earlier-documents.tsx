import { useEffect, useEffectEvent, useState } from 'react';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Applicable } from '../../../electron/core/contract/folders.ts';
import { sameJson } from '../../../electron/core/plain-data.ts';
import { ConfirmCommand } from '../../components/dialog.tsx';
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
