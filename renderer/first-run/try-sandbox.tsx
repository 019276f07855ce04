import { ArrowLeft, EyeOff, FileText, HardDrive, Undo2 } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { useHostCommand } from '../host/use-host-command.ts';
import { go } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import styles from './first-run.module.css';

const points = [
  { name: 'here', Icon: HardDrive },
  { name: 'reads', Icon: FileText },
  { name: 'unsure', Icon: EyeOff },
  { name: 'leave', Icon: Undo2 },
] as const;

/** Explains the sandbox and starts it. */
export function TrySandbox({ onBack }: { readonly onBack: () => void }) {
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
            <Icon aria-hidden />
            <span>{words(`sandboxPoints.${name}`)}</span>
          </li>
        ))}
      </ul>
      <Problem problem={start.problem} />
      <footer className={styles.foot}>
        <Button icon={<ArrowLeft aria-hidden />} onClick={onBack}>
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
