import { foreign, type Message, say } from '../../../core/messages/message.ts';
import { rememberClassification } from '../../../workspace/service/routes.ts';
import type { Host } from '../../host.ts';
import { tell } from '../../output/events.ts';
import { type CommandGroup, defineCommand, type FlagsOf } from '../command.ts';
import { type ServiceFlags, serviceOptions } from '../options.ts';
import { detailsPath, readClassification } from './definition.ts';
import { remember, rememberedOptions } from './remember.ts';
import { ask } from './with-service.ts';

const createOptions = [
  ...rememberedOptions,
  { flag: '--details', value: say('help.terms.fileValue'), text: say('help.extraction.details'), required: true },
] as const;

const classification = { term: say('help.terms.classification') };
const file = { term: say('help.terms.file') };
const category = { term: say('help.terms.category') };

export const command: CommandGroup = {
  name: 'classification',
  summary: say('help.classification.summary'),
  help: [say('help.classification.idsNote')],
  commands: [
    defineCommand({
      name: 'create',
      summary: say('help.classification.create'),
      options: createOptions,
      help: [
        {
          heading: say('help.headings.details'),
          lines: [
            '{ "name": "Mail", "description": "…",',
            '  "categories": [ { "name": "Invoice", "description": "…", "keywords": ["total"], "linked_extraction_id": "…" } ] }',
          ],
        },
      ],
      run: ({ flags, host }) => createClassification(flags, host),
    }),
    defineCommand({
      name: 'override',
      summary: say('help.classification.override'),
      operands: [classification, file, category],
      options: serviceOptions,
      run: ({ operands: [of = '', id = '', to = ''], flags, host }) => overrideCategory(of, id, to, flags, host),
    }),
    defineCommand({
      name: 'redo',
      summary: say('help.classification.redo'),
      operands: [classification, file],
      options: serviceOptions,
      run: ({ operands: [of = '', id = ''], flags, host }) => redoClassification(of, id, flags, host),
    }),
  ],
};

/** `intray classification create` (POST /v1/classifications). */
export async function createClassification(flags: FlagsOf<typeof createOptions>, host: Host): Promise<0> {
  const definition = await readClassification(detailsPath(flags, host));
  const made = await ask(flags, host, say('answers.definitions.classification'), (service) =>
    service.createClassification(definition),
  );
  const { id, name, categories } = made;
  await remember(flags, host, true, (ledger, origin) => rememberClassification(ledger, origin, definition, made, Date.now()));
  tell(host, flags, { event: 'classification-created', id, name, categories }, [
    say('answers.definitions.classificationCreated', { name, id }),
    say('answers.definitions.keepIds'),
    ...categories.map((each) => foreign(`  ${each.id}  ${each.name}`)),
    say('answers.definitions.sendTo', { command: `intray run FOLDER --classification ${id}` }),
  ]);
  return 0;
}

/** `intray classification override CLASSIFICATION FILE CATEGORY` (PATCH …/files/{file_id}): the service's ids. */
export async function overrideCategory(of: string, id: string, to: string, flags: ServiceFlags, host: Host): Promise<0> {
  await ask(flags, host, fileIn(of, id), (service) => service.overrideCategory(of, id, to));
  tell(host, flags, { event: 'category-overridden', classification: of, file: id, category: to }, [
    say('answers.definitions.overridden', { file: id, category: to }),
    say('answers.definitions.notHere'),
  ]);
  return 0;
}

/** `intray classification redo CLASSIFICATION FILE` (POST …/files/{file_id}/redo): the service's ids. */
export async function redoClassification(of: string, id: string, flags: ServiceFlags, host: Host): Promise<0> {
  await ask(flags, host, fileIn(of, id), (service) => service.redoClassification(of, id));
  tell(host, flags, { event: 'classification-redone', classification: of, file: id }, [
    say('answers.definitions.redone', { file: id }),
    say('answers.definitions.notHere'),
  ]);
  return 0;
}

function fileIn(of: string, id: string): Message {
  return say('answers.definitions.fileInClassification', { file: id, classification: of });
}
