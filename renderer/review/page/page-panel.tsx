import { FileQuestion, Maximize2, RotateCw, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../../electron/core/document/document.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import { ImageView } from './image-view.tsx';
import styles from './page.module.css';
import type { ViewProps } from './pdf-view.tsx';
import { TextView } from './text-view.tsx';
import { usePdf } from './use-pdf.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { wordAt } from './word-at.ts';
import { stepZoom, type Turn, turned, type Zoom } from './zoom.ts';

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

interface PagePanelProps extends Pick<ViewProps, 'values' | 'active' | 'onPick'> {
  /** What it is called beside another one. */
  readonly label?: string;
  readonly document: DocumentDetails;
  /** Puts a word of the page into the focused field, behind what is there or instead; its name, or undefined if no field has had the focus. */
  readonly onWord: (word: string, isMore: boolean) => string | undefined;
}

/** The document as it looks on paper. Zoom is kept from one document to the next; rotation is not. */
export function PagePanel({ label, document, values, active, onPick, onWord }: PagePanelProps) {
  const words = useWords('review.page');
  const [zoom, setZoom] = useState<Zoom>('field');
  const [turn, setTurn] = useState<Turn>(0);
  const [scale, setScale] = useState(1);
  const [pages, setPages] = useState<number>();
  const [hint, setHint] = useState('');
  const scroller = useRef<HTMLElement>(null);
  const width = useInnerWidth(scroller);
  const preview = usePreview(document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each document starts upright, at its top
  useEffect(() => {
    setTurn(0);
    setPages(undefined);
    setHint('');
    scroller.current?.scrollTo({ top: 0, left: 0 });
  }, [document.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') setZoom(stepZoom(scale, 1));
    else if (event.key === '-') setZoom(stepZoom(scale, -1));
    else if (event.key === '0') setZoom('fit');
    else if (event.key === 'r') setTurn(turned(turn));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target as Element;
    const sheet = target.closest('[data-page]');
    // Whoever selects text, by dragging or by a double click, wants to copy it.
    const isSelecting = event.detail > 1 || window.getSelection()?.isCollapsed === false;
    if (sheet === null || isSelecting || target.closest('[data-mark]:not([data-active="true"])') !== null) return;
    const word = wordAt(sheet, event.clientX, event.clientY);
    const field = word === undefined ? undefined : onWord(word, event.ctrlKey || event.metaKey);
    if (word === undefined) setHint((sheet.textContent ?? '').trim() === '' ? words('noText') : '');
    else setHint(field === undefined ? words('noField') : words('filled', { field, word }));
  };
  const view: ViewProps = { zoom, turn, width, scroller, values, active, onPick, onScale: setScale };
  return (
    <div className={styles.panel}>
      <PageToolbar
        scale={scale}
        zoom={zoom}
        turn={turn}
        canTurn={document.preview === 'pdf' || document.preview === 'image'}
        pages={pages}
        onZoom={setZoom}
        onTurn={setTurn}
      />
      <section
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keyboard users must be able to focus it
        tabIndex={0}
        aria-label={label ?? words('label')}
        onKeyDown={onKeyDown}
        // A shortcut for whoever has a pointer; with the keyboard, the text is typed.
        onClick={onClick}
        data-page-scroller
      >
        <div className={styles.stack}>
          <PreviewContent document={document} preview={preview} view={view} onPages={setPages} />
        </div>
      </section>
      <p role="status" className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}

interface ToolbarProps extends Pick<ViewProps, 'zoom' | 'turn'> {
  readonly scale: number;
  /** Text is not rotated. */
  readonly canTurn: boolean;
  readonly pages: number | undefined;
  readonly onZoom: (zoom: Zoom) => void;
  readonly onTurn: (turn: Turn) => void;
}

/** Zoom, rotation and the number of pages. */
function PageToolbar({ scale, zoom, turn, canTurn, pages, onZoom, onTurn }: ToolbarProps) {
  const words = useWords('review.page');
  const formats = useFormats();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={words('toolbar')}>
      <IconButton size="small" label={words('zoomOut')} icon={<ZoomOut />} onClick={() => onZoom(stepZoom(scale, -1))} />
      <span className={styles.zoomValue}>{formats.percent(scale)}</span>
      <IconButton size="small" label={words('zoomIn')} icon={<ZoomIn />} onClick={() => onZoom(stepZoom(scale, 1))} />
      <IconButton
        size="small"
        label={words('fit')}
        icon={<Maximize2 />}
        aria-pressed={zoom === 'fit'}
        onClick={() => onZoom('fit')}
      />
      <IconButton
        size="small"
        label={words('followField')}
        icon={<ScanSearch />}
        aria-pressed={zoom === 'field'}
        onClick={() => onZoom(zoom === 'field' ? 'fit' : 'field')}
      />
      {canTurn && <IconButton size="small" label={words('turn')} icon={<RotateCw />} onClick={() => onTurn(turned(turn))} />}
      {pages !== undefined && <span className={styles.pages}>{words('pages', { count: pages })}</span>}
    </div>
  );
}

interface PreviewContentProps {
  readonly document: DocumentDetails;
  readonly preview: Preview;
  readonly view: ViewProps;
  readonly onPages: (count: number) => void;
}

function PreviewContent({ document, preview, view, onPages }: PreviewContentProps) {
  const words = useWords('review.page');
  switch (preview.kind) {
    case 'loading':
      return <p className="hint">{words('loading')}</p>;
    case 'pdf':
      return <Pdf bytes={preview.bytes} view={view} onPages={onPages} />;
    case 'image':
      return (
        <ImageView key={document.id} name={fileNameOf(document.path)} bytes={preview.bytes} {...view}>
          <NoPage>{words('damaged')}</NoPage>
        </ImageView>
      );
    case 'text':
      return <TextView text={preview.text} {...view} />;
    case 'missing':
      return (
        <NoPage>
          <Text message={preview.why} />
        </NoPage>
      );
    default:
      return assertNever(preview);
  }
}

function Pdf({
  bytes,
  view,
  onPages,
}: {
  readonly bytes: ArrayBuffer;
  readonly view: ViewProps;
  readonly onPages: (count: number) => void;
}) {
  const words = useWords('review.page');
  const state = usePdf(bytes);
  const count = state.kind === 'open' ? state.pdf.document.numPages : undefined;
  useEffect(() => {
    if (count !== undefined) onPages(count);
  }, [count, onPages]);
  switch (state.kind) {
    case 'opening':
      return <p className="hint">{words('loading')}</p>;
    case 'failed':
      return <NoPage>{words(state.problem)}</NoPage>;
    case 'open':
      return (
        <Suspense fallback={null}>
          <PdfView pdf={state.pdf} {...view} />
        </Suspense>
      );
    default:
      return assertNever(state);
  }
}

/** Says why there is no page to show. */
function NoPage({ children }: { readonly children: ReactNode }) {
  const words = useWords('review.page');
  return (
    <div role="note">
      <EmptyState icon={<FileQuestion />} title={words('nothing')}>
        {children}
      </EmptyState>
    </div>
  );
}

/** An element's width inside its padding, in CSS pixels. */
function useInnerWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver((entries) => setWidth(Math.floor(entries.at(-1)?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
