import { z } from 'zod';
import { folderBudgetSchema } from '../account/budget.ts';
import { checkRulesSchema } from '../checks/rules.ts';
import { maxTemplateLength, parseTemplate } from '../filing/template.ts';
import { say } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import { rule } from './rules.ts';
import { tableColumnsSchema, tableProfileSchema, tableValuesSchema } from './table-profile.ts';

export const extractionId = z
  .string({ error: rule('routeId') })
  .trim()
  .min(1);

/**
 * Where documents of a folder go on after the verdict of its classification: by category, which is a name or the service's id.
 * Whether the service passes them on itself is not shown anywhere, and has to be said: otherwise their pages would be paid for twice.
 * @param extraction how an extraction is given
 */
export function nextStepOf<Extraction extends z.ZodType>(extraction: Extraction) {
  /** What becomes of the documents of a category. `linked`: the service itself passes them on, so they are not sent again. */
  const target = z.union([z.literal('leave'), z.strictObject({ extraction, linked: z.boolean() })], {
    error: rule('categoryTarget'),
  });
  return z.strictObject({
    categories: z.record(z.string().trim().min(1), target),
    /**
     * Those of a category that is not in the table, of none, or of one that is not sure. An extraction takes what has no category,
     * or one of the table that is not sure; whatever else there is waits for a review.
     */
    otherwise: z
      .union([z.enum(['review', 'leave']), z.strictObject({ extraction })], { error: rule('otherwise') })
      .default('review'),
    /** A confidence below this is not sure; the service does not say what its bounds are. Left out: every verdict counts. */
    below: z.number().optional(),
  });
}

export const nextStepSchema = nextStepOf(extractionId);

export type NextStep = Immutable<z.output<typeof nextStepSchema>>;

/** The extractions that documents may go on to. */
export function nextRoutes(next: NextStep | undefined): readonly Route[] {
  if (next === undefined) return [];
  const targets = [...Object.values(next.categories), next.otherwise];
  const ids = targets.flatMap((each) => (typeof each === 'string' || ('linked' in each && each.linked) ? [] : [each.extraction]));
  return [...new Set(ids)].map((id) => ({ kind: 'extraction', id }));
}

/** Whether a document may be paid for in an extraction too. */
export function leadsOn(next: NextStep | undefined): boolean {
  return nextRoutes(next).length > 0 || linkedRoutes(next).length > 0;
}

/** The extractions that the service itself passes documents on to, as far as the table says. */
export function linkedRoutes(next: NextStep | undefined): readonly Route[] {
  const ids = linkedCategories(next).map(({ extraction }) => extraction);
  return [...new Set(ids)].map((id) => ({ kind: 'extraction', id }));
}

/** The categories that the table says to be linked, by name or the service's id, each with its extraction's id. */
function linkedCategories(next: NextStep | undefined): readonly { readonly category: string; readonly extraction: string }[] {
  return Object.entries(next?.categories ?? {}).flatMap(([category, to]) =>
    to !== 'leave' && to.linked ? [{ category, extraction: to.extraction }] : [],
  );
}

/**
 * A watched folder's settings, as the config file of `intray watch` writes them. Every member but `path` and `route`
 * is optional. Unknown members are refused, so that a misspelt one is not silently ignored. What a problem says depends on
 * its kind, or on the rule that is named here (`rules.ts`).
 */
export const routeSchema = z.strictObject({
  kind: z.enum(['extraction', 'classification']),
  id: z
    .string({ error: rule('routeId') })
    .trim()
    .min(1),
});

const globs = z.array(z.string({ error: rule('glob') }).min(1), { error: rule('globs') });

/** Where finished documents are moved: a folder inside the watched one, so that no source leaves it. */
const subfolder = z
  .string({ error: rule('subfolder') })
  .trim()
  .min(1, { abort: true })
  .refine(staysInside, rule('staysInside'));

/** What documents are filed as, below that subfolder; see `filing/template.ts`. */
const template = z
  .string({ error: rule('templateText') })
  .trim()
  .min(1, { abort: true })
  .max(maxTemplateLength, { abort: true })
  .superRefine((text, context) => {
    const parsed = parseTemplate(text);
    if (parsed.ok) return;
    const params = { rule: say('configuration.rule.template', { problem: parsed.error }) };
    context.addIssue({ code: 'custom', message: 'not a template', params });
  });

/** Where a person sets a setting, or a part of it. */
interface Control {
  /** The part of the setting; left out: all of it. */
  readonly part?: string;
  /** On the command line of `intray run`; left out: a run answers it itself. */
  readonly flag?: string;
  /** In the window's form: the step and the field of its draft; left out: the form does not ask. */
  readonly field?: readonly [step: 'folder' | 'route' | 'results', name: string];
}

function setting<Schema extends z.ZodType, const Controls extends readonly Control[]>(schema: Schema, ...controls: Controls) {
  return { schema, controls };
}

/** The one table of a folder's settings: the schema with its default, and where a person sets each. */
export const folderSettings = {
  path: setting(
    z
      .string({ error: rule('folderPath') })
      .min(1, { abort: true })
      .refine((path) => !path.includes('\0'), rule('noNul')),
    { flag: 'FOLDER', field: ['folder', 'path'] },
  ),
  route: setting(
    routeSchema,
    { flag: '--extraction', field: ['route', 'choice'] },
    { flag: '--classification', field: ['route', 'choice'] },
    { flag: '--extraction-name' },
    { flag: '--classification-name' },
  ),
  /** Where documents go on after the verdict of a classification. */
  next: setting(nextStepSchema.optional(), { field: ['results', 'next'] }),
  settleSeconds: setting(z.number().min(0.1).max(3600).default(2), { flag: '--settle-seconds', field: ['results', 'settle'] }),
  /** Without it, the four documented types are picked up; with it, exactly what matches. */
  include: setting(globs.min(1).optional(), { flag: '--include', field: ['results', 'include'] }),
  ignore: setting(globs.default([]), { flag: '--ignore', field: ['results', 'ignore'] }),
  recursive: setting(z.boolean().default(true), { flag: '--no-recursive', field: ['results', 'recursive'] }),
  /** Paused: nothing new is picked up; what was sent is still polled and delivered. */
  paused: setting(z.boolean().default(false)),
  existing: setting(z.enum(['skip', 'send']).default('skip'), { field: ['results', 'existing'] }),
  /** Files that change once their earlier content was sent. */
  changed: setting(z.enum(['send', 'ask']).default('ask'), { flag: '--changed', field: ['results', 'changed'] }),
  /** Files of which a part is proved to be missing. */
  incomplete: setting(z.enum(['hold', 'send']).default('hold'), { flag: '--incomplete', field: ['results', 'incomplete'] }),
  outputs: setting(
    z
      .strictObject({
        json: z.boolean().default(true),
        csv: z.enum(['folder', 'off']).default('folder'),
        /** The same tables as Excel workbooks, with true numbers and dates; off unless they are asked for. */
        xlsx: z.enum(['folder', 'off']).optional(),
        /** The table's values: as printed, by default, or as they were read. */
        values: tableValuesSchema.optional(),
        /** The columns of the table of the folder's own route; by default all. */
        columns: tableColumnsSchema.optional(),
        /** What the tables of other extractions look like that documents go on to, by extraction. */
        tables: z.record(z.string().trim().min(1), tableProfileSchema).optional(),
      })
      .prefault({}),
    { part: 'json', flag: '--no-output-json', field: ['results', 'json'] },
    { part: 'csv', flag: '--csv', field: ['results', 'csv'] },
    { part: 'xlsx', flag: '--xlsx', field: ['results', 'xlsx'] },
    { part: 'values', flag: '--csv-values', field: ['results', 'typed'] },
    { part: 'columns', flag: '--columns', field: ['results', 'columns'] },
    { part: 'tables', field: ['results', 'tables'] },
  ),
  /** The order of day and month where a printed date leaves it open; left out: the document's other values decide. */
  dates: setting(z.enum(['day-first', 'month-first']).optional(), { flag: '--dates', field: ['results', 'dates'] }),
  /** A person's own checks of the results: what breaks one is flagged. */
  checks: setting(checkRulesSchema.optional(), { field: ['results', 'checks'] }),
  fileAway: setting(
    z
      .discriminatedUnion(
        'kind',
        [
          z.strictObject({ kind: z.literal('leave') }),
          z.strictObject({
            kind: z.literal('move'),
            to: subfolder.default('Processed'),
            /** Left out: a document keeps its name, and its directory below the subfolder. */
            as: template.optional(),
            /** `reviewed`, the default with a template: what a person must look at is filed once somebody has. */
            when: z.enum(['reviewed', 'delivered']).optional(),
          }),
        ],
        { error: rule('leaveOrMove') },
      )
      .default({ kind: 'leave' }),
    { part: 'to', flag: '--move-to', field: ['results', 'moveTo'] },
    { part: 'as', flag: '--file-as', field: ['results', 'fileAs'] },
    { part: 'when', flag: '--file-when', field: ['results', 'fileWhen'] },
    { part: 'kind', flag: '--file-away', field: ['results', 'move'] },
  ),
  unresolved: setting(z.enum(['hold', 'resend']).default('hold'), { flag: '--unresolved', field: ['results', 'unresolved'] }),
  /** Files in one request; a classification accepts 30, an extraction's limit is not documented. */
  batchSize: setting(z.int().min(1).max(30).optional(), { flag: '--batch-size', field: ['results', 'batchSize'] }),
  /** The most pages that it may cost. */
  budget: setting(
    folderBudgetSchema.optional(),
    { part: 'run', flag: '--budget', field: ['results', 'budgetDay'] },
    { part: 'day', flag: '--budget-day', field: ['results', 'budgetDay'] },
    { part: 'month', flag: '--budget-month', field: ['results', 'budgetMonth'] },
  ),
  /** More new documents within an hour than this are asked about before they are sent, if that is unusual; 0: never, for a
   *  server on which nobody answers. */
  askAbove: setting(z.int().min(0).max(1_000_000).optional()),
  /** CSV delimiter; by default the one that the locale's spreadsheets expect. */
  delimiter: setting(z.enum([',', ';', '\t'], { error: rule('delimiter') }).optional(), {
    flag: '--delimiter',
    field: ['results', 'delimiter'],
  }),
};

type Table = typeof folderSettings;
type ControlOf = { [Name in keyof Table]: Table[Name]['controls'][number] }[keyof Table];
type Shape = { [Name in keyof Table]: Table[Name]['schema'] };

/** The flags of `intray run` that set a setting. */
export type FolderFlag = Exclude<Extract<ControlOf, { flag: string }>['flag'], 'FOLDER'>;
/** The fields of the window's form that show a setting. */
export type FolderField = Extract<ControlOf, { field: readonly [string, string] }>['field'][1];

export const folderSettingsSchema = z.strictObject(
  Object.fromEntries(Object.entries(folderSettings).map(([name, { schema }]) => [name, schema])) as Shape,
);

export type FolderSettings = z.infer<typeof folderSettingsSchema>;

/** The same as a person writes them: also what the members say of each other is right. */
export const wholeFolderSettingsSchema = folderSettingsSchema.refine(...nextOfClassification());

/** Only what a classification sorts goes on by its category. */
export function nextOfClassification() {
  const isRight = ({ route, next }: { readonly route: { readonly kind: Route['kind'] }; readonly next?: unknown }) =>
    next === undefined || route.kind === 'classification';
  const path: string[] = ['next'];
  return [isRight, { error: rule('nextOfClassification'), path }] as const;
}

/** Where a person sets the member that a problem is about, such as `outputs.csv` or `include.0`. */
export function controlOf(member: string): Control | undefined {
  const [name = '', part] = member.split('.');
  const table: Readonly<Record<string, { readonly controls: readonly Control[] } | undefined>> = folderSettings;
  const controls = Object.hasOwn(table, name) ? (table[name]?.controls ?? []) : [];
  return controls.find((control) => control.part === part) ?? controls[0];
}

/** Whether a name or relative path stays below where it starts, on any system's reading of it. */
function staysInside(relative: string): boolean {
  if (/^[\\/]|^[a-z]:/i.test(relative) || relative.includes('\0')) return false;
  const parts = relative.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && !parts.includes('..');
}
