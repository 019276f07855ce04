import { useEffect, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import styles from './page.module.css';
import { scaleOf, type Turn, type Zoom } from './zoom.ts';

interface ImageViewProps {
  readonly url: string;
  readonly name: string;
  readonly zoom: Zoom;
  readonly turn: Turn;
  /** The available width, in CSS pixels. */
  readonly width: number;
  readonly onScale: (scale: number) => void;
  readonly onBroken: () => void;
}

/** A picture, rotated as its file says and then as the person chose. */
export function ImageView({ url, name, zoom, turn, width, onScale, onBroken }: ImageViewProps) {
  const words = useWords('review.page');
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const isSideways = turn === 90 || turn === 270;
  const natural = size ?? { width: 0, height: 0 };
  const scale = scaleOf(zoom, width, isSideways ? natural.height : natural.width);
  useEffect(() => onScale(scale), [scale, onScale]);
  const shown = { width: natural.width * scale, height: natural.height * scale };
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
        onError={onBroken}
      />
    </div>
  );
}
