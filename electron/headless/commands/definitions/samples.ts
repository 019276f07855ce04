import { basename } from 'node:path';
import { sameFacts } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import type { UploadFile } from '../../../service/service.ts';
import { Refusal } from '../../input/refusal.ts';

/** Files that go with a call, as they were when they were checked. */
export interface Samples {
  readonly files: readonly UploadFile[];
  /** Whether all of them are unchanged; asked before the closing boundary is sent. */
  readonly unchanged: () => Promise<boolean>;
}

/** @param paths absolute. @throws Refusal naming each file that cannot be sent */
export async function lookAtSamples(paths: readonly string[]): Promise<Samples> {
  const files = createFiles();
  const looked = await Promise.all(paths.map(look));
  const problems: Message[] = looked.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const names = paths.map((path) => basename(path).normalize('NFC').toLowerCase());
  const twice = paths.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice !== undefined) problems.push(say('answers.definitions.sameName', { name: basename(twice) }));
  if (problems.length > 0) throw new Refusal(problems);
  const good = looked.flatMap((each) => ('problem' in each ? [] : [each]));
  return {
    files: good.map(({ file }) => file),
    unchanged: async () => {
      const now = await Promise.all(good.map(async ({ file, facts }) => ({ facts, entry: await files.stat(file.path) })));
      return now.every(({ facts, entry }) => entry?.kind === 'file' && sameFacts(entry, facts));
    },
  };

  async function look(given: string) {
    try {
      const path = await files.realPath(given);
      const facts = await files.stat(path);
      if (facts === undefined) return { problem: say('answers.definitions.noFile', { path }) };
      if (facts.kind !== 'file') return { problem: say('answers.definitions.notFile', { path }) };
      if (facts.size === 0) return { problem: say('answers.definitions.empty', { path }) };
      if (facts.size > maxFileBytes) return { problem: say('answers.definitions.tooLarge', { path, maximumSize: maxFileBytes }) };
      const contentType = (await files.contentType(path)) ?? 'application/octet-stream';
      const { sha256, size } = await files.hash(path);
      const open = () => files.openToSend(path, facts);
      return { facts, file: { path, open, sha256, fileName: basename(given), contentType, size } };
    } catch (error) {
      if (error instanceof DiskProblem) return { problem: messageOf(error) };
      throw error;
    }
  }
}
