import { join } from 'node:path';
import { type Document, directoryOf, fileNameOf } from '../../core/document/document.ts';
import { type Claim, claimIn } from '../../core/intake/claim.ts';
import { absolutePath, type Folder } from '../loop/folder.ts';
import { DiskProblem, type World } from '../ports.ts';
import { jsonName } from './names.ts';

/** A result may have `(2)` in its name where a person's file had the first one. */
const maxAttempts = 3;
/** A larger JSON is not read. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** What a JSON beside a document claims about its content; one that cannot be read claims nothing. */
export async function findClaim(
  { files }: Pick<World, 'files'>,
  folder: Folder,
  document: Document,
  sha256: string,
): Promise<Claim | undefined> {
  const directory = absolutePath(folder, directoryOf(document.path));
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const path = join(directory, jsonName(fileNameOf(document.path), attempt, Number.POSITIVE_INFINITY));
    try {
      const entry = await files.stat(path);
      if (entry === undefined) return undefined;
      if (entry.kind !== 'file' || entry.size > maxBytes) continue;
      const text = new TextDecoder().decode(await files.read(path, 0, entry.size));
      const claim = claimIn(JSON.parse(text), document, sha256);
      if (claim !== undefined) return claim;
    } catch (error) {
      if (!(error instanceof DiskProblem || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
