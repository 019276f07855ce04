import { EyeOff, FileText, FlaskConical, HardDrive, Inbox, KeyRound, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { IconLine } from '../components/icon-line.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { go } from '../navigation.ts';
import { ConnectionForm } from '../settings/service-section.tsx';
import { Text, useWords } from '../words/words.tsx';
import styles from './first-run.module.css';

/** As soon as there is a service, the window leaves the first run: for the form that adds the first folder. */
const leave = (): void => go({ screen: 'folders', adding: true }, 'replace');

/** Shown until a service is chosen: the sandbox, or one that the person has an account with. */
export function FirstRun() {
  const words = useWords('firstRun');
  useEffect(() => {
    document.title = words('title');
  }, [words]);
  return (
    <div className={styles.window}>
      <div className={styles.column}>
        <header className={styles.welcome}>
          <span className={styles.logo}>
            <Inbox />
          </span>
          <h1>{words('title')}</h1>
          <p>{words('intro')}</p>
        </header>
        <div className={styles.choices}>
          <TrySandbox />
          <Connect />
        </div>
        <p className="hint">{words('later')}</p>
      </div>
    </div>
  );
}

const points = [
  { name: 'here', Icon: HardDrive },
  { name: 'reads', Icon: FileText },
  { name: 'unsure', Icon: EyeOff },
  { name: 'leave', Icon: Undo2 },
] as const;

function TrySandbox() {
  const words = useWords('firstRun');
  const start = useHostCommand('useSandbox');
  const begin = (): void => {
    leave();
    void start.run({});
  };
  return (
    <section className={styles.panel} aria-labelledby="first-run-sandbox">
      <h2 id="first-run-sandbox" className="row gap-2">
        <FlaskConical />
        {words('tryTitle')}
      </h2>
      <p>{words('tryDetail')}</p>
      <ul className="stack gap-3">
        {points.map(({ name, Icon }) => (
          <li key={name}>
            <IconLine icon={<Icon />}>{words(`sandboxPoints.${name}`)}</IconLine>
          </li>
        ))}
      </ul>
      <Problem problem={start.problem} />
      <Button kind="primary" busy={start.isRunning} onClick={begin}>
        {words(start.isRunning ? 'sandboxStarting' : 'sandboxStart')}
      </Button>
    </section>
  );
}

function Connect() {
  const words = useWords('firstRun');
  const { data: preferences } = useHostQuery('preferences', {});
  const problem = preferences?.service.keychainProblem;
  return (
    <section className={styles.panel} aria-labelledby="first-run-connect">
      <h2 id="first-run-connect" className="row gap-2">
        <KeyRound />
        {words('connectTitle')}
      </h2>
      <p>{words('connectDetail')}</p>
      {preferences !== undefined && <ConnectionForm service={preferences.service} onKeep={leave} />}
      <p className="hint">
        {words('keyWhat')} {problem === undefined ? words('keyWhere') : words('keyNoKeychain')}{' '}
        {problem !== undefined && <Text message={problem} />}
      </p>
    </section>
  );
}
