import { foreign, type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import type { ExtractionDetails } from '../../../core/protocol/service-shapes.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { changeRemembered, forgetRoute, rememberClassification, rememberRoute } from '../../../workspace/service/routes.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';
import { columns } from '../../output/columns.ts';
import { tell } from '../../output/events.ts';
import { type CommandGroup, type CommandOption, defineCommand, type HelpPart, type Operand } from '../command.ts';
import { examples } from '../options.ts';
import { lookAtSamples, readChanges, readClassification, readExtraction, recordSamples } from './given-files.ts';
import { callService, routeOptions } from './service-call.ts';

const details = {
  flag: '--details',
  value: say('help.terms.fileValue'),
  text: say('help.extraction.details'),
  required: true,
} as const satisfies CommandOption;

const extractionOptions = [
  ...routeOptions,
  details,
  { flag: '--file', value: say('help.terms.pathValue'), text: say('help.extraction.file'), repeatable: true },
] as const;

const id = { term: 'ID' };
const ofFile = [{ term: say('help.terms.classification') }, { term: say('help.terms.file') }];

const detailsHelp = (...lines: readonly string[]): HelpPart => ({ heading: say('help.headings.details'), lines });

const extractionHelp = detailsHelp(
  '{ "name": "Invoices", "description": "…", "language": "en", "options": { "hasTable": false },',
  '  "fields": [ { "key": "total", "description": "The amount to pay", "example": "199.00" } ] }',
);

/** Each command is a call of the service; ids are the service's. */
const extraction: CommandGroup = {
  name: 'extraction',
  summary: say('help.extraction.summary'),
  help: [
    examples(
      'intray route extraction show ID --url https://api.example.com',
      'intray route extraction create --details invoices.json --file sample.pdf',
    ),
  ],
  commands: [
    defineCommand({
      name: 'show',
      summary: say('help.extraction.show'),
      operands: [id],
      options: routeOptions,
      help: [],
      async run({ operands: [extractionId = ''], flags, host }) {
        const found = await callService(flags, host, {
          what: named(extractionId),
          call: (service) => service.viewExtraction(extractionId),
          remember: (ledger, origin, answer) => rememberExtraction(ledger, origin, extractionId, answer),
        });
        const { createdAt, updatedAt, extra, ...shown } = found;
        const { name, description, language, fields } = shown;
        const other = Object.keys(extra).length > 0 ? extra : undefined;
        const event = { event: 'extraction', ...shown, created_at: createdAt, updated_at: updatedAt, ...defined({ other }) };
        const example = (text: string) =>
          text === '' ? '' : host.wording.text(say('answers.definitions.example', { example: text }));
        return tell(host, flags, event, [
          foreign(`${name}  (${found.extractionId})`),
          ...(description ? [foreign(description)] : []),
          ...(language ? [say('answers.definitions.language', { language })] : []),
          ...(updatedAt ? [say('answers.definitions.lastChanged', { time: updatedAt })] : []),
          say('answers.definitions.fields', { count: fields.length }),
          ...columns(fields.map((field) => ['', field.key, `${field.description} ${example(field.example)}`])),
        ]);
      },
    }),
    defineCommand({
      name: 'create',
      summary: say('help.extraction.create'),
      options: extractionOptions,
      help: [extractionHelp, say('help.extraction.samplesNote')],
      async run({ flags, host }) {
        const definition = await readExtraction(pathOf(flags.details, host));
        if (flags.file === undefined) throw new Refusal(say('answers.definitions.sampleNeeded'));
        const samples = await lookAtSamples(flags.file.map((path) => expandPath(path, host.paths)));
        const { extractionId, batchId, files } = await callService(flags, host, {
          what: say('answers.definitions.extraction'),
          call: (service) => service.createExtraction(definition, samples.files, { beforeClosingBoundary: samples.unchanged }),
          async remember(ledger, origin, batch) {
            rememberExtraction(ledger, origin, batch.extractionId, definition);
            const sent = { origin, extractionId: batch.extractionId, batch };
            await recordSamples(ledger, dataDirectory(flags.dataDir, host.paths), samples, sent);
          },
        });
        const sent = files.map(({ id: file, fileName, status }) => ({ id: file, file_name: fileName, status }));
        return tell(host, flags, { event: 'extraction-created', extractionId, batchId, files: sent }, [
          ...created('extraction', extractionId, definition.name),
          say('answers.definitions.samplesSent', { count: sent.length, batch: batchId }),
        ]);
      },
    }),
    defineCommand({
      name: 'update',
      summary: say('help.extraction.update'),
      operands: [id],
      options: extractionOptions,
      help: [extractionHelp, say('help.extraction.updateNote')],
      async run({ operands: [extractionId = ''], flags, host }) {
        const changes = await readChanges(pathOf(flags.details, host));
        const samples = await lookAtSamples((flags.file ?? []).map((path) => expandPath(path, host.paths)));
        const count = samples.files.length;
        await callService(flags, host, {
          what: named(extractionId),
          call: (service) =>
            service.updateExtraction(extractionId, changes, samples.files, { beforeClosingBoundary: samples.unchanged }),
          begins: count > 0,
          async remember(ledger, origin) {
            changeRemembered(ledger, origin, extractionId, changes);
            await recordSamples(ledger, dataDirectory(flags.dataDir, host.paths), samples, { origin, extractionId });
          },
        });
        const changed = Object.keys(changes);
        return tell(host, flags, { event: 'extraction-updated', extractionId, changed, files: count }, [
          say('answers.definitions.updated', { id: extractionId, members: changed.join(', '), count }),
        ]);
      },
    }),
    defineCommand({
      name: 'delete',
      summary: say('help.extraction.delete'),
      operands: [id],
      options: [...routeOptions, { flag: '--yes', text: say('help.extraction.yes') }],
      help: [],
      async run({ operands: [extractionId = ''], flags, host }) {
        if (flags.yes !== true) throw new Refusal(say('answers.definitions.confirm', { id: extractionId }));
        await callService(flags, host, {
          what: named(extractionId),
          call: (service) => service.deleteExtraction(extractionId),
          begins: false,
          remember: (ledger, origin) => forgetRoute(ledger, origin, { kind: 'extraction', id: extractionId }),
        });
        return tell(host, flags, { event: 'extraction-deleted', extractionId }, [
          say('answers.definitions.deleted', { id: extractionId }),
        ]);
      },
    }),
  ],
};

const classification: CommandGroup = {
  name: 'classification',
  summary: say('help.classification.summary'),
  help: [say('help.classification.idsNote')],
  commands: [
    defineCommand({
      name: 'create',
      summary: say('help.classification.create'),
      options: [...routeOptions, details],
      help: [
        detailsHelp(
          '{ "name": "Mail", "description": "…",',
          '  "categories": [ { "name": "Invoice", "description": "…", "keywords": ["total"], "linked_extraction_id": "…" } ] }',
        ),
      ],
      async run({ flags, host }) {
        const definition = await readClassification(pathOf(flags.details, host));
        const {
          id: classificationId,
          name,
          categories,
        } = await callService(flags, host, {
          what: say('answers.definitions.classification'),
          call: (service) => service.createClassification(definition),
          remember: (ledger, origin, answer) => rememberClassification(ledger, origin, definition, answer, Date.now()),
        });
        return tell(host, flags, { event: 'classification-created', id: classificationId, name, categories }, [
          ...created('classification', classificationId, name),
          say('answers.definitions.keepIds'),
          ...columns(categories.map((each) => ['', each.id, each.name])),
        ]);
      },
    }),
    fileCommand('override', [...ofFile, { term: say('help.terms.category') }]),
    fileCommand('redo', ofFile),
  ],
};

/** What the service does with a file that it has classified. */
function fileCommand(name: 'override' | 'redo', operands: readonly Operand[]) {
  return defineCommand({
    name,
    summary: say(`help.classification.${name}`),
    operands,
    options: routeOptions,
    async run({ operands: [of = '', file = '', category = ''], flags, host }) {
      await callService(flags, host, {
        what: say('answers.definitions.fileInClassification', { file, classification: of }),
        call: (service) =>
          name === 'redo' ? service.redoClassification(of, file) : service.overrideCategory(of, file, category),
      });
      const about = { classification: of, file };
      const event =
        name === 'redo' ? { event: 'classification-redone', ...about } : { event: 'category-overridden', ...about, category };
      return tell(host, flags, event, [
        name === 'redo' ? say('answers.definitions.redone', { file }) : say('answers.definitions.overridden', { file, category }),
        say('answers.definitions.notHere'),
      ]);
    },
  });
}

export const command: CommandGroup = {
  name: 'route',
  summary: say('help.route.summary'),
  help: [],
  commands: [extraction, classification],
};

function pathOf(file = '', { paths }: Host): string {
  return expandPath(file, paths);
}

function rememberExtraction(ledger: Ledger, origin: string, extractionId: string, said: ExtractionDetails): void {
  const { name, description, fields } = said;
  const route = { kind: 'extraction', id: extractionId } as const;
  rememberRoute(ledger, origin, { route, name, ...defined({ description }), fields, now: Date.now() });
}

function created(kind: 'extraction' | 'classification', made: string, name: string): Message[] {
  return [
    say('answers.definitions.created', { kind, name, id: made }),
    say('answers.definitions.sendTo', { command: `intray run FOLDER --${kind} ${made}` }),
  ];
}

function named(extractionId: string): Message {
  return say('answers.definitions.extractionId', { id: extractionId });
}
