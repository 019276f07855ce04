import type { Destination } from '../core/contract/contract.ts';
import { statusLine } from '../core/contract/tray-state.ts';
import { fileNameOf } from '../core/document/document.ts';
import { type Message, say } from '../core/messages/message.ts';
import { isolated, type Wording } from '../core/messages/wording.ts';
import type { TraySnapshot } from '../workspace/workspace.ts';

/** What the tray's menu can do. */
export interface TrayActions {
  /** Shows the window. */
  readonly open: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly lookNow: () => void;
  readonly goTo: (destination: Destination) => void;
  readonly openFolder: (path: string) => void;
  readonly quit: () => void;
}

/** An item of the menu, as Electron makes one of it. */
export interface TrayItem {
  readonly type?: 'separator';
  readonly label?: string;
  readonly enabled?: false;
  readonly click?: () => void;
  readonly submenu?: TrayItem[];
}

/** The most results that the menu lists. */
const maxResults = 5;

const separator: TrayItem = { type: 'separator' };

/** The tray's menu in one language. Pure but for what a click does. */
export function trayMenu({ status, recent }: TraySnapshot, { text }: Wording, actions: TrayActions): TrayItem[] {
  const { pause, resume, lookNow, goTo, openFolder, open, quit } = actions;
  const item = (message: Message, click: () => void): TrayItem => ({ label: fitted(text(message)), click });
  const list = (message: Message, submenu: TrayItem[], empty: Message): TrayItem => ({
    label: fitted(text(message)),
    submenu: submenu.length > 0 ? submenu : [{ label: fitted(text(empty)), enabled: false }],
  });
  const results = recent.slice(0, maxResults).map(({ id, path }) => ({
    label: fitted(isolated(fileNameOf(path))),
    click: () => goTo({ screen: 'queue', documentId: id }),
  }));
  const folders = status.folders.map(({ path }) => ({ label: fitted(isolated(path)), click: () => openFolder(path) }));
  return [
    { label: fitted(text(statusLine(status)), 'beginning'), enabled: false },
    separator,
    status.line.kind === 'paused' ? item(say('status.resume'), resume) : item(say('status.pause'), pause),
    item(say('status.lookNow'), lookNow),
    item(say('desktop.tray.review', { count: status.standings['needs-you'] }), () => goTo({ screen: 'review' })),
    separator,
    list(say('desktop.tray.results'), results, say('desktop.tray.noResults')),
    list(say('desktop.tray.folders'), folders, say('desktop.tray.noFolders')),
    separator,
    item(say('desktop.tray.open'), open),
    item(say('desktop.tray.quit'), quit),
  ];
}

const maxLetters = 80;

/**
 * A text as long as a menu shows it. An ampersand would mark a shortcut key.
 * @param kept which part of a long one: the end of a path says more, and the beginning of a sentence
 */
export function fitted(text: string, kept: 'beginning' | 'end' = 'end'): string {
  const isLong = text.length > maxLetters;
  const short = kept === 'end' ? `…${text.slice(1 - maxLetters)}` : `${text.slice(0, maxLetters - 1).trimEnd()}…`;
  return (isLong ? short : text).replaceAll('&', '&&');
}
