import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { findValue, pageText } from './find-value.ts';
import type { ValueToMark } from './marks.ts';
import styles from './page.module.css';
import type { Zoom } from './zoom.ts';

interface TextViewProps {
  readonly text: string;
  readonly values: readonly ValueToMark[];
  readonly zoom: Zoom;
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
  readonly onScale: (scale: number) => void;
}

interface MarkedRange {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly label: string;
}

/** The text of a document without pages (DOCX), with its values marked. */
export function TextView({ text, values, zoom, active, onPick, onScale }: TextViewProps) {
  const scale = typeof zoom === 'number' ? zoom : 1;
  useEffect(() => onScale(scale), [scale, onScale]);
  const ranges = useMemo(() => rangesOf(text, values), [text, values]);
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another field is focused
  useEffect(() => {
    sheet.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={sheet} className={styles.plain} data-page={1} style={{ fontSize: `${scale * 0.9375}rem` }}>
      {marked(text, ranges, active, onPick)}
    </div>
  );
}

function rangesOf(text: string, values: readonly ValueToMark[]): readonly MarkedRange[] {
  const page = pageText([{ text, endsLine: true }]);
  const all = values.flatMap(({ key, label, value }) =>
    findValue(page, value).flatMap((occurrence) => occurrence.map(({ from, to }): MarkedRange => ({ from, to, key, label }))),
  );
  all.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return all.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

function marked(
  text: string,
  ranges: readonly MarkedRange[],
  active: string | undefined,
  onPick: (key: string) => void,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to, key, label } of ranges) {
    parts.push(
      text.slice(at, from),
      // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users reach the fields directly
      <mark key={from} data-mark={key} data-active={key === active} title={label} onClick={() => onPick(key)}>
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return [...parts, text.slice(at)];
}
