import { RotateCw } from 'lucide-react';
import type { SetHook, UntakenEvent } from '../../electron/core/contract/hooks.ts';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/screen.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { Text, useFormats, useWords } from '../words/words.tsx';
import styles from './settings.module.css';

/** How often the list is fetched while it is shown, in milliseconds: no notice says that a hook was told. */
const refetchMs = 5_000;

/** Which hooks there are, and what none of them has taken. They are set in a file alone: nothing here can. */
export function HooksSection() {
  const words = useWords('hooks');
  const { data, error } = useHostQuery('hooks', {}, { refetchInterval: refetchMs });
  const again = useHostCommand('tellAgain', ['hooks', 'status']);
  const tell = (ids?: readonly string[]) => void again.run(ids === undefined ? {} : { ids: [...ids] });
  return (
    <Panel title={words('title')}>
      <p className="hint">{words.rich('hint', { file: (file) => <code>{file}</code> })}</p>
      <Problem problem={error} />
      <Problem problem={again.problem} />
      {data !== undefined && (
        <>
          {data.set.length === 0 && <p>{words('noneSet')}</p>}
          <ul className="stack gap-3">
            {data.set.map((hook) => (
              <HookLine key={`${hook.folder ?? ''} ${hook.name}`} hook={hook} />
            ))}
          </ul>
          <p role="status">{words('untaken', { pending: data.pending, givenUp: data.givenUp })}</p>
          <ul className="stack gap-3">
            {data.events.map((event) => (
              <EventLine key={event.id} event={event} onAgain={() => tell([event.id])} />
            ))}
          </ul>
          {data.events.length > 1 && (
            <div className="wrap gap-2">
              <Button icon={<RotateCw />} busy={again.isRunning} onClick={() => tell()}>
                {words('allAgain')}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

function HookLine({ hook: { name, folder, kind, target } }: { readonly hook: SetHook }) {
  const words = useWords('hooks');
  return (
    <li>
      <strong>{words(`when.${name}`)}</strong>
      <p className="hint">
        {words(kind, { target })} {folder === undefined ? words('allFolders') : folder}
      </p>
    </li>
  );
}

function EventLine({ event, onAgain }: { readonly event: UntakenEvent; readonly onAgain: () => void }) {
  const words = useWords('hooks');
  const { at } = useFormats();
  const { name, path, isGivenUp, attempts, nextAt, message } = event;
  return (
    <li className={styles.row}>
      <div>
        <strong>{path}</strong> {words(`when.${name}`)}
        <p className="hint">
          {isGivenUp
            ? words('wasGivenUp', { count: attempts })
            : attempts === 0
              ? words('isWaiting')
              : words('wasRefused', { count: attempts, next: at(nextAt) })}{' '}
          {message !== undefined && <Text message={message} />}
        </p>
      </div>
      {(isGivenUp || attempts > 0) && (
        <Button size="small" onClick={onAgain}>
          {words('tryAgain')} <span className="unseen">{path}</span>
        </Button>
      )}
    </li>
  );
}
