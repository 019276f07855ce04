import { LogOut } from 'lucide-react';
import type { SignedIn } from '../../electron/core/contract/preferences.ts';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/screen.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './settings.module.css';

/** How often the list is fetched while it is shown, in milliseconds: no notice says that a browser has signed in. */
const refetchMs = 15_000;

/** The browsers that are signed in, with a way out for each. */
export function SessionsSection() {
  const words = useWords('settings.sessions');
  const { at } = useFormats();
  const { data: sessions = [] } = useHostQuery('sessions', {}, { refetchInterval: refetchMs });
  const signOut = useHostCommand('signOut', ['sessions', 'status']);
  const own = sessions.find(({ isOwn }) => isOwn);
  return (
    <Panel title={words('title')}>
      <p className="hint">{words.rich('hint', { command: (command) => <code>{command}</code> })}</p>
      <Problem problem={signOut.problem} />
      <ul className="stack gap-3">
        {sessions.map(({ id, agent, madeAt, seenAt, isOwn }) => (
          <li key={id} className={styles.row}>
            <div>
              <strong>{browserOf(agent) ?? words('unknown')}</strong> {isOwn && words('own')}
              <p className="hint">{words('times', { made: at(madeAt), seen: at(seenAt) })}</p>
            </div>
            {!isOwn && (
              <Button size="small" onClick={() => void signOut.run({ which: id })}>
                {words('signOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="wrap gap-2">
        {own !== undefined && (
          <Button icon={<LogOut />} busy={signOut.isRunning} onClick={() => void signOut.run({ which: own.id })}>
            {words('signOutOwn')}
          </Button>
        )}
        {sessions.length > 1 && (
          <Button kind="quiet" busy={signOut.isRunning} onClick={() => void signOut.run({ which: 'others' })}>
            {words('signOutOthers')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** The first that a User-Agent names: most name others too, to be taken for them. */
const browsers = { Firefox: /Firefox\//, Edge: /Edg\//, Opera: /OPR\//, Chrome: /Chrom(e|ium)\//, Safari: /Safari\// };
const systems = { Windows: /Windows/, Android: /Android/, iOS: /iPhone|iPad/, macOS: /Mac OS/, Linux: /Linux/ };

/** `Firefox, Linux`; undefined if the browser does not say what it is. */
function browserOf(agent: SignedIn['agent']): string | undefined {
  const names = [browsers, systems].map((known) => Object.entries(known).find(([, pattern]) => pattern.test(agent))?.[0]);
  return names[0] === undefined ? undefined : names.filter((name) => name !== undefined).join(', ');
}
