import { ArrowLeft, Check } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { Banner, Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Panel, ScreenFrame } from '../../components/screen.tsx';
import { toast } from '../../components/toast.tsx';
import { useHostCommand, useHostQuery } from '../../host/host.tsx';
import { kept, useKept } from '../../host/kept.ts';
import { go, hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { type Draft, draftOf, emptyDraft } from './draft.ts';
import { Existing, FolderPart, useInspection } from './folder-part.tsx';
import styles from './form.module.css';
import { NextPart } from './next-part.tsx';
import { RoutePart } from './route-part.tsx';
import { problemsOf, settingsOf } from './settings-of.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import { EarlierDocuments } from './trial.tsx';
import { routeActionOf, useForm } from './use-form.ts';

interface FolderFormProps {
  /** The folder that is changed; left out: one is added. */
  readonly folder?: WatchedFolder;
  /** A folder to add that was dropped. */
  readonly path?: string | undefined;
}

const leave = (): void => go({ screen: 'folders' });

/**
 * Adds a folder, and shows its documents then, or changes one. Only what has to be known is asked when it is added; entries are kept
 * wherever the person goes meanwhile.
 */
export function FolderForm({ folder, path }: FolderFormProps) {
  const all = useWords('folders');
  const words = useWords('folders.form');
  const common = useWords('common');
  const { data: status } = useHostQuery('status', {});
  const isSandbox = status?.sandbox === true;
  const isNew = folder === undefined;
  const entries = useDraft(folder);
  const form = useForm(entries);
  const { draft, change, errors, frame } = form;
  const inspection = useInspection(draft.path, draft.recursive, folder?.settings.path);
  const add = useHostCommand('addFolder', ['folders', 'status']);
  const update = useHostCommand('updateFolder', ['folders', 'status']);
  /** Settings that were changed: the person is asked what becomes of earlier documents. */
  const [saved, setSaved] = useState<Record<'before' | 'after', FolderSettings>>();
  const isBusy = add.isRunning || update.isRunning || form.isRunning || saved !== undefined;
  const action = routeActionOf(draft);
  const wrong = Object.values(errors).filter(Boolean).length;
  const part = { draft, change, errors };
  const existing = { draft, change, inspection, isSandbox };
  useDroppedPath(path, entries.change);
  useFirstRoute(isSandbox && folder === undefined && draft.choice === '', change);
  useEffect(() => {
    if (folder === undefined) frame.current?.querySelector('input')?.focus();
  }, [folder, frame]);

  const save = async (): Promise<void> => {
    if (isBusy || !form.isSound(problemsOf(draft))) return;
    const route = await form.toRoute();
    // What was looked up or made is shown first.
    if (route === undefined || action !== 'next') return;
    const read = settingsOf(draft, route);
    if (!read.ok) return;
    const settings = read.value;
    const countedAt = inspection.found?.countedAt;
    const answer =
      folder === undefined
        ? await add.run({ settings, ...(countedAt !== undefined && { countedAt }) })
        : await update.run({ id: folder.id, settings });
    if (!answer.ok) return form.refuse(answer.error);
    entries.discard();
    toast({ text: folder === undefined ? all('added', { name: nameOf(draft.path) }) : words('changed') });
    if ('id' in answer.value) go({ screen: 'queue', folderId: Number(answer.value.id) });
    else if (folder !== undefined) setSaved({ before: folder.settings, after: settings });
  };
  return (
    <ScreenFrame
      title={words(folder !== undefined ? 'changeTitle' : status?.folders.length === 0 ? 'firstTitle' : 'addTitle')}
      actions={
        <a className="row gap-1" href={hrefOf({ screen: 'folders' })}>
          <ArrowLeft />
          {words('toList')}
        </a>
      }
    >
      <div className={styles.column}>
        {entries.isRestored && (
          <Banner
            actions={
              <Button kind="quiet" size="small" onClick={entries.discard}>
                {all('draft.startOver')}
              </Button>
            }
          >
            {all('draft.restored')}
          </Banner>
        )}
        <Form
          data-work
          ref={frame}
          className="stack gap-4"
          onSubmit={() => void save()}
          onKeyDown={(event) => {
            // Entries are kept, so Escape needs no confirmation.
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            leave();
          }}
        >
          <FolderPart {...part} inspection={inspection} {...(isNew && { step: 1 })}>
            <Existing {...existing} watched={folder} />
          </FolderPart>
          <RoutePart {...part} isSandbox={isSandbox} {...(isNew && { step: 2 })}>
            {draft.choice.includes('classification') && <NextPart key={draft.choice} {...part} isNew={isNew} />}
          </RoutePart>
          {folder === undefined ? (
            <Panel title={words('start')} step={3} intro={words('later')} />
          ) : (
            <Panel title={words('settings')}>
              <SettingsTabs {...part} watched={folder} />
            </Panel>
          )}
          <Problem problem={form.problem} />
          <footer className="row wrap between gap-4">
            <Button kind="quiet" onClick={leave}>
              {common('cancel')}
            </Button>
            <p className={styles.wrongCount} role="status">
              {wrong > 0 && words('wrongSomewhere', { count: wrong })}
            </p>
            <Button type="submit" kind="primary" busy={isBusy} icon={<Check />}>
              {isBusy ? words('working') : action !== 'next' ? words(action) : words(folder === undefined ? 'addNow' : 'saveNow')}
            </Button>
          </footer>
        </Form>
      </div>
      {folder !== undefined && saved !== undefined && <EarlierDocuments id={folder.id} {...saved} onDone={leave} />}
    </ScreenFrame>
  );
}

/**
 * A draft that outlives its form. `isRestored`: the entries are from before this form was opened; `discard` starts over.
 */
function useDraft(folder: WatchedFolder | undefined) {
  const name = folder === undefined ? 'folder.add' : `folder.change-${folder.id}`;
  const begin = () => (folder === undefined ? emptyDraft() : draftOf(folder.settings));
  const typed = useKept<Draft>(name);
  const [begun, setBegun] = useState(begin);
  const [isRestored, setRestored] = useState(typed !== undefined);
  const change = useCallback(
    (changes: Partial<Draft>) => kept.set(name, { ...(kept.of<Draft>(name) ?? begun), ...changes }),
    [name, begun],
  );
  const discard = (): void => {
    setBegun(begin());
    setRestored(false);
    kept.set(name, undefined);
  };
  return { draft: typed === undefined ? begun : { ...emptyDraft(), ...typed }, change, discard, isRestored };
}

/** Takes over the path of a dropped folder once, even in a restored draft, and removes it from the address. */
function useDroppedPath(path: string | undefined, change: (changes: { readonly path: string }) => void): void {
  useEffect(() => {
    if (path === undefined || path === '') return;
    change({ path });
    go({ screen: 'folders', adding: true }, 'replace');
  }, [path, change]);
}

/** In the sandbox, its own extraction is the obvious route: it is preselected. */
function useFirstRoute(isOpen: boolean, change: (changes: { readonly choice: string }) => void): void {
  const { data: [first] = [] } = useHostQuery('routes', {});
  const choose = useEffectEvent(change);
  useEffect(() => {
    if (isOpen && first !== undefined) choose({ choice: routeKey(first.route) });
  }, [isOpen, first]);
}
