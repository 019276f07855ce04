import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import type { CommonFlags } from '../../input/arguments.ts';
import { Refusal } from '../../input/refusal.ts';
import { printable } from '../../output/words.ts';
import { readClassification } from './definition.ts';
import { answered, tell, withService } from './with-service.ts';

/** Intray's own record of a document does not change by what is done past it. */
const notHere = 'What Intray wrote on this machine is not changed by this; done in the window, the files follow.';

/** `intray classification create` (POST /v1/classifications). */
export async function createClassification(flags: CommonFlags & { readonly details?: string }, host: Host): Promise<0> {
  if (flags.details === undefined || flags.details === '')
    throw new Refusal('Say what it is to be with --details FILE; --help shows such a file.');
  const details = await readClassification(expandPath(flags.details, host.paths));
  const made = await withService(flags, host, async (service) =>
    answered(await service.createClassification(details), service, 'classification'),
  );
  const { id, name, categories } = made;
  tell(host, flags, { event: 'classification-created', id, name, categories }, [
    `${printable(name)} is made: classification ${printable(id)}`,
    'Keep the ids of its categories: the service has no call that lists them.',
    ...categories.map((category) => `  ${printable(category.id)}  ${printable(category.name)}`),
    `Send documents to it: intray run FOLDER --classification ${printable(id)}`,
  ]);
  return 0;
}

/** `intray classification override CLASSIFICATION FILE CATEGORY` (PATCH …/files/{file_id}): the service's ids. */
export async function overrideCategory(
  classification: string,
  file: string,
  category: string,
  flags: CommonFlags,
  host: Host,
): Promise<0> {
  await withService(flags, host, async (service) =>
    answered(await service.overrideCategory(classification, file, category), service, fileOf(classification, file)),
  );
  tell(host, flags, { event: 'category-overridden', classification, file, category }, [
    `File ${printable(file)} is in category ${printable(category)} now, and stays there: the service does not classify it again.`,
    notHere,
  ]);
  return 0;
}

/** `intray classification redo CLASSIFICATION FILE` (POST …/files/{file_id}/redo): the service's ids. */
export async function redoClassification(classification: string, file: string, flags: CommonFlags, host: Host): Promise<0> {
  await withService(flags, host, async (service) =>
    answered(await service.redoClassification(classification, file), service, fileOf(classification, file)),
  );
  tell(host, flags, { event: 'classification-redone', classification, file }, [
    `The service classifies file ${printable(file)} once more.`,
    notHere,
  ]);
  return 0;
}

function fileOf(classification: string, file: string): string {
  return `file "${printable(file)}" in a classification "${printable(classification)}"`;
}
