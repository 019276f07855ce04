import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FilingBatchSummary } from '../../electron/core/contract/filings.ts';
import { standingNames } from '../../electron/core/document/standing.ts';
import { say } from '../../electron/core/messages/message.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmCommand, Dialog } from '../components/dialog.tsx';
import { nameOf } from '../components/folder-names.ts';
import { ScrollList } from '../components/scroll-list.tsx';
import { toast, undoKept, useKeptMessages } from '../components/toast.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { hrefOf } from '../navigation.ts';
import { useFormats, useText, useWords } from '../words/words.tsx';
import styles from './activity-dialog.module.css';

/** How often what is shown is fetched, in milliseconds: no notice says that something was filed. */
const refetchMs = 2_000;

/** What was filed, to be taken back, and what was said in the corner for a moment: nothing has to be read in time. */
export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('status.activity');
  const common = useWords('common');
  const formats = useFormats();
  const kept = useKeptMessages();
  const [chosen, choose] = useState<FilingBatchSummary>();
  if (chosen !== undefined) return <UndoDialog batch={chosen} onClose={() => choose(undefined)} />;
  return (
    <Dialog title={words('title')} onClose={onClose}>
      <div className="stack gap-4">
        <Filings onUndo={choose} />
        <p className="soft">{words(kept.length === 0 ? 'empty' : 'hint')}</p>
        <ol>
          {kept.map((message) => (
            <li key={message.id} className={styles.line} data-tone={message.tone ?? 'plain'}>
              <time dateTime={new Date(message.at).toISOString()}>{formats.time(message.at)}</time>
              <span className={styles.said}>{message.text}</span>
              {message.undo !== undefined && (
                <Button size="small" icon={<Undo2 />} onClick={() => undoKept(message)}>
                  {common('undo')} <span className="unseen">{message.text}</span>
                </Button>
              )}
            </li>
          ))}
        </ol>
        <RemovedFolders />
        <Hours onLeave={onClose} />
      </div>
    </Dialog>
  );
}

/** Folders that were removed can be watched again, with all that was set. */
function RemovedFolders() {
  const words = useWords('status.activity');
  const folders = useWords('folders');
  const { at: momentOf } = useFormats();
  const { data: removed = [] } = useHostQuery('removedFolders', {}, { staleTime: 0, gcTime: 0 });
  const { run, isRunning, problem } = useHostCommand('restoreFolder', ['removedFolders', 'folders', 'status']);
  const bringBack = async (id: number, name: string): Promise<void> => {
    if ((await run({ id })).ok) toast({ text: folders('back', { name }) });
  };
  if (removed.length === 0) return null;
  return (
    <section aria-label={words('removedFolders')}>
      <h3>{words('removedFolders')}</h3>
      <Problem problem={problem} />
      <ul>
        {removed.map(({ id, path, at, by }) => (
          <li key={id} className={styles.line}>
            <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
            <span className={styles.said}>{words('removed', { path, by })}</span>
            <Button size="small" icon={<Undo2 />} busy={isRunning} onClick={() => void bringBack(id, nameOf(path))}>
              {words('bringBack')} <span className="unseen">{path}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** So far back documents are counted. */
const countedMs = 48 * 3_600_000;

/** What became of documents, hour by hour: also at night, and while no window was open. */
function Hours({ onLeave }: { readonly onLeave: () => void }) {
  const words = useWords('status.activity');
  const names = useWords('queue.standings');
  const formats = useFormats();
  const [since] = useState(() => Date.now() - countedMs);
  const { data: status } = useHostQuery('status', {});
  const { data: hours = [] } = useHostQuery('hours', { since }, { refetchInterval: refetchMs, gcTime: 0 });
  if (hours.length === 0) return null;
  const isWatched = (folderId: number) => status?.folders.some(({ id }) => id === folderId) === true;
  return (
    <section aria-label={words('hours')}>
      <h3>{words('hours')}</h3>
      <ul>
        {hours.map(({ at, folderId, path, counts }) => (
          <li key={`${at} ${folderId}`} className={styles.line}>
            <time dateTime={new Date(at).toISOString()}>{formats.when(at)}</time>
            {isWatched(folderId) ? (
              <a className={styles.said} href={hrefOf({ screen: 'queue', folderId })} onClick={onLeave}>
                {isolated(nameOf(path))}
              </a>
            ) : (
              <span className={styles.said}>{isolated(nameOf(path))}</span>
            )}
            <span>
              {formats.list(
                standingNames
                  .filter((name) => counts[name] > 0)
                  .map((standing) => words('standing', { count: counts[standing], standing: names(standing) })),
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last batches of filings. Each can be taken back, and what was taken back can be filed again. */
function Filings({ onUndo }: { readonly onUndo: (batch: FilingBatchSummary) => void }) {
  const words = useWords('filing.batches');
  const { at } = useFormats();
  const { data, error } = useHostQuery('filingBatches', {}, { refetchInterval: refetchMs });
  const again = useHostCommand('fileAgain', ['filingBatches']);
  const fileAgain = async (id: number): Promise<void> => {
    const answer = await again.run({ id });
    if (answer.ok) toast({ text: words('filedAgain', { count: answer.value.count }) });
  };
  if (error === null && (data === undefined || data.batches.length === 0)) return null;
  return (
    <section aria-label={words('title')}>
      <h3>{words('title')}</h3>
      <Problem problem={error ?? again.problem} />
      <ul>
        {data?.batches.map((batch) => (
          <li key={batch.id} className={styles.line}>
            <time dateTime={new Date(batch.from).toISOString()}>{at(batch.from)}</time>
            <span className={styles.said}>{words('filed', { documents: batch.documents, undone: batch.undone })}</span>
            {batch.again > 0 && (
              <Button size="small" kind="quiet" onClick={() => void fileAgain(batch.id)}>
                {words('again', { count: batch.again })} <span className="unseen">{at(batch.from)}</span>
              </Button>
            )}
            {batch.undone < batch.documents && (
              <Button size="small" icon={<Undo2 />} onClick={() => onUndo(batch)}>
                {words('undo')} <span className="unseen">{at(batch.from)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.more === true && <p className="soft">{words('more')}</p>}
    </section>
  );
}

interface UndoDialogProps {
  readonly batch: FilingBatchSummary;
  readonly onClose: () => void;
}

/** Shows what goes back and what has to stay, before a batch of filings is taken back. */
function UndoDialog({ batch: { id, from }, onClose }: UndoDialogProps) {
  const words = useWords('filing.batches');
  const common = useWords('common');
  const { at } = useFormats();
  const text = useText();
  const { data, error } = useHostQuery('filingBatch', { id }, { gcTime: 0 });
  const undo = useHostCommand('undoFilings', ['filingBatches']);
  const title = words('undoTitle', { at: at(from) });
  if (data === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <Problem problem={error} />
        {error === null && <p role="status">{common('loading')}</p>}
      </Dialog>
    );
  const { goBack, stay } = data;
  const body = (
    <>
      <p role="status">{words('goBack', { count: goBack.count })}</p>
      <Documents label={words('goBackList')} count={goBack.count}>
        {goBack.documents.map(({ id, path, to }) => (
          <li key={id}>
            {path}
            <p>→ {isolated(to)}</p>
          </li>
        ))}
      </Documents>
      {stay.count > 0 && <p>{words('stay', { count: stay.count })}</p>}
      <Documents label={words('stayList')} count={stay.count}>
        {stay.documents.map(({ id, path, why }) => (
          <li key={id}>
            {path}
            <p>{text(why)}</p>
          </li>
        ))}
      </Documents>
      <p>{text(say('answers.undo.beyond'))}</p>
    </>
  );
  if (goBack.count === 0)
    return (
      <Dialog title={title} onClose={onClose}>
        <div className="stack gap-3">{body}</div>
      </Dialog>
    );
  return (
    <ConfirmCommand
      command={undo}
      input={{ id }}
      done={({ count }) => words('undoing', { count })}
      title={title}
      action={words('undoAction', { count: goBack.count })}
      other={common('close')}
      onClose={onClose}
    >
      {body}
    </ConfirmCommand>
  );
}

interface DocumentsProps {
  readonly label: string;
  /** Of all; the rows may be fewer. */
  readonly count: number;
  readonly children: readonly ReactNode[];
}

function Documents({ label, count, children }: DocumentsProps) {
  const words = useWords('filing.batches');
  if (count === 0) return null;
  return (
    <ScrollList label={label} foot={count > children.length && <p>{words('others', { count: count - children.length })}</p>}>
      {children}
    </ScrollList>
  );
}
