import { FlaskConical, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Button } from '../components/button.tsx';
import { ConfirmCommand } from '../components/dialog.tsx';
import { IconLine } from '../components/icon-line.tsx';
import { Text, useWords } from '../words/words.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Section } from './section.tsx';
import { useGuardedCommand } from './use-code.tsx';

/** The service that documents go to, and its key. The key is never shown, and only a tested one replaces it. */
export function ServiceSection({ service, isRuled }: { readonly service: Preferences['service']; readonly isRuled: boolean }) {
  const words = useWords('settings.service');
  const { keychainProblem } = service;
  const clearKey = { button: words('clear'), title: words('clearTitle'), action: words('clearAction'), done: words('cleared') };
  const useSandbox = {
    button: words('useSandbox'),
    title: words('sandboxTitle'),
    action: words('useSandbox'),
    done: words('sandboxUsed'),
  };
  return (
    <Section title={words('title')}>
      <IconLine icon={service.sandbox ? <FlaskConical /> : <KeyRound />}>
        {service.sandbox ? words('sandboxNow') : words(`keyIn.${service.key}`)}
      </IconLine>
      {keychainProblem !== undefined && (
        <p className="hint">{words.rich('keychainProblem', { problem: () => <Text message={keychainProblem} /> })}</p>
      )}
      {service.sandbox && <h3>{words('connectTitle')}</h3>}
      <ConnectionForm service={service} />
      {!service.sandbox && (
        <div className="wrap gap-2">
          {service.key !== 'none' && service.key !== 'environment' && (
            <Asked command="clearKey" kind="danger" texts={clearKey}>
              <p>{words('clearDetail')}</p>
            </Asked>
          )}
          {!isRuled && (
            <Asked command="useSandbox" kind="primary" icon={<FlaskConical />} texts={useSandbox}>
              <p>{words('useSandboxHint')}</p>
              <p>{words('sandboxDetail')}</p>
            </Asked>
          )}
        </div>
      )}
    </Section>
  );
}

interface AskedProps {
  readonly command: 'clearKey' | 'useSandbox';
  readonly texts: Readonly<Record<'button' | 'title' | 'action' | 'done', string>>;
  readonly icon?: ReactNode;
  readonly kind: 'primary' | 'danger';
  readonly children: ReactNode;
}

/** A button that asks before it acts. */
function Asked({ command: name, texts, icon, kind, children }: AskedProps) {
  const command = useGuardedCommand(name, ['preferences', 'status']);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={icon} onClick={() => setAsks(true)}>
        {texts.button}
      </Button>
      {asks && (
        <ConfirmCommand
          command={command}
          input={{}}
          done={() => texts.done}
          size="small"
          title={texts.title}
          action={texts.action}
          kind={kind}
          onClose={() => setAsks(false)}
        >
          {children}
        </ConfirmCommand>
      )}
      {command.dialog}
    </>
  );
}
