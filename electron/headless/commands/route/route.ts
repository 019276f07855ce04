import { basename } from 'node:path';
import { z } from 'zod';
import { foreign, type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { defined } from '../../../core/plain-data.ts';
import type { Failure } from '../../../core/protocol/failure.ts';
import type { Route } from '../../../core/protocol/route.ts';
import type { ExtractionDetails } from '../../../core/protocol/service-shapes.ts';
import type { Result } from '../../../core/result.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { unfitnessOf } from '../../../engine/intake/look-at-file.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import { systemClock } from '../../../engine/system.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { openKeptLedger } from '../../../ledger/safekeeping.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client.ts';
import { readJsonFile } from '../../../settings/config.ts';
import { urlVariable } from '../../../settings/key.ts';
import { expandPath } from '../../../settings/paths.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { areUnchanged, lookAtSample, recordSamples, type SampleFile } from '../../../workspace/documents/sample-document.ts';
import { createParser, pageCounter } from '../../../workspace/parser/parser.ts';
import { describeRefusal } from '../../../workspace/service/failures.ts';
import { changeRemembered, forgetRoute, rememberClassification, rememberRoute } from '../../../workspace/service/routes.ts';
import type { Host } from '../../host.ts';
import { type CommandLedger, ledgerAt, withLedger } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { holdKey, serviceAddress } from '../../input/service-access.ts';
import { columns } from '../../output/columns.ts';
import { inform } from '../../output/events.ts';
import { type CommandGroup, type CommandOption, defineCommand, type FlagsOf, type HelpPart } from '../command.ts';
import { dataDirectoryOption, examples, serviceOptions } from '../options.ts';

/** What a command takes that asks the service about a route. */
const routeOptions = [...serviceOptions, dataDirectoryOption] as const satisfies readonly CommandOption[];
type RouteFlags = FlagsOf<typeof routeOptions>;

/** A call that a person asked for. */
interface ServiceCall<Value> {
  /** What is asked for, such as `extraction “e1”`. */
  readonly what: Message;
  call(service: ServiceClient): Promise<Result<Value, Failure>>;
  /** Writes down what the service has said of a route, because it has no call that lists them: config files may name it then. */
  remember?(ledger: Ledger, origin: string, answer: Value): void;
  /** Whether to begin a ledger where there is none. Default: yes. */
  readonly begins?: boolean;
}

/**
 * Calls the service with the key that a run would use, and remembers the answer. By then the service has done it, so a ledger that
 * cannot be written is told, and nothing more.
 * @throws Refusal that says why there is no answer
 */
async function callService<Value>(flags: RouteFlags, host: Host, wanted: ServiceCall<Value>): Promise<Value> {
  const kept = ledgerAt(flags, host);
  const isAddressed = flags.url !== undefined || host.environment[urlVariable] !== undefined;
  // Else it is the service that Intray has worked with here.
  const known = isAddressed || !kept.isThere ? undefined : await kept.read(({ meta }) => meta.read('work')?.origin);
  const url = serviceAddress({ flag: flags.url, host, config: known });
  const key = await holdKey(url, host, createRedaction());
  const service = createServiceClient({ url, key: key.current });
  const answer = await wanted.call(service).finally(() => service.close());
  if (!answer.ok) throw new Refusal(describeRefusal(answer.error, service.origin, wanted.what));
  const write = (ledger: Ledger) => wanted.remember?.(ledger, url, answer.value);
  try {
    if (kept.isThere) await kept.write(write);
    else if (wanted.begins !== false) await beginLedger(kept, write);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const message of error.said) inform(host, say('answers.definitions.notRemembered', { message }));
  }
  return answer.value;
}

/** The first command of all, as a rule. A lost ledger is restored, which the next run or watch says. */
async function beginLedger({ directory, file }: CommandLedger, write: (ledger: Ledger) => void | Promise<void>): Promise<void> {
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    await withLedger(() => openKeptLedger(file, Date.now()).ledger, write);
  } finally {
    lock.release();
  }
}

/** Files that define an extraction or a classification (electron/service/README.md, "Extractions" and "Classifications"). */

const anyText = z.string();
const anyName = anyText.trim().min(1);

const extractionFile = z.strictObject({
  name: anyName,
  description: anyText.exactOptional(),
  language: anyText.exactOptional(),
  options: z.record(anyText, z.unknown()).exactOptional(),
  fields: z.array(z.strictObject({ key: anyName, description: anyText.default(''), example: anyText.default('') })).min(1),
});

const categoryFile = z
  .strictObject({
    name: anyName,
    description: anyText.default(''),
    keywords: z.array(anyText).exactOptional(),
    linked_extraction_id: anyName.exactOptional(),
  })
  .transform(({ linked_extraction_id: linkedExtractionId, ...own }) => ({ ...own, ...defined({ linkedExtractionId }) }));

const classificationFile = z.strictObject({
  name: anyName,
  description: anyText.default(''),
  categories: z.array(categoryFile).min(1),
});

/** @throws Refusal that names the file and the member */
async function readDetails<Details>(path = '', file: z.ZodType<Details>, { paths }: Host): Promise<Details> {
  return orRefuse(await readJsonFile(expandPath(path, paths), file));
}

/** Files that go with a call, as they were when they were checked. */
interface Samples {
  readonly files: readonly SampleFile[];
  /** Whether all of them are unchanged; asked before the closing boundary is sent. */
  readonly unchanged: () => Promise<boolean>;
}

/** @param paths absolute. @throws Refusal naming each file that cannot be sent */
async function lookAtSamples(paths: readonly string[]): Promise<Samples> {
  const disk = createFiles();
  const parser = createParser();
  const world = { files: disk, clock: systemClock, countPages: pageCounter(parser) };
  const looked = await Promise.all(paths.map(look)).finally(() => parser.close());
  const problems = looked.flatMap((each) => ('code' in each ? [each] : []));
  const names = paths.map((path) => basename(path).normalize('NFC').toLowerCase());
  const twice = paths.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice !== undefined) problems.push(say('answers.definitions.sameName', { name: basename(twice) }));
  if (problems.length > 0) throw new Refusal(problems);
  const files = looked.flatMap((each) => ('code' in each ? [] : [each]));
  return {
    files,
    unchanged: () => areUnchanged(disk, files),
  };

  async function look(asked: string) {
    const path = await disk.realPath(asked);
    const unfit = (message: Message) => say('answers.definitions.unfit', { path, message });
    const sample = await lookAtSample(disk, path, asked);
    if (!sample.ok) return unfit(sample.error);
    const message = await unfitnessOf(world, path, sample.value.facts).catch((error: unknown) => {
      if (error instanceof DiskProblem) return messageOf(error);
      throw error;
    });
    return message === undefined ? sample.value : unfit(message);
  }
}

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
        return {
          events: event,
          lines: [
            foreign(`${name}  (${found.extractionId})`),
            ...(description ? [foreign(description)] : []),
            ...(language ? [say('answers.definitions.language', { language })] : []),
            ...(updatedAt ? [say('answers.definitions.lastChanged', { time: updatedAt })] : []),
            say('answers.definitions.fields', { count: fields.length }),
            ...columns(fields.map((field) => ['', field.key, `${field.description} ${example(field.example)}`])),
          ],
        };
      },
    }),
    defineCommand({
      name: 'create',
      summary: say('help.extraction.create'),
      options: extractionOptions,
      help: [extractionHelp, say('help.extraction.samplesNote')],
      async run({ flags, host }) {
        const definition = await readDetails(flags.details, extractionFile, host);
        if (flags.file === undefined) throw new Refusal(say('answers.definitions.sampleNeeded'));
        const samples = await lookAtSamples(flags.file.map((path) => expandPath(path, host.paths)));
        const { extractionId, batchId, files } = await callService(flags, host, {
          what: say('answers.definitions.extraction'),
          call: (service) => service.createExtraction(definition, samples.files, { beforeClosingBoundary: samples.unchanged }),
          remember(ledger, origin, batch) {
            rememberExtraction(ledger, origin, batch.extractionId, definition);
            recordSamples(ledger, samples.files, { origin, route: routeOf(batch.extractionId), batch, at: Date.now() });
          },
        });
        const sent = files.map(({ id: file, fileName, status }) => ({ id: file, file_name: fileName, status }));
        return {
          events: { event: 'extraction-created', extractionId, batchId, files: sent },
          lines: [
            ...created('extraction', extractionId, definition.name),
            say('answers.definitions.samplesSent', { count: sent.length, batch: batchId }),
          ],
        };
      },
    }),
    defineCommand({
      name: 'update',
      summary: say('help.extraction.update'),
      operands: [id],
      options: extractionOptions,
      help: [extractionHelp, say('help.extraction.updateNote')],
      async run({ operands: [extractionId = ''], flags, host }) {
        const changes = defined(await readDetails(flags.details, extractionFile.partial(), host)) as Partial<ExtractionDetails>;
        const changed = Object.keys(changes);
        if (changed.length === 0)
          throw new Refusal(say('answers.definitions.noChanges', { path: expandPath(flags.details ?? '', host.paths) }));
        const samples = await lookAtSamples((flags.file ?? []).map((path) => expandPath(path, host.paths)));
        const count = samples.files.length;
        await callService(flags, host, {
          what: named(extractionId),
          call: (service) =>
            service.updateExtraction(extractionId, changes, samples.files, { beforeClosingBoundary: samples.unchanged }),
          begins: count > 0,
          remember(ledger, origin) {
            changeRemembered(ledger, origin, extractionId, changes);
            if (count > 0) recordSamples(ledger, samples.files, { origin, route: routeOf(extractionId), at: Date.now() });
          },
        });
        return {
          events: { event: 'extraction-updated', extractionId, changed, files: count },
          lines: [say('answers.definitions.updated', { id: extractionId, members: changed.join(', '), count })],
        };
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
          remember: (ledger, origin) => forgetRoute(ledger, origin, routeOf(extractionId)),
        });
        return {
          events: { event: 'extraction-deleted', extractionId },
          lines: [say('answers.definitions.deleted', { id: extractionId })],
        };
      },
    }),
  ],
};

const classification: CommandGroup = {
  name: 'classification',
  summary: say('help.classification.summary'),
  help: [],
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
        const definition = await readDetails(flags.details, classificationFile, host);
        const {
          id: classificationId,
          name,
          categories,
        } = await callService(flags, host, {
          what: say('answers.definitions.classification'),
          call: (service) => service.createClassification(definition),
          remember: (ledger, origin, answer) => rememberClassification(ledger, origin, definition, answer, Date.now()),
        });
        return {
          events: { event: 'classification-created', id: classificationId, name, categories },
          lines: [
            ...created('classification', classificationId, name),
            say('answers.definitions.keepIds'),
            ...columns(categories.map((each) => ['', each.id, each.name])),
          ],
        };
      },
    }),
  ],
};

export const command: CommandGroup = {
  name: 'route',
  summary: say('help.route.summary'),
  help: [],
  commands: [extraction, classification],
};

function routeOf(extractionId: string): Route {
  return { kind: 'extraction', id: extractionId };
}

function rememberExtraction(ledger: Ledger, origin: string, extractionId: string, said: ExtractionDetails): void {
  const { name, description, fields } = said;
  const route = routeOf(extractionId);
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
