import { clsx } from 'clsx';
import { File, Folder } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { DirectoryListing } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { useWords } from '../../words/words.tsx';
import styles from './browse.module.css';

type Entry = DirectoryListing['entries'][number];

interface EntryListProps {
  readonly listing: DirectoryListing;
  /** Path of the selected entry. */
  readonly chosen: string | undefined;
  readonly onOpen: (entry: Entry) => void;
  readonly onPick: (entry: Entry) => void;
  readonly onUp: () => void;
  readonly empty: string;
}

/** Letters typed within this time count as the beginning of one name. */
const typingMs = 800;

const moves: Readonly<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active) => active + 10,
  PageUp: (active) => active - 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The contents of a directory. A click or an arrow selects, two clicks or Enter open, Backspace goes up, letters jump to a name. */
export function EntryList({ listing, chosen, onOpen, onPick, onUp, empty }: EntryListProps) {
  const words = useWords('folders.browse');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const typing = useRef({ text: '', at: 0 });
  const { entries } = listing;
  // Every directory mounts its own list, so opening one keeps the focus here.
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(entries.length - 1, to));
    setActive(next);
    const entry = entries[next];
    if (entry !== undefined) onPick(entry);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const actOf = (key: string): (() => void) | undefined => {
    const entry = entries[active];
    const target = moves[key]?.(active, entries.length);
    if (target !== undefined) return () => move(target);
    if (key === 'Enter' || key === 'ArrowRight') return entry && (() => onOpen(entry));
    if (key === 'Backspace' || key === 'ArrowLeft') return onUp;
    return key.length === 1 ? () => jump(key) : undefined;
  };
  const jump = (letter: string): void => {
    const { text, at } = typing.current;
    const now = Date.now();
    const sought = (now - at < typingMs ? text + letter : letter).toLowerCase();
    typing.current = { text: sought, at: now };
    const found = entries.findIndex(({ name }) => name.toLowerCase().startsWith(sought));
    if (found >= 0) move(found);
  };
  return (
    <div className={styles.entries}>
      <ul
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list box is what it is.
        role="listbox"
        aria-label={words('inside', { path: listing.path })}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        {...(entries.length > 0 && { 'aria-activedescendant': `${id}-${active}` })}
        onKeyDown={onKeyDown}
      >
        {entries.map((entry, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box hears the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus.
          <li
            key={entry.path}
            id={`${id}-${position}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the list box.
            role="option"
            aria-selected={entry.path === chosen}
            className={clsx(styles.entry, position === active && styles.active)}
            onClick={() => {
              setActive(position);
              onPick(entry);
            }}
            onDoubleClick={() => onOpen(entry)}
          >
            {entry.kind === 'directory' ? <Folder /> : <File />}
            <span>{isolated(entry.name)}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className={styles.empty}>{empty}</p>}
      <p id={`${id}-keys`} className={styles.keys}>
        {words('keys')}
      </p>
    </div>
  );
}
