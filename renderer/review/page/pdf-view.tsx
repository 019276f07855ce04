import { TextLayer } from 'pdfjs-dist';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import { MarkLayer } from './mark-layer.tsx';
import { type FoundValue, findValues, type Mark, marksOf, type ReadPage, type ValueToMark } from './marks.ts';
import styles from './page.module.css';
import { type OpenPdf, type PDFDocumentProxy, type PDFPageProxy, unitPixels } from './pdf.ts';
import { usePageTexts } from './use-pdf.ts';
import { scaleOf, type Turn, type Zoom } from './zoom.ts';

export interface ViewProps {
  readonly zoom: Zoom;
  readonly turn: Turn;
  /** The width available to a page, in CSS pixels. */
  readonly width: number;
  /** The scrolling element. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** The values to mark on the page. */
  readonly values: readonly ValueToMark[];
  /** The key of the focused field. */
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
  /** Called with the scale in use, relative to the printed size. */
  readonly onScale: (scale: number) => void;
}

/** All pages of a PDF, one below the other. */
export function PdfView({
  pdf,
  zoom,
  turn,
  width,
  scroller,
  values,
  active,
  onPick,
  onScale,
}: ViewProps & { readonly pdf: OpenPdf }) {
  const { document, first } = pdf;
  const pages = usePageTexts(pdf);
  const found = useMemo(() => findValues(pages, values), [pages, values]);
  const scale = scaleOf(
    zoom,
    width,
    viewportOf(first, 1, turn).width,
    found.some(({ key }) => key === active),
  );
  useEffect(() => onScale(scale), [scale, onScale]);
  useScrollToActive(active, found, pages, scroller, scale);
  return Array.from({ length: document.numPages }, (_, index) => (
    <PdfPage
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
      key={index}
      document={document}
      first={first}
      number={index + 1}
      scale={scale}
      turn={turn}
      found={found}
      active={active}
      onPick={onPick}
    />
  ));
}

/** Scrolls to the value of the focused field, unless it is visible already. */
function useScrollToActive(
  active: string | undefined,
  found: readonly FoundValue[],
  pages: readonly ReadPage[],
  scroller: RefObject<HTMLElement | null>,
  scale: number,
): void {
  const first = found.find(({ key }) => key === active);
  const known = first !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after scrolling or zooming, the page stays put until another field is focused
  useEffect(() => {
    const view = scroller.current;
    const run = first === undefined ? undefined : pages[first.page]?.runs[first.occurrence[0]?.piece ?? 0];
    const sheet = view?.querySelector<HTMLElement>(`[data-page="${(first?.page ?? 0) + 1}"]`);
    if (view === null || run === undefined || sheet === null || sheet === undefined) return;
    const mark = sheet.querySelector<HTMLElement>('[data-active="true"]');
    const top = sheet.getBoundingClientRect().top - view.getBoundingClientRect().top;
    const inSheet = mark === null ? sheet.clientHeight - (run.transform[5] ?? 0) * unitPixels * scale : mark.offsetTop;
    const left = sheet.getBoundingClientRect().left - view.getBoundingClientRect().left + (mark?.offsetLeft ?? 0);
    const [down, across] = [top + inSheet, mark === null ? view.clientWidth / 2 : left + mark.offsetWidth / 2];
    view.scrollBy({
      top: isInSight(down, view.clientHeight) ? 0 : down - view.clientHeight * 0.35,
      left: isInSight(across, view.clientWidth) ? 0 : across - view.clientWidth * 0.5,
      behavior: 'smooth',
    });
  }, [active, known]);
}

/** Not too near to an edge. */
function isInSight(at: number, length: number): boolean {
  return at > length * 0.08 && at < length * 0.85;
}

/** The most pixels drawn for one page; a larger page is drawn at a lower resolution. */
const maxPixels = 16_000_000;

interface PdfPageProps extends Pick<ViewProps, 'turn' | 'active' | 'onPick'> {
  readonly document: PDFDocumentProxy;
  /** The first page; its size is used for layout until this page is loaded. */
  readonly first: PDFPageProxy;
  /** From 1. */
  readonly number: number;
  readonly scale: number;
  readonly found: readonly FoundValue[];
}

/** One page: drawn while it is near the visible area, with selectable text and its values marked. */
function PdfPage({ document, first, number, scale, turn, found, active, onPick }: PdfPageProps) {
  const words = useWords('review.page');
  const sheet = useRef<HTMLDivElement>(null);
  const near = useNearness(sheet);
  const page = usePage(document, number, near);
  const { width, height } = viewportOf(page ?? first, scale, turn);
  /** The text layer's elements, once they are laid out. */
  const [runs, setRuns] = useState<readonly HTMLElement[]>([]);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useLayoutEffect(() => {
    if (sheet.current !== null) setMarks(marksOf(found, number - 1, runs, sheet.current));
  }, [found, number, runs]);
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
          <PageText page={page} scale={scale} turn={turn} onRuns={setRuns} />
        </>
      )}
      <MarkLayer marks={marks} active={active} onPick={onPick} />
    </article>
  );
}

/** The page's viewport, at a scale relative to its printed size, rotated. */
function viewportOf(page: PDFPageProxy, scale: number, turn: Turn): ReturnType<PDFPageProxy['getViewport']> {
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

/** The page's text as an invisible layer, to select, to find values in, and for screen readers, in the file's order. */
function PageText({ page, scale, turn, onRuns }: LayerProps & { readonly onRuns: (runs: readonly HTMLElement[]) => void }) {
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
    text.render().then(
      () => onRuns(text.textDivs),
      () => undefined,
    );
    return () => text.cancel();
  }, [page, turn, onRuns]);
  const factor = { '--total-scale-factor': scale * unitPixels } as CSSProperties;
  return <div ref={layer} className={styles.text} style={factor} />;
}
