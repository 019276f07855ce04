import { FlaskConical, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { useToast } from '../components/toast.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { Text } from '../words/text.tsx';
import { useWords } from '../words/words.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';

/** The service that documents go to, and its key. The key is never shown, and only a tested one replaces it. */
export function ServiceSection({ service }: { readonly service: Preferences['service'] }) {
  const words = useWords('settings.service');
  const { keychainProblem } = service;
  return (
    <Section title={words('title')}>
      {service.sandbox ? (
        <p className={styles.standing}>
          <FlaskConical aria-hidden />
          {words('sandboxNow')}
        </p>
      ) : (
        <p className={styles.standing}>
          <KeyRound aria-hidden />
          {words(`keyIn.${service.key}`)}
        </p>
      )}
      {keychainProblem !== undefined && (
        <p className={styles.hint}>{words.rich('keychainProblem', { problem: () => <Text message={keychainProblem} /> })}</p>
      )}
      {service.sandbox && <h3>{words('connectTitle')}</h3>}
      <ConnectionForm service={service} />
      {!service.sandbox && (
        <div className={styles.buttons}>
          {service.key !== 'none' && service.key !== 'environment' && <ClearKey />}
          <UseSandbox />
        </div>
      )}
    </Section>
  );
}

/** Asks first, because it cannot be undone: the key is gone. */
function ClearKey() {
  const words = useWords('settings.service');
  const common = useWords('common');
  const toast = useToast();
  const command = useHostCommand('clearKey', ['preferences', 'status']);
  const [asks, setAsks] = useState(false);
  const clear = async (): Promise<void> => {
    if (!(await command.run({})).ok) return;
    setAsks(false);
    toast({ text: words('cleared') });
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {words('clear')}
      </Button>
      {asks && (
        <Dialog
          title={words('clearTitle')}
          size="small"
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{common('cancel')}</Button>
              <Button kind="danger" busy={command.isRunning} onClick={() => void clear()}>
                {words('clearAction')}
              </Button>
            </>
          }
        >
          <p>{words('clearDetail')}</p>
          <Problem problem={command.problem} />
        </Dialog>
      )}
    </>
  );
}

function UseSandbox() {
  const words = useWords('settings.service');
  const common = useWords('common');
  const toast = useToast();
  const command = useHostCommand('useSandbox', ['preferences', 'status']);
  const [asks, setAsks] = useState(false);
  const use = async (): Promise<void> => {
    if (!(await command.run({})).ok) return;
    setAsks(false);
    toast({ text: words('sandboxUsed') });
  };
  return (
    <>
      <Button kind="quiet" icon={<FlaskConical aria-hidden />} onClick={() => setAsks(true)}>
        {words('useSandbox')}
      </Button>
      {asks && (
        <Dialog
          title={words('sandboxTitle')}
          size="small"
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{common('cancel')}</Button>
              <Button kind="primary" busy={command.isRunning} onClick={() => void use()}>
                {words('useSandbox')}
              </Button>
            </>
          }
        >
          <p>{words('useSandboxHint')}</p>
          <p>{words('sandboxDetail')}</p>
          <Problem problem={command.problem} />
        </Dialog>
      )}
    </>
  );
}
