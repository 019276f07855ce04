import { Info, LoaderCircle } from 'lucide-react';
import { Text, useWords } from '../../words/words.tsx';
import { PathField } from '../browse/path-field.tsx';
import styles from './form.module.css';
import { Part, type PartProps } from './frame.tsx';
import { Settings } from './setting.tsx';
import { type Inspection, useAmount } from './use-inspection.ts';

/** Which folder: its path, what prevents watching it, and what it contains now. */
export function FolderPart({ draft, change, errors, inspection }: PartProps & { readonly inspection: Inspection }) {
  const words = useWords('folders.where');
  const { found } = inspection;
  return (
    <Part title={words('title')} intro={words('intro')}>
      <PathField
        what="folder"
        label={words('label')}
        hint={words('hint')}
        error={errors.path ?? found?.problem}
        value={draft.path}
        onChange={(path) => change({ path })}
      />
      <Settings group="folder" draft={draft} change={change} errors={errors} />
      <div role="status">
        <Contents inspection={inspection} />
      </div>
    </Part>
  );
}

function Contents({ inspection: { found, isLooking } }: { readonly inspection: Inspection }) {
  const words = useWords('folders.where');
  const amountOf = useAmount();
  if (isLooking) {
    return (
      <p className={styles.fact}>
        <LoaderCircle />
        {words('looking')}
      </p>
    );
  }
  if (found === undefined || found.problem !== undefined) return null;
  const { files, known, notes } = found;
  return (
    <div className="stack gap-2">
      <p className={styles.fact}>
        <Info />
        <span>
          {known > 0 ? words('known', { known, count: files }) : amountOf(found)} {files > 0 && words('thereLater')}
        </span>
      </p>
      {notes.map((note) => (
        <p key={note.code} className={styles.fact}>
          <Info />
          <Text message={note} />
        </p>
      ))}
    </div>
  );
}
