import { FileCheck2, FilePlus, FlaskConical, FolderOpen, Inbox, Keyboard, ScrollText, Settings2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { troubledFolders } from '../../electron/core/contract/tray-state.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { IconLine } from '../components/icon-line.tsx';
import { listenToKeys, useKeyBindings } from '../components/key-bindings.tsx';
import { undoLast } from '../components/toast.tsx';
import { useHostQuery } from '../host/host.tsx';
import { type AppLocation, go, hrefOf, keyListShown, type Screen, screens } from '../navigation.ts';
import { useStore } from '../store.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { useAddFiles } from './add-files.tsx';
import { Banners } from './banners.tsx';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { StatusBlock } from './status-block.tsx';

type SideScreen = (typeof screens)[number];

/** The icon of each screen. */
const icons: Readonly<Record<SideScreen, typeof Inbox>> = {
  queue: Inbox,
  review: FileCheck2,
  folders: FolderOpen,
  settings: Settings2,
};

/** The side with status and navigation, the banners, and the current screen. */
export function Shell({ location, children }: { readonly location: AppLocation; readonly children: ReactNode }) {
  const words = useWords('status');
  const names = useWords('common.screens');
  const { data: status } = useHostQuery('status', {});
  const isKeyListShown = useStore(keyListShown);
  const [isActivityShown, showActivity] = useState(false);
  const addFiles = useAddFiles();
  const main = useRef<HTMLElement>(null);
  useEffect(listenToKeys, []);
  // What was asked for while there was no shell is not shown later.
  useEffect(() => keyListShown.set(false), []);
  useKeyBindings(words('keys.everywhere'), [
    ...screens.map((screen, position) => ({
      key: String(position + 1),
      label: names(screen),
      act: () => go({ screen }),
      leaves: true as const,
    })),
    { key: '/', label: words('keys.search'), act: () => main.current?.querySelector<HTMLElement>('[type="search"]')?.focus() },
    { key: 'u', label: words('adding.button'), act: () => addFiles() },
    { key: 'Ctrl+Z', label: words('keys.undo'), act: () => undoLast() },
    { key: '?', label: words('keys.help'), act: () => keyListShown.set(true) },
  ]);
  const waiting = status?.standings['needs-you'] ?? 0;
  const counts: Partial<Record<SideScreen, number>> = {
    queue: status?.standings.failed ?? 0,
    review: waiting,
    folders: troubledFolders(status?.folders ?? []).length,
  };
  // "(3) Queue · Intray", for tabs and window lists.
  const title = `${waiting > 0 ? `(${waiting}) ` : ''}${names(location.screen)} · Intray`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const footActions = [
    ...((status?.folders.length ?? 0) > 0 ? [['adding.button', FilePlus, () => addFiles()] as const] : []),
    ['activity.title', ScrollText, () => showActivity(true)] as const,
    ['keysTitle', Keyboard, () => keyListShown.set(true)] as const,
  ];
  return (
    <div className={styles.window}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {words('skip')}
      </button>
      <aside className={styles.side} aria-label={words('side')}>
        <StatusBlock status={status} />
        <nav className={styles.screens} aria-label={words('screens')}>
          <ul className="stack">
            {screens.map((screen) => (
              <li key={screen}>
                <ScreenLink screen={screen} current={location.screen} count={counts[screen] ?? 0} />
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.foot}>
          {status?.sandbox === true && <SandboxNote />}
          {footActions.map(([key, Icon, act]) => (
            <Button key={key} kind="quiet" size="small" icon={<Icon />} title={words(key)} onClick={act}>
              <span>{words(key)}</span>
            </Button>
          ))}
        </div>
      </aside>
      <div className={styles.rest}>
        <section className={styles.banners} aria-label={words('banners')}>
          <Banners status={status} />
        </section>
        <main ref={main} id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isActivityShown && <ActivityDialog onClose={() => showActivity(false)} />}
      {isKeyListShown && <ShortcutsDialog onClose={() => keyListShown.set(false)} />}
    </div>
  );
}

interface ScreenLinkProps {
  readonly screen: SideScreen;
  /** Where the person is: Insights belong to the documents. */
  readonly current: Screen;
  /** What a person should look at there. */
  readonly count: number;
}

function ScreenLink({ screen, current, count }: ScreenLinkProps) {
  const names = useWords('common.screens');
  const words = useWords('status');
  const formats = useFormats();
  const Icon = icons[screen];
  const isWithin = screen === 'queue' && current === 'insights';
  return (
    <a
      className={styles.screen}
      href={hrefOf({ screen })}
      aria-current={current === screen ? 'page' : isWithin ? true : undefined}
    >
      <Icon />
      <span className="grow">{names(screen)}</span>
      {count > 0 && screen !== 'settings' && (
        <>
          <span aria-hidden>
            <Badge tone={screen === 'review' ? 'warn' : 'bad'}>{formats.number(count)}</Badge>
          </span>
          <span className="unseen">{words(`counts.${screen}`, { count })}</span>
        </>
      )}
    </a>
  );
}

/** Says that the built-in sandbox is in use. */
function SandboxNote() {
  const words = useWords('status');
  return (
    <div className={styles.sandbox}>
      <IconLine icon={<FlaskConical />}>
        <strong>{words('sandbox')}</strong>
      </IconLine>
      <p className="soft">{words('sandboxDetail')}</p>
      <a href={hrefOf({ screen: 'settings' })}>{words('sandboxAction')}</a>
    </div>
  );
}
