import { CircleCheck, FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FolderStatus } from '../../../electron/core/contract/status.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Problem } from '../../components/problem.tsx';
import { Progress } from '../../components/progress.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import styles from './done.module.css';
import { type Draft, hasTable } from './draft.ts';
import { Frame, StepList } from './frame.tsx';

export interface DoneProps {
  readonly id: number;
  readonly draft: Draft;
  readonly onAnother: () => void;
}

/** Shown once the folder is watched: what happens next, the progress, and where the results are. */
export function Done({ id, draft, onAnother }: DoneProps) {
  const words = useWords('folders.done');
  const form = useWords('folders.form');
  const { data: status } = useHostQuery('status', {});
  const folder = status?.folders.find((each) => each.id === id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const found = folder?.balance.found ?? 0;
  const outputs = draft.outputJson ? (hasTable(draft) ? 'both' : 'json') : hasTable(draft) ? 'csv' : 'none';
  return (
    <Frame title={form('addTitle')}>
      <StepList now="done" />
      <section className={styles.done} aria-labelledby="folder-done">
        <CircleCheck className={styles.doneIcon} />
        <h2 id="folder-done" ref={heading} tabIndex={-1}>
          {words('title', { name: nameOf(draft.path) })}
        </h2>
        <p>{words('detail')}</p>
        <p>{words(`outputs.${outputs}`)}</p>
        <p className={styles.donePath}>
          <code>{isolated(draft.path)}</code>
        </p>
      </section>
      {status?.sandbox === true && folder !== undefined && <Samples folder={folder} />}
      {folder !== undefined && found > 0 && <Outcome folder={folder} isWritten={outputs !== 'none'} />}
      <div className="wrap gap-2">
        <LinkButton kind={found > 0 ? 'primary' : 'plain'} href={hrefOf({ screen: 'queue', folderId: id })}>
          {words('seeQueue')}
        </LinkButton>
        <Button onClick={onAnother}>{words('another')}</Button>
      </div>
    </Frame>
  );
}

/** With the sandbox, Intray's sample documents can be tried for free. */
function Samples({ folder }: { readonly folder: FolderStatus }) {
  const words = useWords('folders.done');
  const drop = useHostCommand('dropSamples', ['status']);
  const count = useRef(0);
  // Until the first scan is finished, a new file could count as one that was already there.
  const isReady = folder.health.kind === 'watching';
  return (
    <section className={styles.samples} aria-labelledby="folder-samples">
      <FlaskConical />
      <div>
        <h3 id="folder-samples">{words('samplesTitle')}</h3>
        <p className="hint">{words('samples')}</p>
      </div>
      <Button
        kind={count.current === 0 ? 'primary' : 'plain'}
        busy={drop.isRunning || !isReady}
        onClick={async () => {
          const answer = await drop.run({ id: folder.id });
          if (answer.ok) count.current += answer.value.files.length;
        }}
      >
        {words('samplesAdd')}
      </Button>
      <p role="status">{count.current > 0 && words('samplesAdded', { count: count.current })}</p>
      <Problem problem={drop.problem} />
    </section>
  );
}

function Outcome({ folder, isWritten }: { readonly folder: FolderStatus; readonly isWritten: boolean }) {
  const words = useWords('folders.done');
  const { id, balance, standings } = folder;
  const handled = balance.found - balance.moving;
  const { failed, 'needs-you': unsure } = standings;
  if (balance.moving > 0) {
    return (
      <section className="stack gap-2" role="status">
        <p>{words('progress', { done: handled, found: balance.found })}</p>
        <Progress label={words('progress', { done: handled, found: balance.found })} value={handled / balance.found} />
      </section>
    );
  }
  return (
    <section className="stack gap-2" role="status">
      <p className={styles.finished}>
        <CircleCheck />
        <span>
          <strong>
            {failed === 0
              ? words('finished', { count: balance.found })
              : words('partly', { done: balance.found - failed, found: balance.found })}
          </strong>{' '}
          {isWritten && words('beside')}
        </span>
      </p>
      {failed > 0 && (
        <p>
          {words('failed', { count: failed })}{' '}
          <a href={hrefOf({ screen: 'queue', folderId: id, show: 'failed' })}>{words('why')}</a>
        </p>
      )}
      {unsure > 0 && (
        <p>
          {words('attention', { count: unsure })} <a href={hrefOf({ screen: 'review' })}>{words('review')}</a>
        </p>
      )}
    </section>
  );
}
