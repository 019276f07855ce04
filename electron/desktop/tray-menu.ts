import type { Line, Status } from '../core/contract/status.ts';
import { fileNameOf } from '../core/document/document.ts';
import { inEnglish } from '../core/messages/wording.ts';
import type { TraySnapshot } from '../workspace/workspace.ts';
import type { Words } from './words/words.ts';

/** What a click in the tray's menu asks for. */
export type TrayAction =
  | { readonly kind: 'open' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'look-now' }
  | { readonly kind: 'review' }
  | { readonly kind: 'document'; readonly id: number }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'quit' };

/** A line of the menu, before Electron has made an item of it. */
export type TrayItem =
  | { readonly kind: 'line' }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly action: TrayAction }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly TrayItem[] };

/** The most results that the menu names. */
const maxResults = 5;

/** The tray's menu: how things stand first, then what can be done. Pure. */
export function trayMenu({ status, recent }: TraySnapshot, words: Words): readonly TrayItem[] {
  const { tray } = words;
  const resting = status.line.kind === 'paused';
  const results = recent.slice(0, maxResults).map(
    ({ id, path }): TrayItem => ({
      kind: 'action',
      label: shown(fileNameOf(path)),
      action: { kind: 'document', id },
    }),
  );
  const folders = status.folders.map(
    (folder): TrayItem => ({
      kind: 'action',
      label: shown(folder.path),
      action: { kind: 'folder', path: folder.path },
    }),
  );
  return [
    { kind: 'text', label: statusLine(status, words) },
    { kind: 'line' },
    {
      kind: 'action',
      label: resting ? tray.resume : tray.pause,
      action: { kind: resting ? 'resume' : 'pause' },
    },
    { kind: 'action', label: tray.lookNow, action: { kind: 'look-now' } },
    { kind: 'action', label: tray.review(status.attention), action: { kind: 'review' } },
    { kind: 'line' },
    { kind: 'submenu', label: tray.lastResults, items: results.length > 0 ? results : [{ kind: 'text', label: tray.noResults }] },
    { kind: 'submenu', label: tray.folders, items: folders.length > 0 ? folders : [{ kind: 'text', label: tray.noFolders }] },
    { kind: 'line' },
    { kind: 'action', label: tray.open, action: { kind: 'open' } },
    { kind: 'action', label: tray.quit, action: { kind: 'quit' } },
  ];
}

/** The status line with its reason. */
export function statusLine({ line }: Pick<Status, 'line'>, words: Words): string {
  const reason = messageOf(line);
  return reason === undefined ? words.line[line.kind] : shown(`${words.line[line.kind]}: ${words.ofHost(reason)}`);
}

function messageOf(line: Line): string | undefined {
  return 'message' in line ? inEnglish(line.message) : undefined;
}

const maxLetters = 80;

/** An ampersand would mark a key, and a path can be long: its end says more than its beginning. */
function shown(text: string): string {
  const short = text.length > maxLetters ? `…${text.slice(1 - maxLetters)}` : text;
  return short.replaceAll('&', '&&');
}
