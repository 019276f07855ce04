import { join } from 'node:path';
import { folderSettingsSchema } from '../../core/config/folder-settings.ts';
import type { FolderInspection } from '../../core/contract/folders.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { createFilter } from '../../engine/watch/filter.ts';
import { isNetworkPath } from '../../engine/disk/volumes.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { absoluteFrom, checkFolderPath } from './folder-checks.ts';

/** Counting stops after so many entries, or so many milliseconds. */
const maxEntries = 10_000;
const maxMs = 2_000;

/** What a folder is, before it is added: what stands in the way, and how many files would be sent. Reads only. */
export async function inspectFolder(context: WorkspaceContext, path: string, recursive: boolean): Promise<FolderInspection> {
  const checked = await checkFolderPath(context, path);
  if (!checked.ok) {
    const shown = absoluteFrom(context, path) ?? path;
    return { path: shown, problem: checked.error, notes: [], files: 0, more: false, bytes: 0 };
  }
  const real = checked.value;
  const counted = await count(real, recursive, () => context.clock.elapsed());
  return { path: real, notes: await notesOf(real), ...counted };
}

async function notesOf(path: string): Promise<Message[]> {
  const notes: Message[] = [];
  if (isNetworkPath(path)) notes.push(say('workspace.folder.onNetwork'));
  try {
    await createFiles().probeWrite(path);
  } catch (error) {
    notes.push(say('workspace.folder.notWritable', { message: messageOf(error) }));
  }
  return notes;
}

async function count(
  root: string,
  recursive: boolean,
  elapsed: () => number,
): Promise<{ readonly files: number; readonly bytes: number; readonly more: boolean }> {
  const filter = createFilter(folderSettingsSchema.parse({ path: root, route: { kind: 'extraction', id: '-' }, recursive }));
  const disk = createFiles();
  const begun = elapsed();
  const waiting = [''];
  let seen = 0;
  let files = 0;
  let bytes = 0;
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    // The engine reports a directory that cannot be read.
    const entries = await disk.list(join(root, directory)).catch(() => []);
    for (const { name, kind, size } of entries) {
      seen += 1;
      if (seen > maxEntries || elapsed() - begun > maxMs) return { files, bytes, more: true };
      const path = directory === '' ? name : `${directory}/${name}`;
      if (kind === 'directory' && recursive && filter.directory(path) === undefined) waiting.push(path);
      if (kind !== 'file' || filter.file(path) !== undefined) continue;
      files += 1;
      bytes += size;
    }
  }
  return { files, bytes, more: false };
}
