import { z } from 'zod';
import { standingNames } from '../../electron/core/document/standing.ts';

/**
 * Every object that `--json` writes, by its `event`: the commands that write it, what it says, and its members. The page
 * `resources/docs/json.md` is made from this table, and the tests of the commands hold to it each line that one writes.
 */

const text = (meaning: string) => z.string().describe(meaning);
const count = (meaning: string) => z.number().describe(meaning);
const yes = (meaning: string) => z.boolean().describe(meaning);
const time = (meaning: string) => z.iso.datetime().describe(`${meaning}; ISO 8601, UTC`);
const list = <Item extends z.ZodType>(item: Item, meaning: string) => z.array(item).describe(meaning);
const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape;

/** A message for people, in English, with what a program compares instead of it. */
const saidShape = {
  message: text('the message, in English'),
  code: text('which message it is; stays the same in each language'),
  values: z.record(z.string(), z.unknown()).describe('what the message names'),
};
const said = z.strictObject(saidShape);
const reasons = list(said, 'each message, where there are several');
const saidAll = { ...saidShape, reasons: reasons.optional() };
const why = optional(saidAll);

const id = count('the number of the document in the ledger');
const path = text('the absolute path of the file');
const folder = text('the absolute path of the watched folder');
const inFolder = text('the path of the document, relative to the folder');
const accepted = yes('whether it is done: within seconds by a running Intray, else by its next start');
const balance = z
  .strictObject({
    found: count('the sum of the others'),
    ...{
      delivered: z.number(),
      duplicate: z.number(),
      rejected: z.number(),
      failed: z.number(),
      gone: z.number(),
      moving: z.number(),
    },
  })
  .describe('what became of the documents: found = delivered + duplicate + rejected + failed + gone + moving');

const standings = z
  .strictObject(Object.fromEntries(standingNames.map((name) => [name, z.number()])))
  .describe('how many documents there are under each name that the window shows');

const attention = z.strictObject({
  ...{ folder, path: inFolder, state: text('its state') },
  ...{ reason: text('why, as one text'), ...saidAll },
});
const attentionMembers = {
  attention: count('how many documents need a person before they can go on'),
  needs: list(attention, 'some of them, the most urgent first'),
  undelivered: list(attention, 'some of those whose result cannot be written for now'),
  waiting: list(attention, 'at the end of a run: those that still wait for the service').optional(),
  folderProblems: list(said, 'folders that stand still').optional(),
};

const leftOut = list(
  z.strictObject({
    reason: text('why'),
    ending: text('the ending of their names, where the reason is `type`').optional(),
    count: z.number(),
    paths: z.array(z.string()).optional(),
  }),
  'what the folder does not pick up, by reason',
).optional();

const budget = z.strictObject({
  folder: folder.optional(),
  period: text('`run`, `day`, `month`, or `service`: the service is out of pages'),
  pages: count('how many there are').optional(),
  used: count('how many of them are used').optional(),
  waiting: z
    .strictObject({ documents: z.number(), pages: z.number(), unknown: z.number().optional() })
    .describe('what it holds back'),
  timeZone: text('in which its days begin'),
  until: time('when its period ends').optional(),
  ...optional(saidShape),
});
const budgets = list(budget, 'how much of each budget is used');

const question = {
  since: time('since when'),
  documents: count('how many are held'),
  pages: count('about how many pages they have, once that has been counted').optional(),
  ...saidShape,
};

const health = {
  health: text('`scanning`, `watching`, `resting`, `paused` or `unreachable`'),
  by: text('`events` of the system, or `polling`').optional(),
  since: count('since when it is paused or unreachable, in milliseconds since the epoch').optional(),
  unread: z
    .strictObject({ count: z.number(), paths: z.array(z.string()) })
    .describe('what in it cannot be read')
    .optional(),
  ...optional(saidShape),
};

const gate = {
  gate: text('what all requests wait for: `open`, `offline`, `key`, `rate` or `forbidden`'),
  until: time('when it is tried again').optional(),
  reason: text('of `forbidden`: what the service refuses').optional(),
  ...optional(saidShape),
};

const route = z
  .strictObject({ kind: z.string(), id: z.string(), name: z.string().optional() })
  .describe('the extraction or classification');

const sums = { documents: count('how many documents'), pages: count('how many pages') };
const guessed = count('how many of the documents were estimated, because their pages were not counted');
const period = z.strictObject({ ...sums, guessed });
const category = z.strictObject({ id: z.string().optional(), name: z.string() });

interface EventSchema {
  /** The commands that write it. */
  readonly by: string;
  readonly meaning: string;
  readonly members: z.ZodRawShape;
}

export const jsonEvents = {
  document: {
    by: 'run, watch',
    meaning: 'A document has changed.',
    members: {
      ...{ at: time('when'), id, folder, path: inFolder },
      state: text(
        '`settling`, `waiting`, `uploading`, `queued`, `processing`, `processed`, `needs_review`, `confirmed`, `duplicate`, `failed`, `rejected`, `unresolved` or `gone`',
      ),
      wait: text('of `waiting`: `ready`, `blocked` or `held`').optional(),
      why: text('of `held`: for which decision').optional(),
      status: text('of `queued` and `processing`: the service’s own word').optional(),
      by: text('of `failed` and `rejected`: `service` or `intray`').optional(),
      of: count('of `duplicate`: the document whose result it takes').optional(),
      delivered: yes('its result is written, and its file is where it belongs'),
      outputs: list(
        z.strictObject({ kind: z.enum(['json', 'csv']), path: z.string() }),
        'once it is delivered: the absolute paths of its JSON, and of the CSV that has its row',
      ).optional(),
      ...optional(saidShape),
    },
  },
  upload: {
    by: 'run, watch',
    meaning: 'How far a request is; once a second, and at its end.',
    members: {
      batch: count('the number of the batch in the ledger'),
      files: count('how many files are in it'),
      ...{ sent: count('bytes that are out'), total: count('bytes in all') },
    },
  },
  folder: { by: 'run, watch', meaning: 'A folder is watched, or cannot be.', members: { path: folder, ...health } },
  question: {
    by: 'run, watch, answer',
    meaning: 'A person is asked about a folder; nothing of what is held is sent until then.',
    members: { path: folder, ...question },
  },
  asked: {
    by: 'answer FOLDER',
    meaning: 'A document that the question of a folder is about.',
    members: { path, id, bytes: count('its size'), pages: count('its pages, once they are counted').optional() },
  },
  answer: {
    by: 'answer --send, answer --leave',
    meaning: 'The question of a folder is answered.',
    members: { path: folder, answer: text('`send` or `leave`'), documents: count('how many it is about') },
  },
  budget: { by: 'run, watch', meaning: 'A budget holds documents back, or is nearly used up.', members: saidShape },
  budgets: { by: 'answer', meaning: 'How much of each budget is used.', members: { budgets } },
  gate: { by: 'run, watch', meaning: 'All requests wait, or no longer.', members: gate },
  ledger: {
    by: 'run, watch',
    meaning: 'The ledger cannot be written, and everything waits; or it can again.',
    members: { writable: yes('whether it can'), ...optional(saidShape) },
  },
  'ledger-lost': {
    by: 'run, watch',
    meaning: 'The ledger was damaged. Documents that may have been sent are held.',
    members: {
      backup: time('of which time the copy is that was restored').optional(),
      quarantined: list(z.string(), 'where the damaged files are'),
      ...saidShape,
    },
  },
  summary: {
    by: 'run, watch',
    meaning: 'The last line.',
    members: {
      exit: count('the exit code'),
      ended: text('`done`, `stopped`, `offline`, `stalled` or `halted`'),
      ...{ balance, ...attentionMembers, leftOut, ...optional(saidShape) },
    },
  },
  error: { by: 'every command', meaning: 'It could not do its work.', members: { exit: count('the exit code'), ...saidAll } },
  planned: {
    by: 'run --dry-run',
    meaning: 'What would become of a file.',
    members: {
      ...{ folder, path: inFolder },
      outcome: text('`send`, `known`, `rejected`, `held` or `unsettled`'),
      pages: z
        .number()
        .nullable()
        .describe('of `send`: what it costs in all its steps; null: only the service can count that')
        .optional(),
      bytes: count('its size'),
      later: count('of `send`: how many of the pages it costs only if its category leads on to an extraction').optional(),
      budget: text('the budget that holds it back until its next period').optional(),
      ...optional(saidShape),
    },
  },
  plan: {
    by: 'run --dry-run',
    meaning: 'The sums.',
    members: {
      folder,
      files: count('how many files would be sent'),
      pages: count('with how many pages'),
      later: count('how many of the pages it costs only if categories lead on to extractions'),
      unknownPages: count('of how many files nothing tells the pages'),
      known: count('how many cost nothing: copies, and what was sent before'),
      rejected: count('how many cannot be sent'),
      held: count('how many wait for a decision'),
      unsettled: count('how many are still changing'),
      ...{ budgets, leftOut },
    },
  },
  serving: {
    by: 'watch --window',
    meaning: 'The window is shown.',
    members: { url: text('where'), link: text('signs in one browser, once, within ten minutes') },
  },
  code: {
    by: 'watch --window, watch --code',
    meaning: 'A browser wants to change the service’s address or key.',
    members: { code: text('confirms it, once, within ten minutes') },
  },
  link: {
    by: 'watch --link',
    meaning: 'A link to the window of the Intray that runs.',
    members: { link: text('signs in one browser, once, within ten minutes') },
  },
  'signed-in': { by: 'watch --window', meaning: 'A browser has signed in.', members: {} },
  status: {
    by: 'status',
    meaning: 'The current state.',
    members: {
      dataDirectory: text('where the ledger is'),
      ledger: yes('whether there is one'),
      backup: z.strictObject({ path: z.string(), at: z.string() }).describe('its newest copy').optional(),
      dropped: z.strictObject({ documents: z.number(), at: z.string() }).describe('results that are no longer kept').optional(),
      wouldDrop: count('with --keep-results: how many results would be dropped now').optional(),
      running: yes('whether an Intray runs'),
      engine: z
        .strictObject({ pid: z.number(), host: z.string(), since: z.string() })
        .partial()
        .describe('which, and since when')
        .optional(),
      service: text('the address of the service').optional(),
      waits: said.describe('why the ledger cannot be written').optional(),
      requestsPerSecond: count('how fast requests are made at most').optional(),
      ...gate,
      line: z.strictObject(saidAll).describe('what the status line of the window says, while an Intray runs').optional(),
      balance,
      standings,
      budgets,
      folders: list(
        z.strictObject({
          path: folder,
          route: route.optional(),
          active: yes('whether it is watched'),
          ...{ ...health, health: health.health.optional(), balance, standings },
          question: z.strictObject(question).optional(),
          tables: list(said, 'why its tables cannot be written').optional(),
          leftOut,
        }),
        'each folder',
      ),
      ...attentionMembers,
      hooks: z
        .strictObject({ pending: z.number(), failing: z.number(), givenUp: z.number() })
        .describe('events that no hook has taken'),
      delivered: list(z.strictObject({ folder, path: inFolder, state: z.string(), at: z.string() }), 'what was delivered last'),
    },
  },
  why: {
    by: 'status --why',
    meaning: 'Why a file is not done, or how it ended.',
    members: {
      path,
      kind: text('`document`, `output`, `skipped`, `ignored`, `not-seen`, `not-there`, `moved`, `directory` or `outside`'),
      answer: text('the answer, in English'),
      ...saidAll,
      document: z.strictObject({ id, path: inFolder, state: z.string(), found: z.string() }).optional(),
      history: list(
        z.strictObject({ at: z.string(), event: z.string(), note: z.string().optional(), ...optional(saidShape) }),
        'what has happened to it, oldest first',
      ),
      earlier: list(
        z.strictObject({ id, path: inFolder, state: z.string(), found: z.string(), answer: z.string(), ...saidAll }),
        'documents that were at this path before',
      ),
    },
  },
  hooks: {
    by: 'status --hooks',
    meaning: 'The events that no hook has taken.',
    members: {
      ...{
        pending: count('how many wait'),
        failing: count('how many of them were refused'),
        givenUp: count('how many were given up'),
      },
      events: list(
        z.strictObject({
          ...{ id: text('its id'), hook: text('its name'), path: text('what it is about'), revision: z.number(), at: z.string() },
          ...{ state: text('`pending`, `given-up` or `done`'), attempts: z.number(), document: id.optional() },
          ...{ next: z.string().optional(), tried: z.string().optional(), output: z.string().optional() },
          ...optional(saidShape),
        }),
        'the newest of them',
      ),
    },
  },
  'hooks-retried': { by: 'answer --retry-hooks', meaning: 'Events are told again.', members: { count: count('how many') } },
  review: {
    by: 'review',
    meaning: 'A document that needs a person; of a file, what was found in it.',
    members: {
      ...{ id, folder: folder.optional(), path: text('relative to the folder; of a file, absolute'), state: text('its state') },
      ...why,
      needs: yes('of a file: whether it needs a person').optional(),
      status: text('of a file: the service’s own word').optional(),
      category: category.nullable().describe('of a classified file').optional(),
      fields: list(
        z.strictObject({
          field: z.string(),
          value: z.string().nullable(),
          serviceValue: text('what the service said, where it was corrected').optional(),
          newerServiceValue: text('what the service has said since').optional(),
          reasons,
        }),
        'of an extracted file: its values',
      ).optional(),
      confirmed: z.strictObject({ by: z.string(), at: z.string() }).describe('who has confirmed it, and when').optional(),
    },
  },
  reviewed: {
    by: 'review',
    meaning: 'What a person made of a document.',
    members: { act: text('`confirm`, `resolve`, `dismiss` or `undo`'), path, id: id.optional(), accepted, ...why },
  },
  category: {
    by: 'answer FILE',
    meaning: 'The category of a document.',
    members: {
      ...{ path, id, category: category.partial().nullable().describe('null: it has none') },
      categories: list(category, 'those that are known'),
    },
  },
  'set-category': {
    by: 'answer --category',
    meaning: 'A document gets another category.',
    members: { path, id, pages: count('how many pages that sends'), accepted, category },
  },
  'classify-again': {
    by: 'answer --classify-again',
    meaning: 'The service is asked to classify a document again.',
    members: { path, id, pages: count('how many pages that may send'), accepted },
  },
  unmatched: {
    by: 'answer',
    meaning: 'A result that fits no document.',
    members: {
      ...{ batch: text('the service’s id of its batch'), route: text('the name of its route'), id: text('its id') },
      ...{ name: text('the name that the service gives the file'), status: text('the service’s own word') },
      values: list(z.strictObject({ key: z.string().optional(), value: z.string() }), 'what was found'),
      documents: list(z.string(), 'the absolute paths of the documents that lack a result'),
    },
  },
  assign: {
    by: 'answer --assign, answer --batch',
    meaning: 'A document gets a result.',
    members: { path, id, batch: text('the batch').optional(), result: text('the id of the result').optional(), accepted },
  },
  'send-again': {
    by: 'answer --send-again',
    meaning: 'A document is sent again, or need not be.',
    members: { path, accepted, id: id.optional(), ...optional(saidShape) },
  },
  apply: {
    by: 'answer --apply',
    meaning: 'Documents that went another way than their folder’s settings say by now.',
    members: {
      path: folder,
      documents: count('how many there are'),
      pages: count('how many pages it costs to send them'),
      accepted,
    },
  },
  send: {
    by: 'send',
    meaning: 'A file is copied into a folder.',
    members: { path, accepted: yes('whether it was copied'), to: text('where it is now').optional(), ...optional(saidShape) },
  },
  'would-file': {
    by: 'filing preview',
    meaning: 'Where a document would be filed.',
    members: { folder, path, id, to: text('where; absent: it stays').optional(), ...optional(saidShape) },
  },
  filing: {
    by: 'filing preview',
    meaning: 'The sums.',
    members: {
      folder,
      ...{ tried: count('how many documents'), filed: count('how many of them would be filed') },
      ...{ waiting: count('how many wait for a review'), more: yes('there are older ones, which were not tried') },
    },
  },
  filings: {
    by: 'filing list',
    meaning: 'A batch of filings.',
    members: {
      ...{ id: count('its number'), from: time('when it began'), until: time('when it ended') },
      ...{ documents: count('how many were filed'), undone: count('how many were taken back') },
      moves: list(z.strictObject({ id, from: z.string(), to: z.string() }), 'what was moved'),
    },
  },
  file: {
    by: 'filing apply, filing again',
    meaning: 'A document is filed.',
    members: {
      folder: folder.optional(),
      ...{ batch: count('the batch').optional(), id, path: text('the path of the document') },
      ...{ accepted: accepted.optional(), ...optional(saidShape) },
    },
  },
  undo: {
    by: 'filing undo',
    meaning: 'The filing of a document is taken back.',
    members: {
      ...{ batch: count('the batch'), id, path: inFolder, to: text('where it goes'), accepted, ...optional(saidShape) },
    },
  },
  export: {
    by: 'export',
    meaning: 'A file of the export.',
    members: {
      state: text('`written`, `there` (it was, and is correct) or `not-exported`'),
      kind: text('`json`, `csv`, `xlsx` or `jsonl`').optional(),
      path: text('the file; of what is not exported, the document'),
      ...optional(saidShape),
    },
  },
  'no-longer-kept': {
    by: 'export',
    meaning: 'Results that the ledger no longer has.',
    members: { path: folder, count: count('how many') },
  },
  balance: {
    by: 'export --check',
    meaning: 'Whether the tables of a folder have each document once.',
    members: {
      ...{ path: folder, delivered: count('documents that were delivered'), rows: count('rows that the ledger has of them') },
      dropped: count('documents whose results the ledger no longer has'),
      differences: list(
        z.union([
          z.strictObject({ kind: z.literal('no-row'), files: z.array(z.string()) }),
          z.strictObject({ kind: z.literal('unreadable'), table: z.string(), why: z.looseObject({ code: z.string() }) }),
          z.strictObject({ kind: z.literal('table'), table: z.string(), missing: z.array(z.string()), more: z.number() }),
        ]),
        'what is wrong; none: they balance',
      ),
    },
  },
  extraction: {
    by: 'route extraction show',
    meaning: 'An extraction, as the service describes it.',
    members: {
      extractionId: text('its id'),
      ...{ name: text('its name'), description: text('its description').optional(), language: text('its language').optional() },
      fields: list(z.looseObject({ key: z.string() }), 'its fields'),
      options: z.looseObject({}).describe('its options').optional(),
      ...{ created_at: text('when it was created').optional(), updated_at: text('when it was changed last').optional() },
      other: z.looseObject({}).describe('members that are not documented').optional(),
    },
  },
  'extraction-created': {
    by: 'route extraction create',
    meaning: 'An extraction was created; its samples were sent.',
    members: {
      ...{ extractionId: text('its id'), batchId: text('the service’s id of the batch of samples') },
      files: list(z.strictObject({ id: z.string(), file_name: z.string(), status: z.string() }), 'the samples'),
    },
  },
  'extraction-updated': {
    by: 'route extraction update',
    meaning: 'An extraction was changed.',
    members: {
      ...{ extractionId: text('its id'), changed: list(z.string(), 'which members'), files: count('how many samples were sent') },
    },
  },
  'extraction-deleted': {
    by: 'route extraction delete',
    meaning: 'An extraction was deleted at the service.',
    members: { extractionId: text('its id') },
  },
  'classification-created': {
    by: 'route classification create',
    meaning: 'A classification was created.',
    members: {
      id: text('its id'),
      name: text('its name'),
      categories: list(z.looseObject({ id: z.string() }), 'its categories'),
    },
  },
  key: {
    by: 'key set, key test, key clear',
    meaning: 'What was done with the key.',
    members: {
      origin: text('the address of the service'),
      kept: yes('of `set`: it is in the keychain').optional(),
      from: text('of `test`: `environment` or `keychain`').optional(),
      cleared: yes('of `clear`: there was one').optional(),
      trial: text('`good`, or `good-but-empty`').optional(),
      ...optional(saidShape),
    },
  },
  check: {
    by: 'doctor',
    meaning: 'One thing that was looked at.',
    members: {
      ...{ status: text('`ok`, `warning` or `problem`'), area: text('what it is about'), seen: text('what was found') },
      ...saidShape,
      remedy: text('what to do').optional(),
      remedyCode: text('its code').optional(),
      remedyValues: z.record(z.string(), z.unknown()).describe('what it names').optional(),
    },
  },
  doctor: {
    by: 'doctor',
    meaning: 'The sums.',
    members: { exit: count('the exit code'), ok: count('how many'), warnings: count('how many'), problems: count('how many') },
  },
  cost: {
    by: 'costs',
    meaning: 'What was sent on a day from a folder to a route, by what became of it.',
    members: {
      ...{
        day: text('the day, ISO 8601'),
        folder: folder.nullable(),
        route,
        outcome: z.string().nullable().describe('what became of it'),
      },
      ...{ ...sums, guessed },
    },
  },
  saved: {
    by: 'costs',
    meaning: 'What copies saved that took a result.',
    members: { day: text('the day, ISO 8601'), folder: folder.nullable(), ...sums, guessed },
  },
  costs: {
    by: 'costs',
    meaning: 'The sums, and the month.',
    members: {
      ...{ from: text('the first day'), to: text('the last day'), timeZone: text('in which days begin') },
      ...{ ...sums, guessed, saved: period.describe('by copies'), held: z.strictObject(sums).describe('by budgets, now') },
      month: z
        .strictObject({ month: z.string(), spent: z.number(), forecast: z.number().nullable(), budget: z.number().nullable() })
        .describe('this month: its pages so far, those that it will come to, and its budget'),
    },
  },
  config: {
    by: 'config check FILE',
    meaning: 'The config file can be used.',
    members: { path, folders: list(z.string(), 'the folders in it') },
  },
  finding: {
    by: 'config check FOLDER',
    meaning: 'A document that breaks one of the folder’s own checks, or of which the check cannot say.',
    members: {
      ...{ folder, path, id, standing: text('how it stands'), rule: text('the check'), field: text('the field') },
      ...{ outcome: text('`breach` or `unchecked`'), ...saidShape },
    },
  },
  checked: {
    by: 'config check FOLDER',
    meaning: 'The sums.',
    members: {
      ...{ folder, checked: count('how many documents'), flagged: count('how many break a check') },
      more: yes('there are older ones, which were not looked at'),
    },
  },
  'check-again': {
    by: 'config check FOLDER --again',
    meaning: 'The documents of a folder are checked again.',
    members: { path: folder },
  },
  sandbox: {
    by: 'sandbox',
    meaning: 'The sandbox listens.',
    members: {
      ...{ url: text('its address'), key: text('a key'), extraction: text('an id'), classification: text('an id') },
      secret: text('the secret of its webhooks').optional(),
    },
  },
} as const satisfies Readonly<Record<string, EventSchema>>;

const schemas = new Map<string, z.ZodType>(
  Object.entries(jsonEvents).map(([event, { members }]) => [event, z.strictObject({ event: z.literal(event), ...members })]),
);

/** What is wrong with a line of `--json`, by the table; undefined: nothing. */
export function jsonProblem(line: object): string | undefined {
  const event = 'event' in line ? String(line.event) : '';
  const schema = schemas.get(event);
  if (schema === undefined) return `no event “${event}”`;
  const parsed = schema.safeParse(line);
  return parsed.success ? undefined : `${event}: ${z.prettifyError(parsed.error)}`;
}
