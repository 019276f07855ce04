import { z } from 'zod';
import { accountBudgetSchema } from '../account/budget.ts';
import { requestsPerSecondSchema } from '../account/rate.ts';
import type { Route } from '../protocol/route.ts';
import { extractionId, type FolderSettings, folderSettingsSchema, nextOfClassification, nextStepOf } from './folder-settings.ts';
import { hooksSchema } from './hooks.ts';
import { keepResultsSchema } from './keep-results.ts';
import { rule } from './rules.ts';

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
});

/** As it is written. */
export type WrittenConfig = z.infer<typeof configSchema>;
/** With ids for names. */
export type Config = Omit<WrittenConfig, 'folders'> & { readonly folders: readonly FolderSettings[] };

/** A name that is written where an id may be. */
interface WrittenName {
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
export function namesIn(folder: WrittenFolder): WrittenName[] {
  const names: WrittenName[] = [];
  withIdsBy(folder, (written) => {
    names.push(written);
    return written.name;
  });
  return names;
}

/** A folder's settings with ids for all names, or each name that stands for none. Names are equal if they are in NFC. Pure. */
export function withIds(
  folder: WrittenFolder,
  known: readonly KnownRoute[],
):
  | { readonly kind: 'good'; readonly settings: FolderSettings }
  | { readonly kind: 'bad'; readonly problems: readonly NameProblem[] } {
  const problems: NameProblem[] = [];
  const settings = withIdsBy(folder, (written) => {
    const name = written.name.normalize('NFC');
    const candidates = known.filter((each) => each.kind === written.kind && each.name.trim().normalize('NFC') === name);
    if (candidates.length !== 1) problems.push({ ...written, candidates });
    return candidates[0]?.id ?? name;
  });
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'good', settings };
}

function withIdsBy({ route, next, ...others }: WrittenFolder, idOf: (name: WrittenName) => string): FolderSettings {
  const extractions = new Map<string, string>();
  const extractionOf = (written: string | { readonly name: string }, ...member: readonly string[]): string => {
    if (typeof written === 'string') return written;
    const id = idOf({ kind: 'extraction', name: written.name, member: ['next', ...member, 'extraction'] });
    extractions.set(written.name, id);
    return id;
  };
  const own = route.id ?? idOf({ kind: route.kind, name: route.name ?? '', member: ['route', 'name'] });
  if (route.kind === 'extraction') extractions.set(route.name ?? own, own);
  const categories = Object.entries(next?.categories ?? {}).map(
    ([category, to]) =>
      [category, to === 'leave' ? to : { ...to, extraction: extractionOf(to.extraction, 'categories', category) }] as const,
  );
  const otherwise = next?.otherwise ?? 'review';
  const last = typeof otherwise === 'string' ? otherwise : { extraction: extractionOf(otherwise.extraction, 'otherwise') };
  // A table is called as its extraction is.
  const tables = Object.entries(others.outputs.tables ?? {}).map(
    ([table, profile]) => [extractions.get(table) ?? table, profile] as const,
  );
  return {
    ...others,
    route: { kind: route.kind, id: own },
    ...(next !== undefined && { next: { ...next, categories: Object.fromEntries(categories), otherwise: last } }),
    outputs: { ...others.outputs, ...(tables.length > 0 && { tables: Object.fromEntries(tables) }) },
  };
}
