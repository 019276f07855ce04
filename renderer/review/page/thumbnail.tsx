import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { useObjectUrl } from './image-view.tsx';
import styles from './page.module.css';
import { usePdf } from './use-pdf.ts';
import { previewQuery } from './use-preview.ts';

const FirstPage = lazy(async () => ({ default: (await import('./pdf-view.tsx')).FirstPage }));

/** Whoever moves through a list with the arrow keys passes this fast, and larger files are not fetched for a glance. */
const restMs = 150;
const maxBytes = 8 * 1024 * 1024;

/** A document's first page, small: the way to the whole document. */
export function Thumbnail({ document }: { readonly document: DocumentDetails }) {
  const { id, preview, sha256 = '', size } = document;
  const words = useWords('queue.drawer');
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  const isShown = (preview === 'pdf' || preview === 'image') && size <= maxBytes;
  const { data } = useQuery({ ...previewQuery(id, preview, sha256), enabled: isShown && hasRested });
  if (!isShown) return null;
  return (
    <a className={styles.thumbnail} href={hrefOf({ screen: 'review', documentId: id })} aria-label={words('firstPage')}>
      {data?.kind === 'pdf' && <PdfThumbnail bytes={data.bytes} />}
      {data?.kind === 'image' && <ImageThumbnail bytes={data.bytes} />}
    </a>
  );
}

function PdfThumbnail({ bytes }: { readonly bytes: ArrayBuffer }) {
  const state = usePdf(bytes);
  return <Suspense fallback={null}>{state.kind === 'open' && <FirstPage pdf={state.pdf} />}</Suspense>;
}

function ImageThumbnail({ bytes }: { readonly bytes: Blob }) {
  const url = useObjectUrl(bytes);
  return url === undefined ? null : <img src={url} alt="" />;
}
