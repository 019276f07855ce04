import { type RefObject, useEffect, useMemo } from 'react';
import { type FoundValue, findValues, type ReadPage, type ValueToMark } from './marks.ts';
import { type OpenPdf, unitPixels } from './pdf.ts';
import { PdfPage, viewportOf } from './pdf-page.tsx';
import { usePageTexts } from './use-pdf.ts';
import { scaleOf, type Turn, type Zoom } from './zoom.ts';

export interface ViewProps {
  readonly zoom: Zoom;
  readonly turn: Turn;
  /** The width available to a page, in CSS pixels. */
  readonly width: number;
  /** The scrolling element. */
  readonly scroller: RefObject<HTMLElement | null>;
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
      read={pages[index]}
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
