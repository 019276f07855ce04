import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { FolderSettings } from '../../../../core/config/folder-settings.ts';
import type { Document } from '../../../../core/document/document.ts';
import { type Message, say } from '../../../../core/messages/message.ts';
import { messageOf } from '../../../../core/messages/message-error.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { type RecordedFolder, recordedFolders } from '../../../../workspace/engine/engine-snapshot.ts';
import { Refusal } from '../../../input/refusal.ts';

/** What is at a path now. */
export type OnDisk =
  | { readonly kind: 'file'; readonly size: number; readonly mtimeMs: number; readonly ino: number }
  | { readonly kind: 'directory' }
  | { readonly kind: 'link' }
  /** A device, a socket, a pipe. */
  | { readonly kind: 'other' }
  | { readonly kind: 'nothing' }
  /** The system does not let us look; `message` is the system's. */
  | { readonly kind: 'unknown'; readonly message: Message };

/** Where a path is, as the engine sees it. */
export type Location =
  /** In no folder that was ever watched. */
  | { readonly kind: 'outside'; readonly path: string; readonly disk: OnDisk }
  /** In one. `inside`: relative to it with `/`, spelled as on disk; '' is the folder itself. */
  | {
      readonly kind: 'inside';
      readonly folder: RecordedFolder;
      readonly path: string;
      readonly inside: string;
      readonly disk: OnDisk;
      /** The part of the path, relative to the folder, that is a link and leads elsewhere: links are not followed. */
      readonly link?: string;
    };

export type Inside = Extract<Location, { kind: 'inside' }>;

/**
 * Finds the folder that a path is in. The engine knows folders by their real paths and follows no links inside
 * them, so the directory is resolved and the last name is not.
 *
 * @param path absolute
 */
export async function locate(path: string, folders: readonly RecordedFolder[]): Promise<Location> {
  const real = await realSpelling(path);
  const disk = await lookAt(real);
  const holding = holderOf(real, folders);
  if (holding !== undefined) return { kind: 'inside', ...holding, path: real, disk };
  const literal = holderOf(path, folders);
  if (literal !== undefined) {
    const link = await firstLink(literal.folder, literal.inside);
    return { kind: 'inside', ...literal, path, disk, ...(link !== undefined && { link }) };
  }
  return { kind: 'outside', path: real, disk };
}

/** The document that a path was last, absolute; undefined if the ledger knows none. */
export async function documentAt(ledger: LedgerReader, path: string): Promise<Document | undefined> {
  const location = await locate(path, recordedFolders(ledger));
  return location.kind === 'inside' ? ledger.documents.atPath(location.folder.id, location.inside)[0] : undefined;
}

/** The watched folder at a path, absolute. @throws Refusal if there is none, or its settings are not known */
export async function folderAt(
  ledger: LedgerReader,
  path: string,
): Promise<RecordedFolder & { readonly settings: FolderSettings }> {
  const location = await locate(path, recordedFolders(ledger));
  const folder = location.kind === 'inside' && location.inside === '' ? location.folder : undefined;
  if (folder?.settings === undefined) throw new Refusal(say('answers.check.noFolder', { path: location.path }));
  return { ...folder, settings: folder.settings };
}

/** The innermost folder that holds the path. */
function holderOf(
  path: string,
  folders: readonly RecordedFolder[],
): { readonly folder: RecordedFolder; readonly inside: string } | undefined {
  const [innermost] = folders
    .filter((folder) => path === folder.path || path.startsWith(withSeparator(folder.path)))
    .sort((a, b) => b.path.length - a.path.length);
  if (innermost === undefined) return undefined;
  return { folder: innermost, inside: relative(innermost.path, path).split(sep).join('/') };
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}

/** Resolves the links of the directory as far as it exists, and spells the name as the directory does. */
async function realSpelling(path: string): Promise<string> {
  const directory = dirname(path);
  if (directory === path) return path;
  const real = await realpath(directory).catch(() => undefined);
  const parent = real ?? (await realSpelling(directory));
  return join(parent, await nameAsOnDisk(parent, basename(path)));
}

/** A disk may use another Unicode form than the keyboard, or ignore case. */
async function nameAsOnDisk(directory: string, name: string): Promise<string> {
  const names = await readdir(directory).catch((): string[] => []);
  if (names.includes(name)) return name;
  const sameForm = names.find((other) => other.normalize('NFC') === name.normalize('NFC'));
  if (sameForm !== undefined) return sameForm;
  if ((await lookAt(join(directory, name))).kind === 'nothing') return name;
  return names.find((other) => foldCase(other) === foldCase(name)) ?? name;
}

function foldCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

async function lookAt(path: string): Promise<OnDisk> {
  try {
    const facts = await lstat(path);
    if (facts.isFile()) return { kind: 'file', size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino };
    if (facts.isDirectory()) return { kind: 'directory' };
    return { kind: facts.isSymbolicLink() ? 'link' : 'other' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'nothing' };
    return { kind: 'unknown', message: messageOf(error) };
  }
}

/** The first part below the folder that is a link. */
async function firstLink(folder: RecordedFolder, inside: string): Promise<string | undefined> {
  const parts = inside.split('/');
  for (const [index] of parts.entries()) {
    const part = parts.slice(0, index + 1).join('/');
    if ((await lookAt(join(folder.path, part))).kind === 'link') return part;
  }
  return undefined;
}
