import type { ExtractionBatch } from '../../../core/protocol/service-shapes.ts';
import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import type { CommonFlags } from '../../input/arguments.ts';
import { Refusal } from '../../input/refusal.ts';
import { plural, printable } from '../../output/words.ts';
import { readChanges, readExtraction } from './definition.ts';
import { lookAtSamples } from './samples.ts';
import { answered, tell, withService } from './with-service.ts';

export interface DefinitionFlags extends CommonFlags {
  readonly details?: string;
  readonly file?: readonly string[];
}

export interface DeleteFlags extends CommonFlags {
  readonly yes?: boolean;
}

/** `intray extraction show ID` (POST /api/v1/viewExtraction). */
export async function showExtraction(id: string, flags: CommonFlags, host: Host): Promise<0> {
  const extraction = await withService(flags, host, async (service) =>
    answered(await service.viewExtraction(id), service, `extraction "${printable(id)}"`),
  );
  const { extractionId, name, description, language, options, fields, createdAt, updatedAt, extra } = extraction;
  const event = {
    event: 'extraction',
    ...{ extractionId, name, description, language, options, fields, created_at: createdAt, updated_at: updatedAt },
    ...(Object.keys(extra).length > 0 && { other: extra }),
  };
  const width = Math.max(0, ...fields.map(({ key }) => key.length));
  tell(host, flags, event, [
    `${printable(name)}  (${printable(extractionId)})`,
    ...(description ? [printable(description)] : []),
    ...(language ? [`Language: ${printable(language)}`] : []),
    ...(updatedAt ? [`Last changed: ${printable(updatedAt)}`] : []),
    `${plural(fields.length, 'field', 'fields')}:`,
    ...fields.map(({ key, description: what, example }) =>
      `  ${printable(key.padEnd(width))}  ${printable(what)}${example === '' ? '' : ` (such as ${printable(example)})`}`.trimEnd(),
    ),
  ]);
  return 0;
}

/** `intray extraction create` (POST /api/v1/createExtraction): at least one file goes with it, and is worked on. */
export async function createExtraction(flags: DefinitionFlags, host: Host): Promise<0> {
  const details = await readExtraction(detailsPath(flags, host));
  const paths = filePaths(flags, host);
  if (paths.length === 0)
    throw new Refusal('A new extraction needs at least one sample: give it with --file. Its pages count as for any document.');
  const { files, unchanged } = await lookAtSamples(paths);
  const batch = await withService(flags, host, async (service) =>
    answered(await service.createExtraction(details, files, { beforeClosingBoundary: unchanged }), service, 'extraction'),
  );
  tell(host, flags, { event: 'extraction-created', ...batchMembers(batch) }, [
    `${printable(details.name)} is made: extraction ${printable(batch.extractionId)}`,
    `${plural(batch.files.length, 'sample was', 'samples were')} sent with it, in batch ${printable(batch.batchId)}.`,
    `Send documents to it: intray run FOLDER --extraction ${printable(batch.extractionId)}`,
  ]);
  return 0;
}

/** `intray extraction update ID` (PATCH /api/v1/updateExtraction): only the members given are changed. */
export async function updateExtraction(id: string, flags: DefinitionFlags, host: Host): Promise<0> {
  const changes = await readChanges(detailsPath(flags, host));
  const { files, unchanged } = await lookAtSamples(filePaths(flags, host));
  await withService(flags, host, async (service) =>
    answered(
      await service.updateExtraction(id, changes, files, { beforeClosingBoundary: unchanged }),
      service,
      `extraction "${printable(id)}"`,
    ),
  );
  const members = Object.keys(changes);
  tell(host, flags, { event: 'extraction-updated', extractionId: id, changed: members, files: files.length }, [
    `Changed of extraction ${printable(id)}: ${members.join(', ')}.${files.length > 0 ? ` Sent with it: ${plural(files.length, 'file', 'files')}.` : ''}`,
  ]);
  return 0;
}

/** `intray extraction delete ID --yes` (DELETE /api/v1/deleteExtraction). */
export async function deleteExtraction(id: string, flags: DeleteFlags, host: Host): Promise<0> {
  if (flags.yes !== true)
    throw new Refusal(
      `This removes extraction ${printable(id)} at the service with all its batches, files and extracted data, and cannot be undone. Say --yes if you mean it. Results on this machine stay.`,
    );
  await withService(flags, host, async (service) =>
    answered(await service.deleteExtraction(id), service, `extraction "${printable(id)}"`),
  );
  tell(host, flags, { event: 'extraction-deleted', extractionId: id }, [
    `Extraction ${printable(id)} is removed at the service. Folders that send to it pause when they next try.`,
  ]);
  return 0;
}

function detailsPath({ details }: DefinitionFlags, host: Host): string {
  if (details === undefined || details === '')
    throw new Refusal('Say what it is to be with --details FILE; --help shows such a file.');
  return expandPath(details, host.paths);
}

function filePaths({ file = [] }: DefinitionFlags, host: Host): string[] {
  return file.map((path) => expandPath(path, host.paths));
}

function batchMembers({ extractionId, batchId, files }: ExtractionBatch) {
  return { extractionId, batchId, files: files.map(({ id, fileName, status }) => ({ id, file_name: fileName, status })) };
}
