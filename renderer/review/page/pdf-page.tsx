import { TextLayer } from 'pdfjs-dist';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import { MarkLayer } from './mark-layer.tsx';
import { type Found, marksOf } from './marks.ts';
import styles from './page.module.css';
import { type PDFDocumentProxy, type PDFPageProxy, unitPixels } from './pdf.ts';
import type { ReadPage } from './use-pdf.ts';
import type { Turn } from './zoom.ts';

/** Pixels of one page, at most: beyond, a page is drawn coarser rather than not at all. */
const maxPixels = 16_000_000;

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  /** The first page, by whose size this one is laid out until it is known. */
  readonly first: PDFPageProxy;
  /** From 1. */
  readonly number: number;
  readonly scale: number;
  readonly turn: Turn;
  readonly read: ReadPage | undefined;
  readonly found: readonly Found[];
  /** The field that a person is at. */
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
}

/** One page: drawn while it is near what is seen, with its text to select and copy, and its values marked. */
export function PdfPage({ document, first, number, scale, turn, read, found, active, onPick }: PdfPageProps) {
  const words = useWords('review.page');
  const sheet = useRef<HTMLDivElement>(null);
  const near = useNearness(sheet);
  const page = usePage(document, number, near);
  const viewport = viewportOf(page ?? first, scale, turn);
  const { width, height } = viewport;
  const project = (x: number, y: number): readonly [number, number] =>
    viewport.convertToViewportPoint(x, y) as unknown as readonly [number, number];
  const marks = read !== undefined && page !== undefined ? marksOf(found, number - 1, read, { width, height, project }) : [];
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      data-page={number}
      style={{ width, height }}
      role="img"
      aria-label={words('pageOf', { number, count: document.numPages })}
    >
      {page !== undefined && near && (
        <>
          <PageCanvas page={page} scale={scale} turn={turn} />
          <PageText page={page} scale={scale} turn={turn} />
        </>
      )}
      <MarkLayer marks={marks} active={active} onPick={onPick} />
    </div>
  );
}

/** The page at a scale of its printed size, turned. */
export function viewportOf(page: PDFPageProxy, scale: number, turn: Turn): ReturnType<PDFPageProxy['getViewport']> {
  return page.getViewport({ scale: scale * unitPixels, rotation: (page.rotate + turn) % 360 });
}

/** Whether an element is in sight, or soon will be. */
function useNearness(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '600px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

function usePage(document: PDFDocumentProxy, number: number, wanted: boolean): PDFPageProxy | undefined {
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    document.getPage(number).then(
      (loaded) => {
        if (here) setPage(loaded);
      },
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [document, number, wanted]);
  return page;
}

interface LayerProps {
  readonly page: PDFPageProxy;
  readonly scale: number;
  readonly turn: Turn;
}

/** Drawn on a canvas that takes the old one's place when it is whole: zooming never shows an empty page. */
function PageCanvas({ page, scale, turn }: LayerProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const canvas = window.document.createElement('canvas');
    const wanted = viewportOf(page, scale * (window.devicePixelRatio || 1), turn);
    const shrink = Math.min(1, Math.sqrt(maxPixels / (wanted.width * wanted.height)));
    const viewport = shrink < 1 ? wanted.clone({ scale: wanted.scale * shrink }) : wanted;
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport });
    task.promise.then(
      () => {
        holder.current?.replaceChildren(canvas);
        setDrawn(true);
      },
      () => undefined,
    );
    return () => task.cancel();
  }, [page, scale, turn]);
  return <div ref={holder} className={styles.canvas} data-drawn={drawn} aria-hidden="true" />;
}

/** The page's own text, laid invisibly over it. Not for a screen reader: its order is that of the file, not of the page. */
function PageText({ page, scale, turn }: LayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = layer.current;
    if (container === null) return;
    container.replaceChildren();
    const text = new TextLayer({
      textContentSource: page.streamTextContent() as ReadableStream,
      container,
      viewport: viewportOf(page, 1, turn),
    });
    text.render().catch(() => undefined);
    return () => text.cancel();
  }, [page, turn]);
  const factor = { '--total-scale-factor': scale * unitPixels } as CSSProperties;
  return <div ref={layer} className={styles.text} aria-hidden="true" style={factor} />;
}
