import type { Mark } from './marks.ts';
import styles from './page.module.css';

interface MarkLayerProps {
  readonly marks: readonly Mark[];
  /** The field that a person is at. */
  readonly active: string | undefined;
  readonly onPick: (key: string) => void;
}

/** Where values stand on the page. A pointer's shortcut to their fields; a keyboard goes from field to page instead. */
export function MarkLayer({ marks, active, onPick }: MarkLayerProps) {
  return (
    <div className={styles.marks} aria-hidden="true">
      {marks.map((mark) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the fields themselves are the keyboard's way
        // biome-ignore lint/a11y/noStaticElementInteractions: the fields themselves are the keyboard's way
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
