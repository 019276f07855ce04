import { Inbox } from 'lucide-react';
import { EmptyState } from '../parts/empty-state.tsx';
import { ScreenFrame } from '../parts/screen.tsx';
import { useWords } from '../words/words.tsx';

export function FirstRun() {
  const words = useWords('firstRun');
  return (
    <ScreenFrame title={words('title')}>
      <EmptyState icon={<Inbox aria-hidden />} title={words('emptyTitle')}>
        {words('emptyDetail')}
      </EmptyState>
    </ScreenFrame>
  );
}
