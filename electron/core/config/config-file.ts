import { z } from 'zod';
import { accountBudgetSchema } from '../account/budget.ts';
import { requestsPerSecondSchema } from '../account/rate.ts';
import type { Route } from '../protocol/route.ts';
import { extractionId, type FolderSettings, folderSettingsSchema, nextOfClassification, nextStepOf } from './folder-settings.ts';
import { hooksSchema } from './hooks.ts';
import { keepResultsSchema } from './keep-results.ts';
import { noRegister, rule } from './rules.ts';

/**
 * The config file of `intray watch`. It may name extractions and classifications instead of giving their ids; `withIds` puts the ids in
 * their place, so that nothing else knows of it.
 */

const routeName = z
  .string({ error: rule('routeName') })
  .trim()
  .min(1);

/** An extraction by its id, or by its name. */
const extraction = z.union([extractionId, z.strictObject({ name: routeName })], { error: rule('extractionOrName') });

const writtenRoute = z
  .strictObject({
    kind: z.enum(['extraction', 'classification']),
    id: extractionId.optional(),
    name: routeName.optional(),
  })
  .superRefine(({ id, name }, context) => {
    const broken =
      id === undefined && name === undefined ? 'routeId' : id !== undefined && name !== undefined ? 'idOrName' : undefined;
    if (broken === undefined) return;
    context.addIssue({ code: 'custom', message: rule(broken), path: broken === 'routeId' ? ['id'] : [] });
  });

/** A folder's settings as they are written. */
export const writtenFolderSchema = folderSettingsSchema
  .extend({ route: writtenRoute, next: nextStepOf(extraction).optional() })
  .refine(...nextOfClassification());

export type WrittenFolder = z.infer<typeof writtenFolderSchema>;

export const configSchema = z.strictObject({
  url: z.string({ error: rule('serviceAddress') }).optional(),
  folders: z.array(writtenFolderSchema).min(1),
  /** For editors only. */
  $schema: z.string().optional(),
  requestsPerSecond: requestsPerSecondSchema.optional(),
  /** The most pages for all folders together. */
  budget: accountBudgetSchema.optional(),
  keepResults: keepResultsSchema.optional(),
  /** Who is told of documents. */
  hooks: hooksSchema.optional(),
  register: noRegister,
});

/** As it is written. */
export type WrittenConfig = z.infer<typeof configSchema>;
/** With ids for names. */
export type Config = Omit<WrittenConfig, 'folders'> & { readonly folders: readonly FolderSettings[] };

/** A name that is written where an id may be. */
export interface WrittenName {
  readonly kind: Route['kind'];
  readonly name: string;
  /** The member of the folder's settings, such as `['next', 'categories', 'Invoices', 'extraction']`. */
  readonly member: readonly string[];
}

/** What is known by a name. */
export type KnownRoute = Route & { readonly name: string };

/** Why a name stands for no id: nothing is called so, or several are. */
export interface NameProblem extends WrittenName {
  readonly candidates: readonly KnownRoute[];
}

/** The names in a folder's settings. Pure. */
export function namesIn({ route, next }: Pick<WrittenFolder, 'route' | 'next'>): WrittenName[] {
  const names: WrittenName[] = [];
  if (route.name !== undefined) names.push({ kind: route.kind, name: route.name, member: ['route', 'name'] });
  const add = (written: string | { readonly name: string }, ...member: readonly string[]) => {
    if (typeof written !== 'string') names.push({ kind: 'extraction', name: written.name, member });
  };
  for (const [category, to] of Object.entries(next?.categories ?? {}))
    if (to !== 'leave') add(to.extraction, 'next', 'categories', category, 'extraction');
  if (typeof next?.otherwise === 'object') add(next.otherwise.extraction, 'next', 'otherwise', 'extraction');
  return names;
}

/** A folder's settings with ids for all names, or each name that stands for none. Names are equal if they are in NFC. Pure. */
export function withIds(
  { route, next, ...others }: WrittenFolder,
  known: readonly KnownRoute[],
):
  | { readonly kind: 'good'; readonly settings: FolderSettings }
  | { readonly kind: 'bad'; readonly problems: readonly NameProblem[] } {
  const candidatesOf = ({ kind, name }: Pick<WrittenName, 'kind' | 'name'>) =>
    known.filter((each) => each.kind === kind && each.name.trim().normalize('NFC') === name.normalize('NFC'));
  const names = namesIn({ route, next });
  const problems = names
    .map((name) => ({ ...name, candidates: candidatesOf(name) }))
    .filter((each) => each.candidates.length !== 1);
  if (problems.length > 0) return { kind: 'bad', problems };

  const idOf = (kind: Route['kind'], name: string): string => candidatesOf({ kind, name })[0]?.id ?? name;
  const extractionOf = (written: string | { readonly name: string }): string =>
    typeof written === 'string' ? written : idOf('extraction', written.name);
  // A table is called as its extraction is.
  const tables = Object.entries(others.outputs.tables ?? {}).map(([table, profile]) => {
    const named = names.find((each) => each.kind === 'extraction' && each.name === table);
    return [named === undefined ? table : idOf('extraction', named.name), profile] as const;
  });
  return {
    kind: 'good',
    settings: {
      ...others,
      route: { kind: route.kind, id: route.id ?? idOf(route.kind, route.name ?? '') },
      ...(next !== undefined && { next: nextWith(next, extractionOf) }),
      outputs: { ...others.outputs, ...(tables.length > 0 && { tables: Object.fromEntries(tables) }) },
    },
  };
}

function nextWith(
  next: NonNullable<WrittenFolder['next']>,
  idOf: (written: string | { readonly name: string }) => string,
): FolderSettings['next'] {
  const { categories, otherwise, ...others } = next;
  const targets = Object.entries(categories).map(
    ([category, to]) => [category, to === 'leave' ? to : { ...to, extraction: idOf(to.extraction) }] as const,
  );
  return {
    ...others,
    categories: Object.fromEntries(targets),
    otherwise: typeof otherwise === 'string' ? otherwise : { extraction: idOf(otherwise.extraction) },
  };
}
