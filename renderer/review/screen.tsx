import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileCheck2, PanelLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { Problem } from '../components/banner.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FolderSelect } from '../components/folder-select.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useStableCallback } from '../components/use-stable-callback.ts';
import { hostQuery, useHost, useHostQuery } from '../host/host.tsx';
import { go, hrefOf, useLocation } from '../navigation.ts';
import { Text, useWords } from '../words/words.tsx';
import { previewQuery } from './page/use-preview.ts';
import styles from './review.module.css';
import { ReviewDocument } from './review-document.tsx';
import { ReviewList } from './review-list.tsx';
import { neighbour, nextWaiting, positionOf, sizeOf, useReviewOrder, withDone } from './review-order.ts';
import { flagCount, taskOf } from './review-task.ts';
import { useReviewActions } from './use-actions.ts';
import { AgreeToPages } from './values/category-form.tsx';

/** Where a person works through the waiting documents: the page beside its values, one document after the other. */
export function ReviewScreen() {
  const [folderId, setFolderId] = useState<number>();
  useEffect(warmUp, []);
  const chooseFolder = (chosen: number | undefined): void => {
    setFolderId(chosen);
    go({ screen: 'review' }, 'replace');
  };
  // Each folder has an order of its own.
  return <Review key={folderId ?? 'all'} folderId={folderId} onFolder={chooseFolder} />;
}

/** Windows wide enough to show the list beside the page. A person's own choice holds until the window closes. */
const wideEnough = '(min-width: 90rem)';
let chosenList: boolean | undefined;

interface ReviewProps {
  readonly folderId: number | undefined;
  readonly onFolder: (folderId: number | undefined) => void;
}

/** The waiting documents of one folder or all: the list, the current document, and moving between them. */
function Review({ folderId, onFolder }: ReviewProps) {
  const { data: status } = useHostQuery('status', {});
  const folders = status?.folders ?? [];
  const waiting = status?.standings['needs-you'] ?? 0;
  const words = useWords('review');
  const location = useLocation();
  const { order, isReady, problem, setDone, add, loadMore } = useReviewOrder(folderId);
  const requested = location.screen === 'review' ? location.documentId : undefined;
  const id = requested ?? (isReady ? nextWaiting(order, undefined) : undefined);
  const details = useHostQuery('document', { id: id ?? 1 }, { enabled: id !== undefined });
  const document = details.data?.id === id ? details.data : undefined;
  const [hasList, setHasList] = useState(() => chosenList ?? window.matchMedia(wideEnough).matches);
  const [announcement, announce] = useState('');
  const orderNow = useStableCallback(() => order);

  const goTo = (documentId: number | undefined): void => go({ screen: 'review', documentId }, 'replace');
  // What is in sight stays, also when somebody confirms it in another window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `goTo` is new at each render
  useEffect(() => {
    if (requested === undefined && id !== undefined) goTo(id);
  }, [requested, id]);
  const step = (direction: 1 | -1): void => {
    const next = id === undefined && direction === -1 ? order.items.at(-1)?.document.id : neighbour(order, id, direction);
    if (next !== undefined) goTo(next);
  };
  const skip = (): void => {
    const next = nextWaiting(order, id);
    if (next === undefined) announce(words('lastOne'));
    else goTo(next);
  };
  const actions = useReviewActions({
    onDone: (ids) => {
      setDone(ids, true);
      // The list may have moved on by itself already. One that did not wait stays in sight.
      const inSight = ids.find((each) => window.location.hash === hrefOf({ screen: 'review', documentId: each }));
      if (inSight !== undefined && positionOf(orderNow(), inSight) > 0) goTo(nextWaiting(withDone(orderNow(), ids), inSight));
    },
    onBack: (ids) => {
      setDone(ids, false);
      goTo(ids[0]);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a document opened by its address is added once, when both it and the list are loaded
  useEffect(() => {
    if (document !== undefined && isReady) add(document);
  }, [document?.id, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once for each document
  useEffect(() => {
    if (document === undefined) return;
    const name = fileNameOf(document.path);
    const flags = flagCount(taskOf(document));
    announce(words('moved', { position, count: size, name, flags }));
  }, [document?.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loadMore` is new at each render, and requests nothing twice
  useEffect(() => {
    if (order.items.length - positionOf(order, id ?? 0) < 20) loadMore();
  }, [order, id]);
  usePrefetch(nextWaiting(order, id));

  const position = id === undefined ? 0 : positionOf(order, id);
  const size = Math.max(sizeOf(order), position);
  const classified = new Set(folders.filter(({ route }) => route.kind === 'classification').map((folder) => folder.id));
  const reviewed = order.items.filter((item) => item.done).length;
  const stepper = (
    <>
      <IconButton
        label={words(hasList ? 'list.hide' : 'list.show')}
        icon={<PanelLeft />}
        aria-pressed={hasList}
        onClick={() => {
          chosenList = !hasList;
          setHasList(chosenList);
        }}
      />
      {size > 0 && (
        <div className="row gap-1 numbers">
          <IconButton label={words('previous')} icon={<ChevronLeft />} onClick={() => step(-1)} />
          {position > 0 && <span data-position>{words('position', { position, count: size })}</span>}
          <IconButton label={words('next')} icon={<ChevronRight />} onClick={() => step(1)} />
        </div>
      )}
    </>
  );
  const chooser = (
    <FolderSelect
      label={words('folder')}
      all={words('allFolders', { count: waiting })}
      folders={folders}
      folderId={folderId}
      optionOf={(folder, name) => words('folderWith', { name, count: folder.standings['needs-you'] })}
      className={styles.folder}
      onChoose={onFolder}
    />
  );
  return (
    <ScreenFrame title={words('title')} beside={stepper} actions={chooser} isFilled>
      <p className="unseen" role="status" data-announcement>
        {announcement}
      </p>
      <Problem problem={problem} />
      <div className={styles.body} data-list={hasList && order.items.length > 0}>
        {hasList && order.items.length > 0 && (
          <ReviewList order={order} current={id} classified={classified} onChoose={goTo} onEnd={loadMore} />
        )}
        {id === undefined ? (
          isReady && (
            <div className={styles.rest}>
              <EmptyState
                icon={<FileCheck2 />}
                title={words(reviewed > 0 ? 'doneTitle' : 'emptyTitle')}
                actions={
                  folderId !== undefined && waiting > 0 && <Button onClick={() => onFolder(undefined)}>{words('showAll')}</Button>
                }
              >
                <p>{reviewed > 0 ? words('doneDetail', { count: reviewed }) : words('emptyDetail')}</p>
                {folderId !== undefined && waiting > 0 && <p>{words('elsewhere', { count: waiting })}</p>}
              </EmptyState>
            </div>
          )
        ) : details.isError ? (
          <div className={styles.rest}>
            <EmptyState
              title={words('unavailable')}
              actions={<Button onClick={() => goTo(nextWaiting(order, id))}>{words('next')}</Button>}
            >
              <Text as="p" message={details.error.message} />
            </EmptyState>
          </div>
        ) : document === undefined ? (
          <p className={styles.rest}>{words('loading')}</p>
        ) : (
          <ReviewDocument document={document} actions={actions} onStep={step} onSkip={skip} />
        )}
      </div>
      {actions.documents.dialog}
      {actions.question !== undefined && <AgreeToPages {...actions.question} />}
    </ScreenFrame>
  );
}

/** Loads the next document and its page before the person gets there. */
function usePrefetch(id: number | undefined): void {
  const host = useHost();
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    const fetch = async (): Promise<void> => {
      const query = hostQuery(host, 'document', { id });
      await client.prefetchQuery(query);
      const next = client.getQueryData<DocumentDetails>(query.queryKey);
      if (next !== undefined) await client.prefetchQuery(previewQuery(id, next.preview, next.sha256 ?? ''));
    };
    void fetch();
  }, [host, client, id]);
}

/**
 * Loads and starts the large modules that draw pages while the list is being fetched. A failure here is ignored: it
 * happens again, and is reported, where the modules are needed.
 */
function warmUp(): void {
  Promise.all([import('./page/pdf-worker.ts'), import('./page/pdf-view.tsx')]).then(
    ([{ pdfWorker }]) => void pdfWorker(),
    () => undefined,
  );
}
