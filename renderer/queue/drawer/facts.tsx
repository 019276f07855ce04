import type { ReactNode } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { hrefOf } from '../../navigation.ts';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import drawer from './drawer.module.css';
import styles from './values.module.css';

/** The remaining details: where the file is, where it goes, and what support will ask for. */
export function Facts({ document }: { readonly document: DocumentDetails }) {
  const words = useWords('queue.drawer');
  const formats = useFormats();
  const { result, duplicateOf } = document;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words('facts.folder'), document.folder],
    [words('facts.route'), words(`facts.${document.route.kind}`, { name: document.routeName })],
    [words('facts.found'), formats.moment(document.foundAt)],
    [words('facts.size'), formats.size(document.size)],
    [words('facts.type'), document.contentType],
    [
      words('facts.duplicateOf'),
      duplicateOf && <a href={hrefOf({ screen: 'queue', documentId: duplicateOf.id })}>{duplicateOf.path}</a>,
    ],
    [words('facts.model'), result?.kind === 'extraction' ? result.modelUsed : undefined],
    [words('facts.serviceBatch'), document.serviceBatchId],
    [words('facts.serviceFile'), document.serviceFileId],
    [words('facts.sha256'), document.sha256 && <code>{document.sha256}</code>],
  ];
  return (
    <section className={drawer.section}>
      <h3>{words('details')}</h3>
      <dl>
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name} className={styles.value}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
