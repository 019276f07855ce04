import { CircleCheck, FolderPlus, ScanLine, SearchX } from 'lucide-react';
import { Button, LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { go, hrefOf } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { isFiltered, type QueueLocation, shownOf } from './filters.ts';

/** Says why the list is empty and what to do next. */
export function EmptyQueue({ location, hasFolders }: { readonly location: QueueLocation; readonly hasFolders: boolean }) {
  const words = useWords('queue.empty');
  if (isFiltered(location)) {
    const isAttention = shownOf(location) === 'attention' && (location.text ?? '') === '';
    return (
      <EmptyState
        icon={isAttention ? <CircleCheck aria-hidden /> : <SearchX aria-hidden />}
        title={words(isAttention ? 'noAttentionTitle' : 'noMatchTitle')}
        actions={<Button onClick={() => go({ screen: 'queue' })}>{words('clear')}</Button>}
      >
        {words(isAttention ? 'noAttention' : 'noMatch')}
      </EmptyState>
    );
  }
  if (hasFolders) {
    return (
      <EmptyState icon={<ScanLine aria-hidden />} title={words('waitingTitle')}>
        {words('waiting')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<FolderPlus aria-hidden />}
      title={words('noFolderTitle')}
      actions={
        <LinkButton kind="primary" href={hrefOf({ screen: 'folders', adding: true })}>
          {words('addFolder')}
        </LinkButton>
      }
    >
      {words('noFolder')}
    </EmptyState>
  );
}
