import { FlaskConical, Inbox, KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Connect, type Typed } from './connect.tsx';
import styles from './first-run.module.css';
import { TrySandbox } from './try-sandbox.tsx';

type View = 'choice' | 'connect' | 'sandbox';

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
            <Inbox aria-hidden />
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
              <button type="button" className={styles.card} data-view="sandbox" onClick={() => setView('sandbox')}>
                <FlaskConical aria-hidden />
                <span className={styles.cardTitle}>{words('tryTitle')}</span>
                <span className={styles.cardDetail}>{words('tryDetail')}</span>
              </button>
              <button type="button" className={styles.card} data-view="connect" onClick={() => setView('connect')}>
                <KeyRound aria-hidden />
                <span className={styles.cardTitle}>{words('connectTitle')}</span>
                <span className={styles.cardDetail}>{words('connectDetail')}</span>
              </button>
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
