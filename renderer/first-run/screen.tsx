import { ArrowLeft, EyeOff, FileText, FlaskConical, HardDrive, Inbox, KeyRound, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { go } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { Connect, type Typed } from './connect.tsx';
import styles from './first-run.module.css';

type View = 'choice' | 'connect' | 'sandbox';

const choices = [
  { name: 'sandbox', word: 'try', Icon: FlaskConical },
  { name: 'connect', word: 'connect', Icon: KeyRound },
] as const;

/** Shown until a service is chosen: the choice Intray starts with. Entries stay when the person goes back and forth. */
export function FirstRun() {
  const words = useWords('firstRun');
  const [view, setView] = useState<View>('choice');
  const [typed, setTyped] = useState<Typed>({ url: '', key: '' });
  const last = useRef<View>('choice');
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Back at the choice, the focus returns to where it was.
    if (view === 'choice' && last.current !== 'choice')
      buttons.current?.querySelector<HTMLElement>(`[data-view="${last.current}"]`)?.focus();
    last.current = view;
  }, [view]);
  useEffect(() => {
    document.title = `${words('title')}`;
  }, [words]);
  const back = (): void => setView('choice');
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
        <ol className={styles.steps} aria-label={words('steps')}>
          <li aria-current="step">{words('stepService')}</li>
          <li>{words('stepFolder')}</li>
          <li>{words('stepResults')}</li>
        </ol>
        {view === 'choice' && (
          <section aria-labelledby="first-run-choice" className={styles.choice}>
            <h2 id="first-run-choice">{words('choose')}</h2>
            <div ref={buttons} className={styles.cards}>
              {choices.map(({ name, word, Icon }) => (
                <button key={name} type="button" className={styles.card} data-view={name} onClick={() => setView(name)}>
                  <Icon />
                  <span className={styles.cardTitle}>{words(`${word}Title`)}</span>
                  <span className={styles.cardDetail}>{words(`${word}Detail`)}</span>
                </button>
              ))}
            </div>
            <p className={styles.later}>{words('later')}</p>
          </section>
        )}
        {view === 'connect' && <Connect typed={typed} onType={setTyped} onBack={back} />}
        {view === 'sandbox' && <TrySandbox onBack={back} />}
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

/** Explains the sandbox and starts it. */
function TrySandbox({ onBack }: { readonly onBack: () => void }) {
  const words = useWords('firstRun');
  const start = useHostCommand('useSandbox');
  const begin = async (): Promise<void> => {
    // As soon as there is a service, the window leaves the first run: for the form that adds the first folder.
    go({ screen: 'folders', adding: true }, 'replace');
    await start.run({});
  };
  return (
    <section
      className={styles.panel}
      aria-labelledby="first-run-sandbox"
      onKeyDown={(event) => event.key === 'Escape' && onBack()}
    >
      <h2 id="first-run-sandbox">{words('sandboxTitle')}</h2>
      <ul className={styles.points}>
        {points.map(({ name, Icon }) => (
          <li key={name}>
            <Icon />
            <span>{words(`sandboxPoints.${name}`)}</span>
          </li>
        ))}
      </ul>
      <Problem problem={start.problem} />
      <footer className={styles.foot}>
        <Button icon={<ArrowLeft />} onClick={onBack}>
          {words('back')}
        </Button>
        <span role="status" className={styles.hint}>
          {start.isRunning && words('sandboxStarting')}
        </span>
        <Button kind="primary" autoFocus busy={start.isRunning} onClick={() => void begin()}>
          {words('sandboxStart')}
        </Button>
      </footer>
    </section>
  );
}
