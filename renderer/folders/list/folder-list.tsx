import { FolderInput, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { Banner } from '../../components/banner.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { useKeyBindings } from '../../components/key-bindings.tsx';
import { RuledBanner, useIsRuled } from '../../components/ruled-banner.tsx';
import { ScreenFrame } from '../../components/screen.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { go, hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { DefinitionList } from '../definitions/definition-list.tsx';
import { forgetDraft, keptDraft } from '../form/use-draft.ts';
import { FolderCard } from './folder-card.tsx';
import styles from './list.module.css';
import { useFolderActions } from './use-folder-actions.ts';

/** A card for each folder, in the order they were added. */
export function FolderList({ folders }: { readonly folders: readonly WatchedFolder[] }) {
  const words = useWords('folders');
  const { data: status } = useHostQuery('status', {});
  const { data: about } = useHostQuery('about', {});
  const actions = useFolderActions();
  const isRuled = useIsRuled();
  useKeyBindings(
    words('title'),
    isRuled ? [] : [{ key: 'a', label: words('add'), act: () => go({ screen: 'folders', adding: true }) }],
  );
  const canDrop = about?.host === 'desktop';
  const add = isRuled ? undefined : (
    <LinkButton kind="primary" icon={<FolderPlus />} href={hrefOf({ screen: 'folders', adding: true })}>
      {words('add')}
    </LinkButton>
  );
  return (
    <ScreenFrame title={words('title')} {...(folders.length > 0 && { actions: add })}>
      <div className={styles.screen}>
        <RuledBanner />
        {!isRuled && <UnfinishedDraft />}
        {folders.length === 0 ? (
          <EmptyState icon={<FolderInput />} title={words('emptyTitle')} actions={add}>
            {words('emptyDetail')} {canDrop && words('dropHint')}
          </EmptyState>
        ) : (
          <ul className={styles.cards}>
            {folders.map((folder) => {
              const known = status?.folders.find(({ id }) => id === folder.id);
              return known === undefined ? null : (
                <li key={folder.id}>
                  <FolderCard
                    folder={known}
                    isAllPaused={status?.line.kind === 'paused'}
                    isRuled={isRuled}
                    canOpen={about?.can.openFiles === true}
                    actions={actions}
                  />
                </li>
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

/** Offers to continue adding a folder: no entry is lost. */
function UnfinishedDraft() {
  const words = useWords('folders.draft');
  const [draft, setDraft] = useState(() => keptDraft('add'));
  if (draft === undefined) return null;
  return (
    <Banner
      title={words('title')}
      actions={
        <>
          <Button
            kind="quiet"
            onClick={() => {
              forgetDraft('add');
              setDraft(undefined);
            }}
          >
            {words('discard')}
          </Button>
          <LinkButton href={hrefOf({ screen: 'folders', adding: true })}>{words('resume')}</LinkButton>
        </>
      }
    >
      {words('detail', { known: draft.path === '' ? 'no' : 'yes', path: nameOf(draft.path) })}
    </Banner>
  );
}
