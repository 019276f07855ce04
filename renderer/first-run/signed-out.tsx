import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Form, TextField } from '../components/field.tsx';
import { useHostQuery } from '../host/host.tsx';
import { Text, useWords } from '../words/words.tsx';
import styles from './first-run.module.css';

/** How often the host is asked whether it lets this browser in by now, in milliseconds. */
const askMs = 1_000;

/** Shown instead of everything else; when the browser is signed in, in this tab or another, the window comes back. */
export function SignedOut() {
  const { error } = useHostQuery('about', {}, { staleTime: 0, refetchInterval: askMs });
  const words = useWords('common.signIn');
  const common = useWords('common');
  const [link, type] = useState('');
  const [isWrong, setWrong] = useState(false);
  const refusal = error?.message.code === 'requests.linkUsed' ? error.message : undefined;
  // The bridge takes the link out of the address and redeems it.
  const signIn = (): void => {
    const token = /#link=[\w-]+/.exec(link)?.[0];
    setWrong(token === undefined);
    if (token === undefined) return;
    type('');
    window.location.hash = token;
  };
  return (
    <main className={styles.window}>
      <div className={styles.narrow}>
        <header className={styles.welcome}>
          <span className={styles.logo}>
            <Inbox />
          </span>
          <h1>{common('appName')}</h1>
        </header>
        <section className={styles.panel} aria-labelledby="sign-in">
          <h2 id="sign-in">{words('title')}</h2>
          <div role="alert">
            {refusal !== undefined && (
              <Banner tone="warn" title={<Text message={refusal} />}>
                {words('again')}
              </Banner>
            )}
          </div>
          <ol className={styles.steps}>
            <li>{words.rich('run', { command: (command) => <code>{command}</code> })}</li>
            <li>{words('open')}</li>
          </ol>
          <Form className="stack gap-3" onSubmit={signIn}>
            <TextField
              label={words('link')}
              error={isWrong && words('noLink')}
              value={link}
              onText={(text) => {
                type(text);
                setWrong(false);
              }}
            />
            <div>
              <Button type="submit" kind="primary">
                {words('action')}
              </Button>
            </div>
          </Form>
          <p className="hint">{words('once')}</p>
        </section>
      </div>
    </main>
  );
}
