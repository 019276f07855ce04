import { useEffect, useState } from 'react';
import { useHostQuery } from '../host/use-host-query.ts';
import { go } from '../navigation.ts';
import { Work } from './review-document.tsx';

/** Where a person looks at what waits: the page beside its values, one document after the other. */
export function ReviewScreen() {
  const { data: status } = useHostQuery('status', {});
  const [folderId, setFolderId] = useState<number>();
  useEffect(warmUp, []);
  const chooseFolder = (chosen: number | undefined): void => {
    setFolderId(chosen);
    go({ screen: 'review' }, 'replace');
  };
  return (
    <Work
      // Another choice of folders is another round.
      key={folderId ?? 'all'}
      folderId={folderId}
      folders={status?.folders ?? []}
      attention={status?.attention ?? 0}
      onFolder={chooseFolder}
    />
  );
}

/** What draws pages is large: it is fetched and started while the list is asked for. What fails here fails again where it is needed, and is said there. */
function warmUp(): void {
  Promise.all([import('./page/pdf-worker.ts'), import('./page/pdf-view.tsx')]).then(
    ([{ pdfWorker }]) => void pdfWorker(),
    () => undefined,
  );
}
