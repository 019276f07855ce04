import { useState } from 'react';
import type { RequestOutput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useWords } from '../words/words.tsx';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';
import { NumberField } from './number-field.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';
import { useSave } from './use-save.ts';

export function DataSection({ logDays, dataDirectory }: Pick<Preferences, 'logDays' | 'dataDirectory'>) {
  const words = useWords('settings.data');
  const saving = useSave();
  const diagnostics = useHostCommand('diagnostics');
  const [shown, setShown] = useState<RequestOutput<'diagnostics'>>();
  const show = async (): Promise<void> => {
    const answer = await diagnostics.run({});
    if (answer.ok) setShown(answer.value);
  };
  return (
    <Section title={words('title')} saving={saving}>
      <NumberField
        label={words('logDays')}
        value={logDays}
        min={1}
        max={365}
        onSave={(days) => saving.save({ logDays: days }, { logDays })}
      />
      <dl className={styles.fact}>
        <dt>{words('directory')}</dt>
        <dd>
          <code>{dataDirectory}</code>
        </dd>
        <dd className={styles.hint}>{words('directoryHint')}</dd>
      </dl>
      <div className={styles.row}>
        <div>
          <h3>{words('diagnostics')}</h3>
          <p className={styles.hint}>{words('diagnosticsHint')}</p>
        </div>
        <Button busy={diagnostics.isRunning} onClick={() => void show()}>
          {words('show')}
        </Button>
      </div>
      <Problem problem={diagnostics.problem} />
      {shown !== undefined && <DiagnosticsDialog diagnostics={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}
