import { X } from 'lucide-react';
import type { RefObject } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { directoryOf, fileNameOf } from '../../../electron/core/document/document.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { Thumbnail } from '../../review/page/thumbnail.tsx';
import { taskOf } from '../../review/review-task.ts';
import { Notes } from '../../review/values/notes.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { StateCell } from '../state-cell.tsx';
import type { DocumentActions } from '../use-document-actions.tsx';
import { Actions } from './actions.tsx';
import styles from './drawer.module.css';
import { Facts, History, Outputs, Values } from './sections.tsx';

interface DrawerProps {
  readonly id: number;
  readonly region: RefObject<HTMLElement | null>;
  readonly actions: DocumentActions;
  readonly onClose: () => void;
}

/** All details of one document; why it is in its state comes first. */
export function Drawer({ id, region, actions, onClose }: DrawerProps) {
  const words = useWords('queue');
  const { data: document, error } = useHostQuery('document', { id });
  const name = document === undefined ? '' : isolated(fileNameOf(document.path));
  return (
    <section ref={region} className={styles.drawer} tabIndex={-1} aria-label={words('drawer.label', { name })}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2>{name}</h2>
          {document !== undefined && directoryOf(document.path) !== '' && (
            <p className="hint">{isolated(directoryOf(document.path))}</p>
          )}
        </div>
        <IconButton label={words('actions.close')} icon={<X />} onClick={onClose} />
      </header>
      {error !== null && (
        <EmptyState title={words('drawer.goneTitle')}>
          <Text message={error.problem.message} />
        </EmptyState>
      )}
      {document !== undefined && <Details document={document} actions={actions} />}
    </section>
  );
}

function Details({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  return (
    <div className={styles.content}>
      <div className="stack start gap-2">
        <StateCell row={document} withMessage={false} />
        <p className={styles.sentence}>
          <Text message={document.why} />
        </p>
      </div>
      <Notes document={document} task={taskOf(document)} />
      <Thumbnail document={document} />
      <Actions document={document} actions={actions} />
      {document.result !== undefined && <Values result={document.result} />}
      <Outputs document={document} actions={actions} />
      <History lines={document.history} />
      <Facts document={document} />
    </div>
  );
}
