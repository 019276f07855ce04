import { opendir, stat } from 'node:fs/promises';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';

/** Why a folder cannot be watched; undefined if it exists and can be read. @param path absolute */
export async function folderProblem(path: string): Promise<Message | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return say('workspace.folder.isFile', { path });
    const directory = await opendir(path);
    await directory.close();
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return say('workspace.folder.missing', { path });
    if (code === 'ENOTDIR') return say('workspace.folder.partIsFile', { path });
    if (code === 'EACCES' || code === 'EPERM') return say('workspace.folder.forbidden', { path });
    return say('workspace.folder.unreadable', { path, message: messageOf(error) });
  }
}
