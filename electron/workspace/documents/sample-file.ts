import { basename } from 'node:path';
import { type FileFacts, factsOf, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { sentNameOf } from '../../core/upload/batch.ts';
import type { Files } from '../../engine/ports.ts';
import type { UploadFile } from '../../service/service.ts';
import { fitFile } from '../folders/add-files.ts';

/** A file that goes with a call, as it was when it was looked at. */
export type SampleFile = UploadFile & { readonly facts: FileFacts };

/** @param path absolute, links resolved @param shown as a person named it: it is sent under its last part */
export async function lookAtSample(files: Files, path: string, shown: string): Promise<Result<SampleFile, Message>> {
  try {
    const fit = await fitFile(files, path, shown);
    if (!fit.ok) return fit;
    const facts = factsOf(fit.value);
    const { sha256, size } = await files.hash(path);
    if (size !== facts.size) return err(say('workspace.sample.beingWritten'));
    const contentType = (await files.contentType(path)) ?? 'application/octet-stream';
    const fileName = sentNameOf(basename(shown), sha256, 'plain');
    return ok({ path, open: () => files.open(path, fit.value), sha256, fileName, contentType, size, facts });
  } catch (error) {
    return err(say('workspace.sample.unreadable', { message: messageOf(error) }));
  }
}

/** Asked before the closing boundary is sent. */
export async function areUnchanged(files: Pick<Files, 'stat'>, samples: readonly SampleFile[]): Promise<boolean> {
  const now = await Promise.all(samples.map(async ({ path }) => files.stat(path).catch(() => undefined)));
  return samples.every(({ facts }, index) => {
    const found = now[index];
    return found?.kind === 'file' && sameFacts(found, facts);
  });
}
