import { ChevronRight } from 'lucide-react';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { useWords } from '../../words/words.tsx';
import { FilingPart } from './filing-part.tsx';
import styles from './form.module.css';
import type { PartProps } from './frame.tsx';
import { Settings } from './setting.tsx';

/** Settings whose defaults suit most people: when and which files are picked up, and what happens when something goes wrong. */
export function AdvancedSettings(part: PartProps & { readonly watched?: WatchedFolder | undefined }) {
  const words = useWords('folders.advanced');
  return (
    <details className={styles.advanced}>
      <summary>
        <ChevronRight />
        <span>
          {words('title')} <span className="hint">{words('detail')}</span>
        </span>
      </summary>
      <div className={styles.advancedBody}>
        <Settings group="advanced" {...part} />
        <FilingPart {...part} />
      </div>
    </details>
  );
}
