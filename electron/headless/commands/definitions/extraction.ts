import { foreign, type Message, say } from '../../../core/messages/message.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { changeRemembered, forgetRoute, rememberRoute } from '../../../workspace/service/routes.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';
import { tell } from '../../output/events.ts';
import { type CommandGroup, type CommandOption, defineCommand, type FlagsOf, type HelpPart } from '../command.ts';
import { examples } from '../options.ts';
import { detailsPath, lookAtSamples, readChanges, readExtraction } from './definition.ts';
import { type RememberedFlags, recordSamples, remember, rememberedOptions } from './remember.ts';
import { ask } from './with-service.ts';

const details = {
  flag: '--details',
  value: say('help.terms.fileValue'),
  text: say('help.extraction.details'),
  required: true,
} as const satisfies CommandOption;

const samples = {
  flag: '--file',
  value: say('help.terms.pathValue'),
  text: say('help.extraction.file'),
  repeatable: true,
} as const satisfies CommandOption;

const definitionOptions = [...rememberedOptions, details, samples] as const;
const deleteOptions = [...rememberedOptions, { flag: '--yes', text: say('help.extraction.yes') }] as const;

export type DefinitionFlags = FlagsOf<typeof definitionOptions>;
export type DeleteFlags = FlagsOf<typeof deleteOptions>;

const id = { term: 'ID' };

const detailsHelp: HelpPart = {
  heading: say('help.headings.details'),
  lines: [
    '{ "name": "Invoices", "description": "…", "language": "en", "options": { "hasTable": false },',
    '  "fields": [ { "key": "total", "description": "The amount to pay", "example": "199.00" } ] }',
  ],
};

export const command: CommandGroup = {
  name: 'extraction',
  summary: say('help.extraction.summary'),
  help: [
    examples(
      'intray extraction show ID --url https://api.example.com',
      'intray extraction create --details invoices.json --file sample.pdf',
    ),
  ],
  commands: [
    defineCommand({
      name: 'show',
      summary: say('help.extraction.show'),
      operands: [id],
      options: rememberedOptions,
      help: [],
      run: ({ operands: [extraction = ''], flags, host }) => showExtraction(extraction, flags, host),
    }),
    defineCommand({
      name: 'create',
      summary: say('help.extraction.create'),
      options: definitionOptions,
      help: [detailsHelp, say('help.extraction.samplesNote')],
      run: ({ flags, host }) => createExtraction(flags, host),
    }),
    defineCommand({
      name: 'update',
      summary: say('help.extraction.update'),
      operands: [id],
      options: definitionOptions,
      help: [detailsHelp, say('help.extraction.updateNote')],
      run: ({ operands: [extraction = ''], flags, host }) => updateExtraction(extraction, flags, host),
    }),
    defineCommand({
      name: 'delete',
      summary: say('help.extraction.delete'),
      operands: [id],
      options: deleteOptions,
      help: [],
      run: ({ operands: [extraction = ''], flags, host }) => deleteExtraction(extraction, flags, host),
    }),
  ],
};

/** `intray extraction show ID` (POST /api/v1/viewExtraction). */
export async function showExtraction(extraction: string, flags: RememberedFlags, host: Host): Promise<0> {
  const found = await ask(flags, host, named(extraction), (service) => service.viewExtraction(extraction));
  const { extractionId, name, description, language, options, fields, createdAt, updatedAt, extra } = found;
  await remember(flags, host, true, (ledger, origin) => {
    const route = { kind: 'extraction', id: extraction } as const;
    rememberRoute(ledger, origin, { route, name, ...(description !== undefined && { description }), fields, now: Date.now() });
  });
  const event = {
    event: 'extraction',
    ...{ extractionId, name, description, language, options, fields, created_at: createdAt, updated_at: updatedAt },
    ...(Object.keys(extra).length > 0 && { other: extra }),
  };
  const width = Math.max(0, ...fields.map(({ key }) => key.length));
  tell(host, flags, event, [
    foreign(`${name}  (${extractionId})`),
    ...(description ? [foreign(description)] : []),
    ...(language ? [say('answers.definitions.language', { language })] : []),
    ...(updatedAt ? [say('answers.definitions.lastChanged', { time: updatedAt })] : []),
    say('answers.definitions.fields', { count: fields.length }),
    ...fields.map(({ key, description: what, example }) =>
      example === ''
        ? foreign(`  ${key.padEnd(width)}  ${what}`.trimEnd())
        : say('answers.definitions.field', { key: `  ${key.padEnd(width)}  ${what}`, example }),
    ),
  ]);
  return 0;
}

/** `intray extraction create` (POST /api/v1/createExtraction): at least one file goes with it, and is processed. */
export async function createExtraction(flags: DefinitionFlags, host: Host): Promise<0> {
  const definition = await readExtraction(detailsPath(flags, host));
  const paths = filePaths(flags, host);
  if (paths.length === 0) throw new Refusal(say('answers.definitions.sampleNeeded'));
  const samples = await lookAtSamples(paths);
  const { files, unchanged } = samples;
  const batch = await ask(flags, host, say('answers.definitions.extraction'), (service) =>
    service.createExtraction(definition, files, { beforeClosingBoundary: unchanged }),
  );
  const { extractionId, batchId } = batch;
  await remember(flags, host, true, async (ledger, origin) => {
    const { name, description, fields } = definition;
    const route = { kind: 'extraction', id: extractionId } as const;
    rememberRoute(ledger, origin, { route, name, ...(description !== undefined && { description }), fields, now: Date.now() });
    await recordSamples(ledger, dataDirectory(flags.dataDir, host.paths), samples, { origin, extractionId, batch });
  });
  const sent = batch.files.map(({ id: file, fileName, status }) => ({ id: file, file_name: fileName, status }));
  tell(host, flags, { event: 'extraction-created', extractionId, batchId, files: sent }, [
    say('answers.definitions.created', { name: definition.name, id: extractionId }),
    say('answers.definitions.samplesSent', { count: sent.length, batch: batchId }),
    say('answers.definitions.sendTo', { command: `intray run FOLDER --extraction ${extractionId}` }),
  ]);
  return 0;
}

/** `intray extraction update ID` (PATCH /api/v1/updateExtraction): only the members given are changed. */
export async function updateExtraction(extraction: string, flags: DefinitionFlags, host: Host): Promise<0> {
  const changes = await readChanges(detailsPath(flags, host));
  const samples = await lookAtSamples(filePaths(flags, host));
  const { files, unchanged } = samples;
  await ask(flags, host, named(extraction), (service) =>
    service.updateExtraction(extraction, changes, files, { beforeClosingBoundary: unchanged }),
  );
  await remember(flags, host, files.length > 0, async (ledger, origin) => {
    changeRemembered(ledger, origin, extraction, changes);
    await recordSamples(ledger, dataDirectory(flags.dataDir, host.paths), samples, { origin, extractionId: extraction });
  });
  const names = Object.keys(changes);
  const members = names.join(', ');
  tell(host, flags, { event: 'extraction-updated', extractionId: extraction, changed: names, files: files.length }, [
    files.length === 0
      ? say('answers.definitions.updated', { id: extraction, members })
      : say('answers.definitions.updatedWithFiles', { id: extraction, members, count: files.length }),
  ]);
  return 0;
}

/** `intray extraction delete ID --yes` (DELETE /api/v1/deleteExtraction). */
export async function deleteExtraction(extraction: string, flags: DeleteFlags, host: Host): Promise<0> {
  if (flags.yes !== true) throw new Refusal(say('answers.definitions.confirm', { id: extraction }));
  await ask(flags, host, named(extraction), (service) => service.deleteExtraction(extraction));
  await remember(flags, host, false, (ledger, origin) => forgetRoute(ledger, origin, { kind: 'extraction', id: extraction }));
  tell(host, flags, { event: 'extraction-deleted', extractionId: extraction }, [
    say('answers.definitions.deleted', { id: extraction }),
  ]);
  return 0;
}

function named(id: string): Message {
  return say('answers.definitions.extractionId', { id });
}

function filePaths({ file = [] }: DefinitionFlags, host: Host): string[] {
  return file.map((path) => expandPath(path, host.paths));
}
