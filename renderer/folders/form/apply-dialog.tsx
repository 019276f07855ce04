import { useState } from 'react';
import type { Applicable } from '../../../electron/core/contract/folders.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useWords } from '../../words/words.tsx';

interface ApplyDialogProps {
  readonly folder: number;
  /** What the person is shown first. */
  readonly applicable: Applicable;
  readonly onClose: () => void;
}

/** Asks whether documents that went another way before are sent where the folder's changed settings say, and what that costs. */
export function ApplyDialog({ folder, applicable, onClose }: ApplyDialogProps) {
  const words = useWords('folders.form');
  const toast = useToast();
  const apply = useHostCommand('applySettings', ['documents', 'status']);
  const [now, setNow] = useState<Applicable>();
  const { documents, pages } = now ?? applicable;
  const send = async (): Promise<void> => {
    const answer = await apply.run({ id: folder, agreed: { documents, pages } });
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
