import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from '../components/field.tsx';
import { go } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import type { QueueLocation } from './filters.ts';
import styles from './search.module.css';

const debounceMs = 200;

/** Searches names and values, shortly after the last letter. */
export function SearchField({ location }: { readonly location: QueueLocation }) {
  const words = useWords('queue');
  const [typed, setTyped] = useState(location.text ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // Follow changes of the address from elsewhere: Back, or "Show all documents".
  useEffect(() => setTyped(location.text ?? ''), [location.text]);
  const search = (text: string): void => {
    const openBefore = latest.current.documentId;
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { text: _, ...now } = latest.current;
      const { documentId, ...closed } = now;
      // A new search closes the document that was open beside it, never one opened since the last letter.
      const rest = documentId === openBefore ? closed : now;
      go(text.trim() === '' ? rest : { ...rest, text }, 'replace');
    }, debounceMs);
  };
  return (
    <div className={styles.search}>
      <Search />
      <Input
        type="search"
        aria-label={words('search')}
        placeholder={words('search')}
        value={typed}
        maxLength={200}
        onChange={(event) => search(event.target.value)}
      />
    </div>
  );
}
