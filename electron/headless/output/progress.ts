import type { Balance } from '../../core/document/balance.ts';
import type { Work } from '../../workspace/folders/folder-status.ts';
import { bytes, plural, printable } from './words.ts';

/** What the live block shows at a moment. */
export interface ProgressView {
  readonly folders: readonly { readonly path: string; readonly routeName: string }[];
  readonly balance: Balance;
  /** Of those that are moving. */
  readonly moving: Work;
  readonly attention: number;
  readonly uploads: readonly { readonly files: number; readonly sent: number; readonly total: number }[];
  /** Sentences: a shut gate, unreachable folders. */
  readonly problems: readonly string[];
}

/** The live block: a few calm lines, none wider than the terminal lets them wrap. Pure. */
export function progressLines(view: ProgressView): string[] {
  const { balance, moving, attention } = view;
  const finished = balance.delivered + balance.duplicate;
  const counts = [
    `${balance.found} found`,
    `${finished} delivered`,
    moving.atService > 0 && `${moving.atService} with the service`,
    moving.uploading > 0 && `${moving.uploading} uploading`,
    moving.waiting > 0 && `${moving.waiting} waiting`,
    balance.gone > 0 && `${balance.gone} gone`,
    attention > 0 && plural(attention, 'needs a person', 'need a person'),
  ].filter((part) => part !== false);
  return [
    ...folderLines(view.folders),
    `  ${counts.join('   ')}`,
    ...uploadLines(view.uploads),
    ...view.problems.map((problem) => `  ! ${problem}`),
  ];
}

const maxFolders = 6;

function folderLines(folders: ProgressView['folders']): string[] {
  const lines = folders.slice(0, maxFolders).map(({ path, routeName }) => `${printable(path)} → ${printable(routeName)}`);
  return folders.length > maxFolders ? [...lines, `and ${plural(folders.length - maxFolders, 'folder', 'folders')} more`] : lines;
}

function uploadLines(uploads: ProgressView['uploads']): string[] {
  if (uploads.length === 0) return [];
  const sum = uploads.reduce((all, one) => ({
    files: all.files + one.files,
    sent: all.sent + one.sent,
    total: all.total + one.total,
  }));
  return [`  sending ${plural(sum.files, 'file', 'files')}: ${bytes(sum.sent)} of ${bytes(sum.total)}`];
}
