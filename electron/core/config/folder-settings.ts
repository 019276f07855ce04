import { z } from 'zod';
import { folderBudgetSchema } from '../account/budget.ts';
import { checkRulesSchema } from '../checks/rules.ts';
import { maxTemplateLength, parseTemplate } from '../filing/template.ts';
import { type Message, say } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import { type Route, sameRoute } from '../protocol/route.ts';
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

/** The routes on which documents of a folder are sent: its own first, then those of later steps. */
export function routesOf({ route, next }: Pick<FolderSettings, 'route' | 'next'>): readonly Route[] {
  return [route, ...nextRoutes(next)];
}

/** Whether documents of a folder are sent on a route in any step. */
export function sendsOn(settings: Pick<FolderSettings, 'route' | 'next'>, route: Route): boolean {
  return routesOf(settings).some((each) => sameRoute(each, route));
}

/** Whether a document may be paid for in an extraction too. */
export function leadsOn(next: NextStep | undefined): boolean {
  return nextRoutes(next).length > 0 || linkedRoutes(next).length > 0;
}

/** The extractions that the service itself passes documents on to, as far as the table says. */
export function linkedRoutes(next: NextStep | undefined): readonly Route[] {
  const ids = Object.values(next?.categories ?? {}).flatMap((to) => (to !== 'leave' && to.linked ? [to.extraction] : []));
  return [...new Set(ids)].map((id) => ({ kind: 'extraction', id }));
}

/**
 * A watched folder's settings, as the config file of `intray watch` writes them. Every member but `path` and `route`
 * is optional. Unknown members are refused, so that a misspelt one is not silently ignored. What a problem says depends on
 * its kind, or on the rule that is named here (`rules.ts`).
 */
export const routeSchema = z.strictObject({
  kind: z.enum(['extraction', 'classification']),
  id: extractionId,
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

/** Where a person sets a setting, or a part of it, and how. */
export interface Control {
  /** The part of the setting; left out: all of it. */
  readonly part?: string;
  /** What the form, its words (`folders.settings`) and the flag call it; left out: as the setting. */
  readonly name?: string;
  /** A switch is on for `on`, or for true; a `select` has a choice for nothing; what is its `own` has an editor. */
  readonly as: 'number' | 'lines' | 'text' | 'switch' | 'radio' | 'select' | 'own';
  readonly on?: string;
  /** What a switch says when it is off; left out: nothing. */
  readonly off?: string;
  /** Which part of the window's form shows it, by itself unless it is `edited`; left out: the form keeps what is there. */
  readonly in?: 'folder' | 'written' | 'table' | 'advanced' | 'filing' | 'limits' | 'edited';
  /** `intray run` has a flag for it, of which help shows this value; true: what may be chosen, or none. */
  readonly flag?: true | string | Message;
  /** What it means where nothing is said and its schema has no default. */
  readonly unset?: string;
}

function setting<Schema extends z.ZodType, const Controls extends readonly Control[]>(schema: Schema, ...controls: Controls) {
  return { schema, controls };
}

/** The one table of a folder's settings: the schema with its default, and where a person sets each, in the order of the form. */
export const folderSettings = {
  path: setting(
    z
      .string({ error: rule('folderPath') })
      .min(1, { abort: true })
      .refine((path) => !path.includes('\0'), rule('noNul')),
    { as: 'text', in: 'edited' },
  ),
  route: setting(routeSchema, { as: 'own', name: 'choice' }),
  /** Where documents go on after the verdict of a classification. */
  next: setting(nextStepSchema.optional(), { as: 'own' }),
  /** Without it, the four documented types are picked up; with it, exactly what matches. */
  include: setting(globs.min(1).optional(), { as: 'lines', in: 'advanced', flag: say('help.terms.glob') }),
  ignore: setting(globs.default([]), { as: 'lines', in: 'advanced', flag: say('help.terms.glob') }),
  recursive: setting(z.boolean().default(true), { as: 'switch', in: 'folder', flag: true }),
  settleSeconds: setting(z.number().min(0.1).max(3600).default(2), { as: 'number', in: 'advanced', flag: 'n' }),
  /** Paused: nothing new is picked up; what was sent is still polled and delivered. */
  paused: setting(z.boolean().default(false)),
  existing: setting(z.enum(['skip', 'send']).default('skip'), { as: 'radio', in: 'edited' }),
  /** Files that change once their earlier content was sent. */
  changed: setting(z.enum(['send', 'ask']).default('ask'), { as: 'radio', in: 'advanced', flag: true }),
  /** Files of which a part is proved to be missing. */
  incomplete: setting(z.enum(['hold', 'send']).default('hold'), {
    as: 'switch',
    on: 'send',
    off: 'hold',
    in: 'advanced',
    flag: true,
  }),
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
    { part: 'json', name: 'outputJson', as: 'switch', in: 'written', flag: true },
    { part: 'csv', name: 'csv', as: 'switch', on: 'folder', off: 'off', in: 'written', flag: true },
    { part: 'xlsx', name: 'xlsx', as: 'switch', on: 'folder', in: 'written', flag: true, unset: 'off' },
    { part: 'columns', name: 'columns', as: 'own', flag: say('help.terms.columns') },
    { part: 'values', name: 'csvValues', as: 'switch', on: 'typed', in: 'table', flag: true, unset: 'printed' },
    { part: 'tables', name: 'tables', as: 'own' },
  ),
  /** The order of day and month where a printed date leaves it open; left out: the document's other values decide. */
  dates: setting(z.enum(['day-first', 'month-first']).optional(), { as: 'select', in: 'advanced', flag: true }),
  /** CSV delimiter; by default the one that the locale's spreadsheets expect. */
  delimiter: setting(z.enum([',', ';', '\t'], { error: rule('delimiter') }).optional(), {
    as: 'select',
    in: 'table',
    flag: say('help.terms.character'),
  }),
  /** A person's own checks of the results: what breaks one is flagged. */
  checks: setting(checkRulesSchema.optional(), { as: 'own' }),
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
    { part: 'kind', name: 'fileAway', as: 'switch', on: 'move', off: 'leave', in: 'filing', flag: 'leave|move' },
    { part: 'to', name: 'moveTo', as: 'text', in: 'filing', flag: say('help.terms.name'), unset: 'Processed' },
    { part: 'as', name: 'fileAs', as: 'text', in: 'edited', flag: say('help.terms.template') },
    {
      part: 'when',
      name: 'fileWhen',
      as: 'switch',
      on: 'reviewed',
      off: 'delivered',
      in: 'filing',
      flag: 'reviewed|delivered',
      unset: 'reviewed',
    },
  ),
  unresolved: setting(z.enum(['hold', 'resend']).default('hold'), { as: 'radio', in: 'advanced', flag: true }),
  /** Files in one request; a classification accepts 30, an extraction's limit is not documented. */
  batchSize: setting(z.int().min(1).max(30).optional(), { as: 'number', in: 'advanced', flag: 'n' }),
  /** The most pages that it may cost. */
  budget: setting(
    folderBudgetSchema.optional(),
    { part: 'run', name: 'budget', as: 'number', flag: 'n' },
    { part: 'day', name: 'budgetDay', as: 'number', in: 'limits', flag: 'n' },
    { part: 'month', name: 'budgetMonth', as: 'number', in: 'limits', flag: 'n' },
  ),
  /** More new documents within an hour than this are asked about before they are sent, if that is unusual; 0: never, for a
   *  server on which nobody answers. */
  askAbove: setting(z.int().min(0).max(1_000_000).optional()),
};

type Table = typeof folderSettings;
type Shape = { [Name in keyof Table]: Table[Name]['schema'] };

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

/** Whether a name or relative path stays below where it starts, on any system's reading of it. */
function staysInside(relative: string): boolean {
  if (/^[\\/]|^[a-z]:/i.test(relative) || relative.includes('\0')) return false;
  const parts = relative.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && !parts.includes('..');
}
