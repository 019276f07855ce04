import type { Mark } from './marks.ts';
import styles from './page.module.css';

interface MarkLayerProps {
  readonly marks: readonly Mark[];
  /** The key of the focused field. */
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
}

/** The marks on the page: with a pointer, a shortcut to their fields; the keyboard goes from field to page instead. */
export function MarkLayer({ marks, active, onPick }: MarkLayerProps) {
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
