import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { Check, CircleAlert, FileQuestion, Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { FileName } from '../components/file-name.tsx';
import { hrefOf } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { useIsEdited } from './drafts.ts';
import styles from './review.module.css';
import { positionOf, type ReviewItem, type ReviewOrder, sizeOf } from './review-order.ts';
import { attentionKindOf } from './review-task.ts';

interface ReviewListProps {
  readonly order: ReviewOrder;
  readonly current: number | undefined;
  readonly onChoose: (id: number) => void;
  /** Folders whose documents are classified. */
  readonly classified: ReadonlySet<number>;
  /** Called as the end of the list comes near. */
  readonly onEnd: () => void;
}

const rowPixels = 52;

/** The documents to review. Only visible rows are rendered, so the list stays smooth however long it is. */
export function ReviewList({ order, current, classified, onChoose, onEnd }: ReviewListProps) {
  const words = useWords('review.list');
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: order.items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 6,
    getItemKey: (index) => order.items[index]?.document.id ?? index,
  });
  const at = current === undefined ? -1 : positionOf(order, current) - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current document changes, not at each render
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [at]);
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onEnd` is new at each render
  useEffect(() => {
    if (last >= order.items.length - 10) onEnd();
  }, [last, order.items.length]);
  return (
    <nav ref={scroller} className={styles.list} aria-label={words('label')} data-review-list>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = order.items[index];
          return (
            item !== undefined && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={sizeOf(order)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row
                  item={item}
                  isCurrent={item.document.id === current}
                  isClassified={classified.has(item.document.folderId)}
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
  readonly item: ReviewItem;
  readonly isClassified: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: (id: number) => void;
}

function Row({ item: { document, done }, isClassified, isCurrent, onChoose }: RowProps) {
  const words = useWords('review.list');
  const { id, path } = document;
  const isEdited = useIsEdited(id);
  const kind = attentionKindOf(document, isClassified);
  const isDoubtful = kind === 'check' || kind === 'classify' || kind === 'copy';
  const [Icon, tone] = done
    ? ([Check, 'good'] as const)
    : isEdited || isDoubtful
      ? ([isEdited ? Pencil : FileQuestion, 'plain'] as const)
      : ([CircleAlert, 'bad'] as const);
  return (
    <a
      className={styles.row}
      href={hrefOf({ screen: 'review', documentId: id })}
      aria-current={isCurrent}
      data-done={done}
      data-tone={tone}
      onClick={(event) => {
        event.preventDefault();
        onChoose(id);
      }}
    >
      <Icon />
      <span className="stack grow">
        <span className={clsx('cut', done && 'soft')} title={path}>
          <FileName name={fileNameOf(path)} />
        </span>
        <span className="hint cut">{words(done ? 'done' : isEdited ? 'edited' : kind)}</span>
      </span>
    </a>
  );
}
