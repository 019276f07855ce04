import { Copy, ExternalLink, FolderOpen } from 'lucide-react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { IconButton } from '../../components/button.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import type { DocumentActions } from '../use-document-actions.tsx';
import drawer from './drawer.module.css';
import styles from './outputs.module.css';

/** The result files on disk. */
export function Outputs({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  const words = useWords('queue');
  const { data: about } = useHostQuery('about', {});
  if (document.outputs.length === 0) return null;
  return (
    <section className={drawer.section}>
      <h3>{words('drawer.outputs')}</h3>
      <ul>
        {document.outputs.map(({ kind, path }) => (
          <li key={path} className={styles.output}>
            <span className={styles.kind}>{words(`drawer.${kind}`)}</span>
            <span className={styles.path}>{path}</span>
            <span className={styles.actions}>
              {about?.can.openFiles === true ? (
                <>
                  <IconButton
                    size="small"
                    label={`${words('actions.open')}: ${words(`drawer.${kind}`)}`}
                    icon={<ExternalLink aria-hidden />}
                    onClick={() => actions.openFile(document.id, kind, 'open')}
                  />
                  <IconButton
                    size="small"
                    label={`${words('actions.show')}: ${words(`drawer.${kind}`)}`}
                    icon={<FolderOpen aria-hidden />}
                    onClick={() => actions.openFile(document.id, kind, 'show')}
                  />
                </>
              ) : (
                <IconButton
                  size="small"
                  label={`${words('actions.copyPath')}: ${words(`drawer.${kind}`)}`}
                  icon={<Copy aria-hidden />}
                  onClick={() => actions.copy(path)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
