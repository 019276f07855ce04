import { useState } from 'react';
import type { ExtractionView } from '../../../electron/core/contract/definitions.ts';
import { Banner } from '../../components/banner.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Problem } from '../../components/problem.tsx';
import { useToast } from '../../components/toast.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useFormats, useWords } from '../../words/words.tsx';

interface DeleteProps {
  readonly seen: ExtractionView;
  readonly onClose: () => void;
}

/** Says what is lost for good and which folders stop, and has the name typed. */
export function DeleteExtraction({ seen, onClose }: DeleteProps) {
  const words = useWords('folders.definitions');
  const formats = useFormats();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const remove = useHostCommand('deleteExtraction', ['routes', 'folders', 'status']);
  const { id, name, usedBy, sent, awaited } = seen;
  const confirm = async (): Promise<void> => {
    const answer = await remove.run({ id, typed });
    if (!answer.ok) return;
    toast({ text: words('deleted', { name }) });
    onClose();
  };
  const { problem } = remove;
  return (
    <Confirm
      title={words('deleteTitle', { name })}
      size="normal"
      action={words('deleteNow')}
      kind="danger"
      busy={remove.isRunning}
      disabled={typed.trim() === ''}
      typed
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{words('lost')}</p>
      <p>{words('lostHere', { sent })}</p>
      {awaited > 0 && <Banner tone="warn">{words('lostAwaited', { count: awaited })}</Banner>}
      {usedBy.length > 0 && (
        <Banner tone="warn">{words('stops', { count: usedBy.length, paths: formats.list(usedBy.map(nameOf)) })}</Banner>
      )}
      <TextField
        label={words('typeName', { name })}
        value={typed}
        onText={setTyped}
        error={problem?.field === 'typed' && problem.message}
      />
      <Problem problem={problem?.field === 'typed' ? undefined : problem} />
    </Confirm>
  );
}
