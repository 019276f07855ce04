import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { Text, useWords } from '../../words/words.tsx';
import type { AskedPages } from '../use-actions.ts';
import styles from './values-panel.module.css';

interface VerdictFormProps {
  readonly verdict: NonNullable<DocumentDetails['verdict']>;
  readonly isRunning: boolean;
  readonly onChange: (categoryId: string) => void;
  readonly onRedo: () => void;
}

/** The category that a document has gone on by: another one takes it elsewhere, and so may another run. */
export function VerdictForm({ verdict, isRunning, onChange, onRedo }: VerdictFormProps) {
  const words = useWords('review.category');
  const { category, categories } = verdict;
  const [chosen, choose] = useState('');
  const others = categories.filter(({ id, name }) => id !== undefined && id !== category?.id && name !== category?.name);
  return (
    <section className={styles.section}>
      <SelectField
        label={words('legend')}
        hint={words('wentOn')}
        value={chosen}
        options={[
          ['', category === undefined ? words('none') : isolated(category.name)],
          ...others.map(({ id = '', name }) => [id, isolated(name)] as const),
        ]}
        onChoose={choose}
      />
      <div className="wrap gap-2">
        <Button disabled={chosen === ''} busy={isRunning} onClick={() => onChange(chosen)}>
          {words('change')}
        </Button>
        <Button icon={<RefreshCw />} busy={isRunning} onClick={onRedo}>
          {words('redo')}
        </Button>
      </div>
    </section>
  );
}

/** Asks before pages are sent that another category would have sent. */
export function AgreeToPages({ message, answer }: AskedPages) {
  const words = useWords('review.category');
  return (
    <Confirm
      title={words('pagesTitle')}
      action={words('pagesAction')}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      <Text as="p" message={message} />
    </Confirm>
  );
}
