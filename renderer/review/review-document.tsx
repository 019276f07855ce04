import { useQueryClient } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Problem } from '../components/problem.tsx';
import { useHost } from '../host/host.tsx';
import { answerQuery, useHostQuery } from '../host/use-host-query.ts';
import { go, useLocation } from '../navigation.ts';
import { HostText } from '../words/sentence.tsx';
import { useWords } from '../words/words.tsx';
import { ReviewHeader } from './header.tsx';
import { previewQuery } from './page/use-preview.ts';
import styles from './review.module.css';
import { Desk } from './review-layout.tsx';
import { WorkList } from './review-list.tsx';
import { neighbour, nextWaiting, positionOf, settle as settleIn, sizeOf } from './review-order.ts';
import { flagsOf, taskOf } from './review-task.ts';
import { useReviewActions } from './use-actions.ts';
import { useRound } from './use-review-order.ts';

interface WorkProps {
  readonly folderId: number | undefined;
  readonly folders: readonly FolderStatus[];
  /** How many documents wait in all folders. */
  readonly attention: number;
  readonly onFolder: (folderId: number | undefined) => void;
}

/** Where the list leaves enough of the page. A person's own choice holds as long as the window lives. */
const wideEnough = '(min-width: 90rem)';
let chosenList: boolean | undefined;

/** One round through what waits: the list, the document at hand, and the way from one to the next. */
export function Work({ folderId, folders, attention, onFolder }: WorkProps) {
  const words = useWords('review');
  const location = useLocation();
  const { round, isReady, problem, settle, join, more } = useRound(folderId);
  const asked = location.screen === 'review' ? location.documentId : undefined;
  const id = asked ?? (isReady ? nextWaiting(round, undefined) : undefined);
  const details = useHostQuery('document', { id: id ?? 1 }, { enabled: id !== undefined });
  const document = details.data?.id === id ? details.data : undefined;
  const [hasList, setHasList] = useState(() => chosenList ?? window.matchMedia(wideEnough).matches);
  const [said, setSaid] = useState('');
  const latest = useRef({ id, round });
  useEffect(() => {
    latest.current = { id, round };
  });

  const goTo = (next: number | undefined): void =>
    go({ screen: 'review', ...(next !== undefined && { documentId: next }) }, 'replace');
  const step = (direction: 1 | -1): void => {
    const next = id === undefined && direction === -1 ? round.items.at(-1)?.document.id : neighbour(round, id, direction);
    if (next !== undefined) goTo(next);
  };
  const skip = (): void => {
    const next = nextWaiting(round, id);
    if (next === undefined) setSaid(words('lastOne'));
    else goTo(next);
  };
  const actions = useReviewActions({
    onDone: (done) => {
      settle(done, true);
      // A person who has gone elsewhere meanwhile is left there.
      if (latest.current.id === done) goTo(nextWaiting(settleIn(latest.current.round, done), done));
    },
    onBack: (back) => {
      settle(back, false);
      goTo(back);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a document that was asked for joins once, when it and the list are there
  useEffect(() => {
    if (document !== undefined && isReady) join(document);
  }, [document?.id, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each document that is come to
  useEffect(() => {
    if (document === undefined) return;
    const name = fileNameOf(document.path);
    const flags = flagsOf(taskOf(document));
    setSaid(words('moved', { position: position, count: size, name, flags }));
  }, [document?.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `more` is new at each render, and asks for nothing twice
  useEffect(() => {
    if (round.items.length - positionOf(round, id ?? 0) < 20) more();
  }, [round, id]);
  usePrefetch(nextWaiting(round, id));

  const position = id === undefined ? 0 : positionOf(round, id);
  const size = Math.max(sizeOf(round), position);
  const sorting = new Set(folders.filter(({ route }) => route.kind === 'classification').map((folder) => folder.id));
  const looked = round.items.filter((item) => item.done).length;
  return (
    <div className={styles.screen}>
      <ReviewHeader
        position={position}
        size={size}
        folderId={folderId}
        folders={folders}
        attention={attention}
        hasList={hasList}
        onFolder={onFolder}
        onList={() => {
          chosenList = !hasList;
          setHasList(chosenList);
        }}
        onStep={step}
      />
      <p className="unseen" role="status" data-announcement>
        {said}
      </p>
      <Problem problem={problem} />
      <div className={styles.body} data-list={hasList && round.items.length > 0}>
        {hasList && round.items.length > 0 && (
          <WorkList round={round} current={id} sorting={sorting} onChoose={goTo} onEnd={more} />
        )}
        {id === undefined ? (
          isReady && (
            <div className={styles.rest}>
              <EmptyState
                icon={<FileCheck2 aria-hidden />}
                title={words(looked > 0 ? 'doneTitle' : 'emptyTitle')}
                actions={
                  folderId !== undefined &&
                  attention > 0 && <Button onClick={() => onFolder(undefined)}>{words('showAll')}</Button>
                }
              >
                <p>{looked > 0 ? words('doneDetail', { count: looked }) : words('emptyDetail')}</p>
                {folderId !== undefined && attention > 0 && <p>{words('elsewhere', { count: attention })}</p>}
              </EmptyState>
            </div>
          )
        ) : details.isError ? (
          <div className={styles.rest}>
            <EmptyState
              title={words('unavailable')}
              actions={<Button onClick={() => goTo(nextWaiting(round, id))}>{words('next')}</Button>}
            >
              <p>
                <HostText text={details.error.problem.message} />
              </p>
            </EmptyState>
          </div>
        ) : document === undefined ? (
          <p className={styles.rest}>{words('loading')}</p>
        ) : (
          <Desk document={document} actions={actions} onStep={step} onSkip={skip} />
        )}
      </div>
    </div>
  );
}

/** The next one is there, with its page, before a person comes to it. */
function usePrefetch(id: number | undefined): void {
  const host = useHost();
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    const fetch = async (): Promise<void> => {
      const query = answerQuery(host, 'document', { id });
      await client.prefetchQuery(query);
      const next = client.getQueryData<DocumentDetails>(query.queryKey);
      if (next !== undefined) await client.prefetchQuery(previewQuery(id, next.preview, next.sha256 ?? ''));
    };
    void fetch();
  }, [host, client, id]);
}
