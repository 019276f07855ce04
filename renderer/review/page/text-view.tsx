import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { pageText } from './find-value.ts';
import { MarkLayer } from './mark-layer.tsx';
import { findValues, type Mark, marksOf } from './marks.ts';
import styles from './page.module.css';
import type { ViewProps } from './pdf-view.tsx';

type TextViewProps = Pick<ViewProps, 'values' | 'zoom' | 'width' | 'active' | 'onPick' | 'onScale'> & { readonly text: string };

/** The text of a document without pages (DOCX) as one page, with its values marked. */
export function TextView({ text, values, zoom, width, active, onPick, onScale }: TextViewProps) {
  const scale = typeof zoom === 'number' ? zoom : 1;
  useEffect(() => onScale(scale), [scale, onScale]);
  const found = useMemo(() => findValues([{ text: pageText([{ text, endsLine: true }]) }], values), [text, values]);
  const sheet = useRef<HTMLDivElement>(null);
  const run = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its lines break elsewhere in another size
  useLayoutEffect(() => {
    if (sheet.current !== null && run.current !== null) setMarks(marksOf(found, 0, [run.current], sheet.current));
  }, [found, scale, width]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another field is focused
  useEffect(() => {
    sheet.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={sheet} className={styles.plain} data-page={1} style={{ fontSize: `${scale * 0.9375}rem` }}>
      <div ref={run}>{text}</div>
      <MarkLayer marks={marks} active={active} onPick={onPick} />
    </div>
  );
}
