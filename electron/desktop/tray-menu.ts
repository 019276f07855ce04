import type { Destination } from '../core/contract/contract.ts';
import type { Status } from '../core/contract/status.ts';
import { headlineOf, troubledFolders } from '../core/contract/tray-state.ts';
import { fileNameOf } from '../core/document/document.ts';
import { type Message, say } from '../core/messages/message.ts';
import { isolated, type Wording } from '../core/messages/wording.ts';
import { assertNever } from '../core/result.ts';
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

type Act = (actions: TrayActions) => void;

/** One entry of the menu, with everything that must be decided about it. */
interface TrayEntry {
  /** Entries of one group stand together; a line separates the groups. */
  readonly group: 'status' | 'control' | 'lists' | 'program';
  readonly label: (snapshot: TraySnapshot) => Message;
  /** Default: always. */
  readonly shown?: (snapshot: TraySnapshot) => boolean;
  readonly content:
    | { readonly kind: 'text' }
    | { readonly kind: 'action'; readonly act: Act }
    | {
        readonly kind: 'submenu';
        readonly items: (snapshot: TraySnapshot) => readonly { readonly id: string; readonly label: string; readonly act: Act }[];
        /** The one, disabled item of a submenu without any. */
        readonly empty: Message;
      };
}

/** The most results that the menu lists. */
const maxResults = 5;

/** Every entry of the tray's menu, in its order. An entry that is added here is in the menu and in its tests. */
export const trayEntries = {
  status: {
    group: 'status',
    label: ({ status }) => statusLine(status),
    content: { kind: 'text' },
  },
  pause: {
    group: 'control',
    label: () => say('status.pause'),
    shown: ({ status }) => status.line.kind !== 'paused',
    content: { kind: 'action', act: ({ pause }) => pause() },
  },
  resume: {
    group: 'control',
    label: () => say('status.resume'),
    shown: ({ status }) => status.line.kind === 'paused',
    content: { kind: 'action', act: ({ resume }) => resume() },
  },
  lookNow: {
    group: 'control',
    label: () => say('status.lookNow'),
    content: { kind: 'action', act: ({ lookNow }) => lookNow() },
  },
  review: {
    group: 'control',
    label: ({ status }) => say('desktop.tray.review', { count: status.standings['needs-you'] }),
    content: { kind: 'action', act: ({ goTo }) => goTo({ screen: 'review' }) },
  },
  results: {
    group: 'lists',
    label: () => say('desktop.tray.results'),
    content: {
      kind: 'submenu',
      items: ({ recent }) =>
        recent.slice(0, maxResults).map(({ id, path }) => ({
          id: String(id),
          label: isolated(fileNameOf(path)),
          act: ({ goTo }) => goTo({ screen: 'queue', documentId: id }),
        })),
      empty: say('desktop.tray.noResults'),
    },
  },
  folders: {
    group: 'lists',
    label: () => say('desktop.tray.folders'),
    content: {
      kind: 'submenu',
      items: ({ status }) =>
        status.folders.map(({ path }) => ({ id: path, label: isolated(path), act: ({ openFolder }) => openFolder(path) })),
      empty: say('desktop.tray.noFolders'),
    },
  },
  open: {
    group: 'program',
    label: () => say('desktop.tray.open'),
    content: { kind: 'action', act: ({ open }) => open() },
  },
  quit: {
    group: 'program',
    label: () => say('desktop.tray.quit'),
    content: { kind: 'action', act: ({ quit }) => quit() },
  },
} as const satisfies Readonly<Record<string, TrayEntry>>;

/** A line of the menu, before Electron makes an item of it. What is shown follows from all members but `act`. */
export type TrayItem =
  | { readonly kind: 'separator' }
  | { readonly kind: 'text'; readonly id: string; readonly label: string }
  | { readonly kind: 'action'; readonly id: string; readonly label: string; readonly act: Act }
  | { readonly kind: 'submenu'; readonly id: string; readonly label: string; readonly items: readonly TrayItem[] };

/** The tray's menu in one language. Pure. */
export function trayMenu(snapshot: TraySnapshot, { text }: Wording): readonly TrayItem[] {
  const items: TrayItem[] = [];
  let group: TrayEntry['group'] | undefined;
  for (const [id, entry] of Object.entries<TrayEntry>(trayEntries)) {
    if (entry.shown?.(snapshot) === false) continue;
    if (group !== undefined && group !== entry.group) items.push({ kind: 'separator' });
    group = entry.group;
    items.push(itemOf(id, entry, snapshot, text));
  }
  return items;
}

function itemOf(id: string, { label, content }: TrayEntry, snapshot: TraySnapshot, text: Wording['text']): TrayItem {
  const common = { id, label: fitted(text(label(snapshot))) };
  switch (content.kind) {
    case 'text':
      return { kind: 'text', ...common };
    case 'action':
      return { kind: 'action', ...common, act: content.act };
    case 'submenu': {
      const inner = content
        .items(snapshot)
        .map((each): TrayItem => ({ kind: 'action', id: each.id, label: fitted(each.label), act: each.act }));
      const items: readonly TrayItem[] =
        inner.length > 0 ? inner : [{ kind: 'text', id: 'empty', label: fitted(text(content.empty)) }];
      return { kind: 'submenu', ...common, items };
    }
    default:
      return assertNever(content);
  }
}

/** The status line with its reason. */
export function statusLine(status: Pick<Status, 'line' | 'standings' | 'folders'>): Message {
  const headline = headlineOf(status);
  const line = say(`status.lines.${headline}`);
  const health = headline === 'halted' || headline === 'unreachable' ? troubledFolders(status.folders)[0]?.health : undefined;
  const reason = health ?? status.line;
  return 'message' in reason
    ? say('desktop.tray.statusBecause', { line, message: reason.message })
    : say('desktop.tray.status', { line });
}

const maxLetters = 80;

/** Shortened at its beginning, because the end of a path says more. An ampersand would mark a shortcut key. */
export function fitted(text: string): string {
  const short = text.length > maxLetters ? `…${text.slice(1 - maxLetters)}` : text;
  return short.replaceAll('&', '&&');
}
