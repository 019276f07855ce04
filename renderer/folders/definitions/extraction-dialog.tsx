import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ExtractionView } from '../../../electron/core/contract/definitions.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import { FieldTable } from '../form/find-route.tsx';
import styles from './definitions.module.css';
import { DeleteExtraction } from './delete-extraction.tsx';
import { EditExtraction } from './edit-extraction.tsx';
import { useForget } from './use-forget.ts';

export interface DefinitionProps {
  readonly view: RouteView;
  readonly onClose: () => void;
}

/** An extraction as the service has it now; from here it is changed and deleted. */
export function ExtractionDialog({ view, onClose }: DefinitionProps) {
  const words = useWords('folders.definitions');
  const { id } = view.route;
  // What is changed is what the service has now.
  const { data: seen, error } = useHostQuery('viewExtraction', { id }, { staleTime: 0, gcTime: 0 });
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const forget = useForget(view, onClose);
  if (seen !== undefined && doing === 'edit') return <EditExtraction seen={seen} onClose={onClose} />;
  if (seen !== undefined && doing === 'delete') return <DeleteExtraction seen={seen} onClose={onClose} />;
  const actions = (
    <>
      {view.usedBy.length === 0 && <Button onClick={forget}>{words('forget')}</Button>}
      <Button icon={<Trash2 />} disabled={seen === undefined} onClick={() => setDoing('delete')}>
        {words('delete')}
      </Button>
      <Button kind="primary" icon={<Pencil />} disabled={seen === undefined} onClick={() => setDoing('edit')}>
        {words('edit')}
      </Button>
    </>
  );
  return (
    <Dialog title={isolated(view.name)} onClose={onClose} actions={actions}>
      <div className={styles.facts}>
        <div role="status">{seen === undefined && error === null && words('loading')}</div>
        <Problem problem={error?.problem} />
        {seen !== undefined && <Facts seen={seen} />}
        <p className="hint">{words('id', { id })}</p>
      </div>
    </Dialog>
  );
}

function Facts({ seen }: { readonly seen: ExtractionView }) {
  const words = useWords('folders.definitions');
  const { name, description, language, fields, updatedAt, sent } = seen;
  return (
    <>
      {description !== '' && <p>{isolated(description)}</p>}
      <FieldTable name={name} fields={fields} />
      {language !== '' && <p>{words('language', { language })}</p>}
      <p>{words('sent', { sent })}</p>
      {updatedAt !== undefined && <p className="hint">{words('lastChanged', { time: updatedAt })}</p>}
    </>
  );
}
