import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, CircleAlert, FileQuestion, Pencil } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { hrefOf } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { drafts, emptyDraft } from './drafts.ts';
import styles from './review.module.css';
import { positionOf, type Round, type RoundItem, sizeOf } from './review-order.ts';
import { wantedOf } from './review-task.ts';

interface WorkListProps {
  readonly round: Round;
  readonly current: number | undefined;
  readonly onChoose: (id: number) => void;
  /** Folders whose documents are classified. */
  readonly sorting: ReadonlySet<number>;
  /** Its end is near. */
  readonly onEnd: () => void;
}

const rowPixels = 52;

/** The documents of the round. Only rows in sight are there: however many wait, it stays smooth. */
export function WorkList({ round, current, sorting, onChoose, onEnd }: WorkListProps) {
  const words = useWords('review.list');
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: round.items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 6,
    getItemKey: (index) => round.items[index]?.document.id ?? index,
  });
  const at = current === undefined ? -1 : positionOf(round, current) - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed when another document is at hand, not when the list is drawn anew
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [at]);
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onEnd` is new at each render
  useEffect(() => {
    if (last >= round.items.length - 10) onEnd();
  }, [last, round.items.length]);
  return (
    <nav ref={scroller} className={styles.list} aria-label={words('label')} data-review-list>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = round.items[index];
          return (
            item !== undefined && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={sizeOf(round)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row
                  item={item}
                  isCurrent={item.document.id === current}
                  isClassified={sorting.has(item.document.folderId)}
                  onChoose={onChoose}
                />
              </li>
            )
          );
        })}
      </ul>
    </nav>
  );
}

interface RowProps {
  readonly item: RoundItem;
  readonly isClassified: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: (id: number) => void;
}

function Row({ item: { document, done }, isClassified, isCurrent, onChoose }: RowProps) {
  const words = useWords('review.list');
  const { id, path } = document;
  const isEdited = useSyncExternalStore(drafts.onChange, () => drafts.of(id) !== emptyDraft);
  return (
    <a
      className={styles.row}
      href={hrefOf({ screen: 'review', documentId: id })}
      aria-current={isCurrent}
      data-done={done}
      onClick={(event) => {
        event.preventDefault();
        onChoose(id);
      }}
    >
      <RowIcon document={document} done={done} isEdited={isEdited} />
      <span className={styles.rowText}>
        <span className={styles.rowName} title={path}>
          {fileNameOf(path)}
        </span>
        <span className={styles.rowWhy}>
          {done ? words('done') : isEdited ? words('edited') : words(wantedOf(document, isClassified))}
        </span>
      </span>
    </a>
  );
}

function RowIcon({
  document,
  done,
  isEdited,
}: {
  readonly document: DocumentSummary;
  readonly done: boolean;
  readonly isEdited: boolean;
}) {
  if (done) return <Check aria-hidden className={styles.good} />;
  if (isEdited) return <Pencil aria-hidden />;
  const wanted = wantedOf(document);
  return wanted === 'check' || wanted === 'copy' ? (
    <FileQuestion aria-hidden />
  ) : (
    <CircleAlert aria-hidden className={styles.bad} />
  );
}
