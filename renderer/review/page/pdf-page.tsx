import { TextLayer } from 'pdfjs-dist';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import { type FoundValue, type Mark, marksOf, type ReadPage } from './marks.ts';
import styles from './page.module.css';
import { type OpenPdf, type PDFDocumentProxy, type PDFPageProxy, unitPixels } from './pdf.ts';
import type { Turn } from './zoom.ts';

/** The most pixels drawn for one page; a larger page is drawn at a lower resolution. */
const maxPixels = 16_000_000;

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  /** The first page; its size is used for layout until this page is loaded. */
  readonly first: PDFPageProxy;
  /** From 1. */
  readonly number: number;
  readonly scale: number;
  readonly turn: Turn;
  readonly read: ReadPage | undefined;
  readonly found: readonly FoundValue[];
  /** The key of the focused field. */
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
}

/** One page: drawn while it is near the visible area, with selectable text and its values marked. */
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
    <article
      ref={sheet}
      className={styles.sheet}
      data-page={number}
      style={{ width, height }}
      aria-label={words('pageOf', { number, count: document.numPages })}
    >
      {page !== undefined && near && (
        <>
          <PageCanvas page={page} scale={scale} turn={turn} />
          <PageText page={page} scale={scale} turn={turn} />
        </>
      )}
      <MarkLayer marks={marks} active={active} onPick={onPick} />
    </article>
  );
}

/** How wide a thumbnail is, in CSS pixels. */
const thumbnailWidth = 120;

/** The first page, small. */
export function FirstPage({ pdf: { first } }: { readonly pdf: OpenPdf }) {
  const scale = thumbnailWidth / viewportOf(first, 1, 0).width;
  const { width, height } = viewportOf(first, scale, 0);
  return (
    <div className={styles.sheet} style={{ width, height }}>
      <PageCanvas page={first} scale={scale} turn={0} />
    </div>
  );
}

/** The page's viewport, at a scale relative to its printed size, rotated. */
export function viewportOf(page: PDFPageProxy, scale: number, turn: Turn): ReturnType<PDFPageProxy['getViewport']> {
  return page.getViewport({ scale: scale * unitPixels, rotation: (page.rotate + turn) % 360 });
}

/** Whether an element is visible or close to it. */
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
    let isCurrent = true;
    document.getPage(number).then(
      (loaded) => {
        if (isCurrent) setPage(loaded);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document, number, wanted]);
  return page;
}

interface LayerProps {
  readonly page: PDFPageProxy;
  readonly scale: number;
  readonly turn: Turn;
}

/** Draws on a new canvas that replaces the old one when it is complete: zooming never shows a blank page. */
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

/** The page's text as an invisible layer, to select, and for screen readers, in the file's order. */
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
  return <div ref={layer} className={styles.text} style={factor} />;
}

interface MarkLayerProps {
  readonly marks: readonly Mark[];
  /** The key of the focused field. */
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
}

/** The marks on the page: with a pointer, a shortcut to their fields; the keyboard goes from field to page instead. */
function MarkLayer({ marks, active, onPick }: MarkLayerProps) {
  return (
    <div className={styles.marks} aria-hidden="true">
      {marks.map((mark) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users reach the fields directly
        // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users reach the fields directly
        <div
          key={`${mark.key} ${mark.left} ${mark.top}`}
          className={styles.mark}
          data-mark={mark.key}
          data-active={mark.key === active}
          title={mark.label}
          style={{
            left: `${mark.left * 100}%`,
            top: `${mark.top * 100}%`,
            width: `${mark.width * 100}%`,
            height: `${mark.height * 100}%`,
          }}
          onClick={() => onPick(mark.key)}
        />
      ))}
    </div>
  );
}
