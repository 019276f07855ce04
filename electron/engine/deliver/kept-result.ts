import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Document, directoryOf, fileNameOf } from '../../core/document/document.ts';
import { type KeptPart, resultIn, verdictIn } from '../../core/document/kept-result.ts';
import { given } from '../../core/plain-data.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { jsonName } from './delivery-target.ts';

/** `verdict`: that of the classification it came from. */
export interface KeptResult extends KeptPart {
  readonly verdict?: KeptPart;
}

/** A larger JSON is not read. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/**
 * The result of a document that was dropped from the ledger, from its JSON: where that was written, or beside a copy of its source.
 * Only one that is to the byte as Intray wrote it counts, as the ledger has its hash.
 *
 * @param copy in this folder
 */
export async function findKeptResult(
  { files, ledger }: Pick<World, 'files' | 'ledger'>,
  folder: Folder,
  copy: Document,
  dropped: Document,
): Promise<KeptResult | undefined> {
  const written = ledger.documents.get(dropped.id)?.json;
  if (written === undefined) return undefined;
  const directory = absolutePath(folder, directoryOf(copy.path));
  const beside = [copy, dropped].map(({ path }) => join(directory, jsonName(fileNameOf(path), 1, Number.POSITIVE_INFINITY)));
  for (const path of new Set([written.path, ...beside])) {
    try {
      const entry = await files.stat(path);
      if (entry?.kind !== 'file' || entry.size > maxBytes) continue;
      const bytes = await files.read(path, 0, entry.size);
      if (createHash('sha256').update(bytes).digest('hex') !== written.hash) continue;
      const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
      const kept = resultIn(json, dropped);
      const verdict = dropped.verdict && verdictIn(json, dropped.verdict);
      return kept && { ...kept, ...given({ verdict }) };
    } catch (error) {
      if (!(error instanceof DiskProblem || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
