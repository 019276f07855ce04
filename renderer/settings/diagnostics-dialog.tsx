import { Download } from 'lucide-react';
import type { RequestOutput } from '../../electron/core/contract/contract.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useToast } from '../components/toast.tsx';
import { useWords } from '../words/words.tsx';
import styles from './settings.module.css';

interface DiagnosticsDialogProps {
  readonly diagnostics: RequestOutput<'diagnostics'>;
  readonly onClose: () => void;
}

/** Shows everything a diagnostics file would contain, before it is saved. */
export function DiagnosticsDialog({ diagnostics: { fileName, text }, onClose }: DiagnosticsDialogProps) {
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
