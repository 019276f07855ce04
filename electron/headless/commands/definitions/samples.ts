import { basename } from 'node:path';
import { sameFacts } from '../../../core/document/document.ts';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import type { UploadFile } from '../../../service/service.ts';
import { Refusal } from '../../input/refusal.ts';
import { printable } from '../../output/words.ts';

/** Files that go with a call, as they were when they were looked at. */
export interface Samples {
  readonly files: readonly UploadFile[];
  /** Whether all of them are still the same: asked before the closing boundary goes out. */
  readonly unchanged: () => Promise<boolean>;
}

/** @param paths absolute. @throws Refusal naming each file that cannot be sent */
export async function lookAtSamples(paths: readonly string[]): Promise<Samples> {
  const files = createFiles();
  const looked = await Promise.all(paths.map(look));
  const problems = looked.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const names = paths.map((path) => basename(path).normalize('NFC').toLowerCase());
  const twice = paths.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice !== undefined) problems.push(`Two files of one request must not have one name: ${printable(basename(twice))}.`);
  if (problems.length > 0) throw new Refusal(problems);
  const good = looked.flatMap((each) => ('problem' in each ? [] : [each]));
  return {
    files: good.map(({ file }) => file),
    unchanged: async () => {
      const now = await Promise.all(good.map(async ({ file, facts }) => ({ facts, entry: await files.stat(file.path) })));
      return now.every(({ facts, entry }) => entry?.kind === 'file' && sameFacts(entry, facts));
    },
  };

  async function look(path: string) {
    const shown = printable(path);
    try {
      const facts = await files.stat(path);
      if (facts === undefined) return { problem: `There is no file at ${shown}.` };
      if (facts.kind !== 'file') return { problem: `${shown} is no file.` };
      if (facts.size === 0) return { problem: `${shown} is empty.` };
      if (facts.size > maxFileBytes) return { problem: `${shown} is over the service's limit of 25 MB.` };
      const contentType = (await files.contentType(path)) ?? 'application/octet-stream';
      return { facts, file: { path, fileName: basename(path), contentType, size: facts.size } };
    } catch (error) {
      if (error instanceof DiskProblem) return { problem: error.message };
      throw error;
    }
  }
}
