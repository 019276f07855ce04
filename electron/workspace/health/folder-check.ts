import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { Check } from '../../core/contract/status.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { assertNever } from '../../core/result.ts';
import { DiskProblem, type Files } from '../../engine/ports.ts';
import { overlapProblem } from '../../settings/config.ts';
import { fine, problem, warning } from './machine-check.ts';

/** A folder to check. Without settings, no engine has ever worked for it. */
export interface DoctorFolder {
  /** Absolute. */
  readonly path: string;
  readonly settings: FolderSettings | undefined;
}

/** What is seen of a folder. */
export type FolderFacts =
  | { readonly kind: 'missing' | 'a-file' }
  | { readonly kind: 'unreadable'; readonly message: Message }
  /** `unwritable`: why no file can be created in it. `real`: its path with links resolved. */
  | {
      readonly kind: 'there';
      readonly real: string;
      readonly unwritable: Message | undefined;
      /** Other users may create files in it, and replace those of its owner. */
      readonly isShared?: boolean;
    };

/** Pure. */
export function judgeFolder({ path, settings }: DoctorFolder, facts: FolderFacts): Check {
  switch (facts.kind) {
    case 'missing':
      return problem('folder', say('health.folder.missing', { path }), say('health.folder.missingRemedy'));
    case 'a-file':
      return problem('folder', say('health.folder.isFile', { path }), say('health.folder.isFileRemedy'));
    case 'unreadable': {
      const { message } = facts;
      return problem('folder', say('health.folder.unreadable', { path, message }), say('health.folder.unreadableRemedy'));
    }
    case 'there': {
      const { real, unwritable, isShared } = facts;
      if (unwritable === undefined && isShared === true)
        return warning('folder', say('health.folder.shared', { path }), say('health.folder.sharedRemedy'));
      if (unwritable === undefined)
        return fine(
          'folder',
          real === path ? say('health.folder.fine', { path }) : say('health.folder.fineLinked', { path, real }),
        );
      const remedy = writes(settings) ? say('health.folder.readOnlyResults') : say('health.folder.readOnlyRemedy');
      return problem('folder', say('health.folder.readOnly', { path, message: unwritable }), remedy);
    }
    default:
      return assertNever(facts);
  }
}

function writes(settings: FolderSettings | undefined): boolean {
  if (settings === undefined) return true;
  return settings.outputs.json || settings.outputs.csv !== 'off' || settings.fileAway.kind === 'move';
}

/** Whether these folders can be watched together. Pure. @param real their paths with links resolved */
export function judgeOverlap(real: readonly string[], platform: NodeJS.Platform): Check[] {
  if (real.length < 2) return [];
  const overlap = overlapProblem(real, platform);
  return overlap === undefined
    ? [fine('folder', say('health.folder.apart', { count: real.length }))]
    : [problem('folder', overlap, say('health.folder.overlapRemedy'))];
}

/** Creates a file in the folder and removes it: only that shows whether it is writable. */
export async function lookAtFolder(files: Files, folder: DoctorFolder): Promise<FolderFacts> {
  const { path, settings } = folder;
  try {
    const real = await files.realPath(path);
    const found = await files.stat(real);
    if (found === undefined) return { kind: 'missing' };
    if (found.kind !== 'directory') return { kind: 'a-file' };
    await files.list(real, 1);
    const unwritable = writes(settings) ? await files.probeWrite(real).then(() => undefined, messageOf) : undefined;
    return { kind: 'there', real, unwritable, ...(found.openToOthers === true && { isShared: true }) };
  } catch (error) {
    if (error instanceof DiskProblem && error.kind === 'missing') return { kind: 'missing' };
    return { kind: 'unreadable', message: messageOf(error) };
  }
}
