import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { UploadFile } from '../../electron/service/service.ts';
import { createFiles } from './inside/engine.ts';

const files = createFiles();

/** A file on disk, as an upload takes it: with the facts and the content that it has now. */
export async function uploadFileOf(
  path: string,
  { fileName = basename(path), contentType = 'application/pdf' }: Partial<Pick<UploadFile, 'fileName' | 'contentType'>> = {},
): Promise<UploadFile> {
  const facts = statSync(path);
  const { sha256, size } = await files.hash(path);
  return { path, open: () => files.open(path, facts), sha256, fileName, contentType, size };
}
