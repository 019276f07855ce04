import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import styles from './page.module.css';
import type { ViewProps } from './pdf-view.tsx';
import { scaleOf } from './zoom.ts';

interface ImageViewProps extends Pick<ViewProps, 'zoom' | 'turn' | 'width' | 'onScale'> {
  readonly bytes: Blob;
  readonly name: string;
  /** Shown where the bytes are no picture. */
  readonly children: ReactNode;
}

/** A picture, rotated as its file says and then as the person chose. */
export function ImageView({ bytes, name, zoom, turn, width, onScale, children }: ImageViewProps) {
  const words = useWords('review.page');
  const url = useObjectUrl(bytes);
  const [damaged, setDamaged] = useState<Blob>();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const isSideways = turn === 90 || turn === 270;
  const natural = size ?? { width: 0, height: 0 };
  const scale = scaleOf(zoom, width, isSideways ? natural.height : natural.width);
  useEffect(() => onScale(scale), [scale, onScale]);
  const shown = { width: natural.width * scale, height: natural.height * scale };
  if (damaged === bytes) return children;
  if (url === undefined) return null;
  return (
    <div
      className={styles.sheet}
      data-page={1}
      style={{ width: isSideways ? shown.height : shown.width, height: isSideways ? shown.width : shown.height }}
    >
      <img
        className={styles.picture}
        src={url}
        alt={words('imageOf', { name })}
        style={{
          width: shown.width,
          height: shown.height,
          position: 'absolute',
          top: '50%',
          left: '50%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
        onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
        onError={() => setDamaged(bytes)}
      />
    </div>
  );
}

/** An address under which the page can show these bytes, until they change or it is gone. */
export function useObjectUrl(bytes: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url;
}
