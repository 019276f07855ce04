import { Download } from 'lucide-react';
import { useState } from 'react';
import type { RequestOutput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { useWords } from '../words/words.tsx';
import { NumberField, Section, useSave } from './section.tsx';
import styles from './settings.module.css';

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
      {shown !== undefined && <DiagnosticsDialog {...shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}

/** Shows everything a diagnostics file would contain, before it is saved. */
function DiagnosticsDialog({ fileName, text, onClose }: RequestOutput<'diagnostics'> & { readonly onClose: () => void }) {
  const words = useWords('settings.data');
  const common = useWords('common');
  const toast = useToast();
  const save = (): void => {
    download(fileName, text);
    toast({ text: words('downloaded', { name: fileName }) });
    onClose();
  };
  return (
    <Dialog
      title={words('diagnosticsTitle')}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('close')}</Button>
          <Button kind="primary" icon={<Download aria-hidden />} onClick={save}>
            {words('download')}
          </Button>
        </>
      }
    >
      <p>{words('diagnosticsDetail')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className={styles.diagnostics} lang="en" tabIndex={0}>
        {text}
      </pre>
    </Dialog>
  );
}

/** Lets the browser save a text as a file; nothing leaves the computer. */
function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
