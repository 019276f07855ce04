import { FolderInput, FolderPlus } from 'lucide-react';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { RuledBanner, useIsRuled } from '../../components/banner.tsx';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useKeyBindings } from '../../components/key-bindings.tsx';
import { ScreenFrame } from '../../components/screen.tsx';
import { useHostQuery } from '../../host/host.tsx';
import { go } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { DefinitionList } from '../definitions/definition-list.tsx';
import { FolderCard } from './folder-card.tsx';
import styles from './list.module.css';

/** A card for each folder, in the order they were added. */
export function FolderList({ folders }: { readonly folders: readonly WatchedFolder[] }) {
  const words = useWords('folders');
  const { data: status } = useHostQuery('status', {});
  const { data: about } = useHostQuery('about', {});
  const isRuled = useIsRuled();
  useKeyBindings(
    words('title'),
    isRuled ? [] : [{ key: 'a', label: words('add'), act: () => go({ screen: 'folders', adding: true }) }],
  );
  const canDrop = about?.host === 'desktop';
  const add = isRuled ? undefined : (
    <LinkButton kind="primary" icon={<FolderPlus />} to={{ screen: 'folders', adding: true }}>
      {words('add')}
    </LinkButton>
  );
  return (
    <ScreenFrame title={words('title')} {...(folders.length > 0 && { actions: add })}>
      <div className="stack gap-4">
        <RuledBanner />
        {folders.length === 0 ? (
          <EmptyState icon={<FolderInput />} title={words('emptyTitle')} actions={add}>
            {words('emptyDetail')} {canDrop && words('dropHint')}
          </EmptyState>
        ) : (
          <ul className={styles.cards}>
            {folders.map(({ id: own, settings }) => {
              const folder = status?.folders.find(({ id }) => id === own);
              return (
                folder !== undefined && (
                  <li key={own}>
                    <FolderCard folder={folder} settings={settings} />
                  </li>
                )
              );
            })}
          </ul>
        )}
        {canDrop && folders.length > 0 && <p className="hint">{words('dropHint')}</p>}
        {folders.length > 0 && <DefinitionList />}
      </div>
    </ScreenFrame>
  );
}
