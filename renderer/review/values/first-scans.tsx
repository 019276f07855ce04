import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../../electron/core/document/document.ts';
import { Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useHostQuery } from '../../host/host.tsx';
import { hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { PagePanel } from '../page/page-panel.tsx';
import { labelOf } from '../review-task.ts';
import styles from './first-scans.module.css';

/** Opens the documents that this one may be a second scan of, each side by side with it. Nothing is decided there. */
export function FirstScans({ document }: { readonly document: DocumentDetails }) {
  const words = useWords('review.scans');
  const [other, setOther] = useState<number>();
  return (
    <>
      {(document.firstScans ?? []).map(({ id, path }) => (
        <Button key={id} size="small" icon={<Columns2 />} onClick={() => setOther(id)}>
          {words('compare', { name: fileNameOf(path) })}
        </Button>
      ))}
      {other !== undefined && <Compared document={document} other={other} onClose={() => setOther(undefined)} />}
    </>
  );
}

interface ComparedProps {
  readonly document: DocumentDetails;
  readonly other: number;
  readonly onClose: () => void;
}

function Compared({ document, other, onClose }: ComparedProps) {
  const words = useWords('review.scans');
  const { data, error } = useHostQuery('document', { id: other });
  return (
    <Dialog title={words('title')} size="wide" onClose={onClose}>
      <p>{words('about')}</p>
      <Problem problem={error?.problem} />
      {data !== undefined && (
        <>
          <DifferingValues first={data} second={document} />
          <div className={styles.pages}>
            <Scan title={words('first')} document={data} />
            <Scan title={words('second')} document={document} />
          </div>
        </>
      )}
    </Dialog>
  );
}

/** All fields of both, with what differs marked in words, too. */
function DifferingValues({ first, second }: { readonly first: DocumentDetails; readonly second: DocumentDetails }) {
  const words = useWords('review.scans');
  const [before, now] = [valuesOf(first), valuesOf(second)];
  const keys = [...new Set([...before.keys(), ...now.keys()])];
  const differs = (key: string): boolean => (before.get(key) ?? '') !== (now.get(key) ?? '');
  return (
    <DataTable
      label={words('values')}
      columns={[
        {
          name: words('field'),
          of: (key) => (
            <>
              {labelOf(key)} {differs(key) && <em>{words('differs')}</em>}
            </>
          ),
        },
        { name: words('first'), of: (key) => before.get(key) },
        { name: words('second'), of: (key) => now.get(key) },
      ]}
      rows={keys}
      keyOf={(key) => key}
      isMarked={differs}
    />
  );
}

function valuesOf({ result }: DocumentDetails): ReadonlyMap<string, string> {
  return new Map(result?.kind === 'extraction' ? result.fields.map(({ key, value = '' }) => [key, value]) : []);
}

function Scan({ title, document }: { readonly title: string; readonly document: DocumentDetails }) {
  return (
    <div className={styles.scan}>
      <h3>
        {title}: <a href={hrefOf({ screen: 'review', documentId: document.id })}>{document.path}</a>
      </h3>
      <PagePanel
        label={`${title}: ${document.path}`}
        document={document}
        values={[]}
        active={undefined}
        onPick={nothing}
        onWord={nothing}
      />
    </div>
  );
}

function nothing(): undefined {}
