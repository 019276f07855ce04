import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { closed } from './closed.ts';
import { findValue, pageText } from './find-value.ts';
import type { Sought } from './marks.ts';
import styles from './page.module.css';
import type { Zoom } from './zoom.ts';

interface TextViewProps {
  readonly text: string;
  readonly values: readonly Sought[];
  readonly zoom: Zoom;
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
  readonly onScale: (scale: number) => void;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly label: string;
}

/** The text of a document that has no pages of its own (DOCX), with its values marked. */
export function TextView({ text: raw, values, zoom, active, onPick, onScale }: TextViewProps) {
  const scale = zoom === 'fit' ? 1 : zoom;
  useEffect(() => onScale(scale), [scale, onScale]);
  const text = useMemo(() => closed(raw), [raw]);
  const stretches = useMemo(() => stretchesOf(text, values), [text, values]);
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the field, which is what a person has moved to
  useEffect(() => {
    sheet.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={sheet} className={styles.plain} data-page={1} style={{ fontSize: `${scale * 0.9375}rem` }}>
      {marked(text, stretches, active, onPick)}
    </div>
  );
}

function stretchesOf(text: string, values: readonly Sought[]): readonly Stretch[] {
  const page = pageText([{ text, endsLine: true }]);
  const all = values.flatMap(({ key, label, value }) =>
    findValue(page, value).flatMap((place) => place.map(({ from, to }): Stretch => ({ from, to, key, label }))),
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
  stretches: readonly Stretch[],
  active: string | undefined,
  onPick: (key: string) => void,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to, key, label } of stretches) {
    parts.push(
      text.slice(at, from),
      // biome-ignore lint/a11y/useKeyWithClickEvents: the fields themselves are the keyboard's way
      <mark key={from} data-mark={key} data-active={key === active} title={label} onClick={() => onPick(key)}>
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return [...parts, text.slice(at)];
}
