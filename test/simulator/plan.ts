import type { AccountBudget } from '../../electron/core/account/budget.ts';
import { type FolderSettings, folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { type Hooks, hooksSchema } from '../../electron/core/config/hooks.ts';
import { defined } from '../../electron/core/plain-data.ts';
import type { Route } from '../../electron/core/protocol/route.ts';
import { type GuardRule, usualGuard } from '../support/inside/engine.ts';
import type { Dice } from './random.ts';

/** Troubles that a run may have, each for a while. */
export const troubleNames = [
  'share-away',
  'mount-point-empty',
  'share-renumbered',
  'folder-renamed',
  'subfolder-away',
  'hidden-mount-point',
  'other-volume',
  'times-shifted',
  'redated',
  'copied-over',
  'another-intray',
  'no-listing',
  'no-reading',
  'disk-full',
  'disk-read-only',
  'no-writing',
  'csv-locked',
  'clock-back',
  'clock-forward',
  'clock-nudged',
  'sleep',
  'hints-lost',
  'hint-storm',
  'watcher-fails',
  'outage',
  'key-refused',
  'pages-gone',
  'slow-down',
  'service-broken',
  'route-gone',
  'batches-forgotten',
] as const;

export type TroubleName = (typeof troubleNames)[number];

/** The plan of a run, drawn from its seed. */
export interface Plan {
  readonly folders: readonly FolderSettings[];
  readonly budget: AccountBudget;
  readonly guard: GuardRule;
  readonly mode: 'watch' | 'run';
  readonly uploads: number;
  readonly rescanMs: number;
  /** Files in each folder before Intray first starts. */
  readonly existing: number;
  /** The total number of deeds. */
  readonly deeds: number;
  /** Deeds to documents that are eight times as likely here, by their names; undefined: none. */
  readonly often?: readonly string[];
  /** How many times somebody sets a category or has a document classified again. */
  readonly verdicts?: number;
  /** The share of deeds that are not about documents. */
  readonly meddling: number;
  readonly troubles: readonly TroubleName[];
  /** How long results stay in the ledger (virtual ms); undefined: for ever. */
  readonly keepMs: number | undefined;
  /** Who is told of documents; undefined: nobody. */
  readonly hooks: Hooks | undefined;
  /** The chance that the service confuses ids or names of a batch, or the batch with another. */
  readonly confusion: number;
  /** The chance that a call to the service fails. */
  readonly faultiness: number;
  /** The chance that the service lists a file, or its result, only long after it has ended. */
  readonly lateness: number;
  /** Steps at which the process may die, by the start of their names ('' is any), with the chance of each. */
  readonly deaths: { readonly at: string; readonly chance: number };
  /** The chance that the whole machine dies with the process: what its disk has not taken up is lost. */
  readonly machineDeaths: number;
  /** The folders are on a share: what is written there waits for its disk. */
  readonly isShare: boolean;
  /** Steps that may fail with an error that nobody expects, likewise. */
  readonly faults: { readonly at: string; readonly chance: number };
  /** The chance that a hint is lost. */
  readonly hintLoss: number;
  /** Somebody comes at the end and presses "look now". */
  readonly helped: boolean;
  /** The chance that somebody changes their mind about a document while it is being sent. */
  readonly restlessness: number;
  /** How long trouble lasts (virtual ms). Then it ends, and everything must complete. */
  readonly troubleMs: number;
  /** How long one trouble lasts, at the least and at the most (ms). */
  readonly lasting: readonly [number, number];
  /** Nobody is there: only scanners, programs and the system act, and only what lifts itself goes wrong. */
  readonly alone: boolean;
  /** The folders have checks of their own only from the second start of the process on, and then check again what is there. */
  readonly checksLater: boolean;
  /** The chance that where classified documents go on to is named only from the second start of the process on, where that may be. */
  readonly stepsLater: number;
  /** The first folder is on a share that is mounted only after Intray has first looked at its empty mount point. */
  readonly lateMount: boolean;
}

export const invoices: Route = { kind: 'extraction', id: '11111111-1111-4111-8111-111111111111' };
export const receipts: Route = { kind: 'extraction', id: '22222222-2222-4222-8222-222222222222' };
export const mail: Route = { kind: 'classification', id: '33333333-3333-4333-8333-333333333333' };

const paths = ['/scans', '/post', '/faxes'];

export function drawPlan(dice: Dice): Plan {
  const routes = dice.pick([[invoices], [invoices], [invoices], [invoices, receipts], [mail], [invoices, mail]]);
  const count = dice.pick([1, 1, 1, 1, 1, 2, 2, 3]);
  const mode = dice.chance(0.12) ? 'run' : 'watch';
  const troubles = dice.pick([0, 0, 1, 1, 1, 2, 3]);
  const plan = {
    budget: {},
    guard: usualGuard,
    keepMs: undefined,
    hooks: undefined,
    folders: paths.slice(0, count).map((path) => drawFolder(dice, path, dice.pick(routes), mode)),
    mode,
    uploads: dice.pick([1, 2, 4]),
    rescanMs: dice.pick([30_000, 60_000]),
    existing: dice.pick([0, 0, 0, 1, 3, 8]),
    deeds: dice.whole(2, 9),
    meddling: dice.pick([0, 0, 0.15, 0.3]),
    troubles: Array.from({ length: troubles }, () => dice.pick(troubleNames)),
    faultiness: dice.pick([0, 0, 0.05, 0.2]),
    lateness: 0.04,
    confusion: 0,
    deaths: drawDeaths(dice),
    hintLoss: dice.pick([0, 0.15, 1]),
    helped: dice.chance(0.8),
    restlessness: dice.pick([0, 0, 0, 0.1]),
    machineDeaths: dice.pick([0, 0.5, 1]),
    isShare: dice.chance(0.25),
    lateMount: dice.chance(0.15),
    checksLater: false,
    stepsLater: 0.5,
    faults: drawFaults(dice),
    troubleMs: 150_000,
    lasting: [2_000, 80_000],
    alone: false,
  } satisfies Plan;
  const known = withRetention(dice, withChecks(dice, withGuard(dice, withBudgets(dice, plan))));
  return withConfusion(dice, withSheets(dice, withNextSteps(dice, withHooks(dice, withTemplates(dice, known)))));
}

/** In some runs the service confuses what it is asked about. */
export function withConfusion(dice: Dice, plan: Plan, likelihood = 0.1): Plan {
  return dice.chance(likelihood) ? { ...plan, confusion: dice.pick([0.3, 1]) } : plan;
}

/** The folders of some runs have workbooks. */
export function withSheets(dice: Dice, plan: Plan, likelihood = 0.2): Plan {
  if (!dice.chance(likelihood)) return plan;
  const outputs = (folder: FolderSettings) => ({ ...folder.outputs, xlsx: 'folder' }) as const;
  return { ...plan, folders: plan.folders.map((folder) => ({ ...folder, outputs: outputs(folder) })) };
}

/** Some values are there, some never are, and some documents get the same name. */
const templates = [
  '{value}.pdf',
  "{category|value|'none'}/{file_name}",
  '{value:upper}/{found_date:yyyy-MM}/{file_name}.pdf',
  "{category|'none'}/{found_date}",
  '{category}/{value}',
];

/** The folders of some runs file by values. */
export function withTemplates(dice: Dice, plan: Plan, likelihood = 0.25): Plan {
  if (!dice.chance(likelihood)) return plan;
  const fileAway = () => ({
    kind: 'move' as const,
    to: 'Processed',
    as: dice.pick(templates),
    when: dice.pick([undefined, 'delivered' as const]),
  });
  return { ...plan, folders: plan.folders.map((folder) => ({ ...folder, fileAway: fileAway() })) };
}

/** In some runs classified documents go on into an extraction. */
export function withNextSteps(dice: Dice, plan: Plan, likelihood = 0.7, linked = 0.3): Plan {
  if (!plan.folders.some(({ route }) => route.kind === 'classification') || !dice.chance(likelihood)) return plan;
  // The service passes letters on by itself, or does not.
  const passedOnTo = dice.chance(linked) ? dice.pick([receipts, receipts, invoices]).id : undefined;
  const next = (): FolderSettings['next'] => {
    const to = passedOnTo ?? dice.pick([receipts, receipts, invoices]).id;
    const letters = { extraction: to, linked: passedOnTo !== undefined };
    const others = dice.pick(['leave' as const, { extraction: receipts.id, linked: false }, undefined]);
    return {
      categories: { Letters: letters, ...(others !== undefined && { Others: others }) },
      otherwise: dice.pick(['review' as const, 'leave' as const, { extraction: to }]),
      ...defined({ below: dice.pick([undefined, undefined, 0.7]) }),
    };
  };
  // What was drawn before may say otherwise of whom the service passes on.
  const folders = plan.folders.map(({ next: _, ...folder }) =>
    folder.route.kind === 'classification' && dice.chance(0.8) ? { ...folder, next: next() } : folder,
  );
  return { ...plan, folders, verdicts: dice.pick([0, dice.whole(1, 6), dice.whole(10, 40)]) };
}

/** The extraction to which the service passes letters on by itself. */
export function linkedTo({ folders }: Pick<Plan, 'folders'>): string | undefined {
  const [to] = folders.flatMap(({ next }) => {
    const letters = next?.categories.Letters;
    return letters !== undefined && letters !== 'leave' && letters.linked ? [letters.extraction] : [];
  });
  return to;
}

/** Of what was classified before, nothing else than where it goes on to follows from the settings. */
export function mayNameStepsLater(plan: Plan): boolean {
  const named = plan.folders.flatMap(({ next }) => next ?? []);
  const saysNoMore = named.every(({ below, otherwise }) => below === undefined && otherwise === 'leave');
  return named.length > 0 && saysNoMore && linkedTo(plan) === undefined;
}

/** In some runs programs hear of documents, of all folders or of one. */
export function withHooks(dice: Dice, plan: Plan, likelihood = 0.35): Plan {
  if (!dice.chance(likelihood)) return plan;
  const hook = (name: string) => ({ program: [name], timeoutSeconds: dice.pick([1, 5]) });
  const all = Object.fromEntries(['onDelivered', 'onAttention', 'onFailed', 'onChanged'].map((name) => [name, hook(name)]));
  const first = plan.folders[0]?.path ?? '';
  const set = dice.pick([all, all, { folders: { [first]: all } }, { ...all, folders: { [first]: { onFailed: hook('own') } } }]);
  return { ...plan, hooks: hooksSchema.parse({ ...set, atOnce: dice.pick([1, 2, 4]) }) };
}

/** In some runs the ledger forgets results soon after they are delivered. */
export function withRetention(dice: Dice, plan: Plan, likelihood = 0.25): Plan {
  return dice.chance(likelihood) ? { ...plan, keepMs: dice.pick([1_000, 10_000, 40_000]) } : plan;
}

/** What the folders of some runs check: about half of all values break it. */
const checks: FolderSettings['checks'] = [
  { check: 'pattern', field: 'value', pattern: 'value of [0-7].*', name: 'the first half' },
];

export function withChecks(dice: Dice, plan: Plan, likelihood = 0.25): Plan {
  if (!dice.chance(likelihood)) return plan;
  return { ...plan, checksLater: dice.chance(0.4), folders: plan.folders.map((folder) => ({ ...folder, checks })) };
}

/** In some runs few new documents are many. */
export function withGuard(dice: Dice, plan: Plan, likelihood = 0.2): Plan {
  if (!dice.chance(likelihood)) return plan;
  return { ...plan, guard: { ...usualGuard, documents: dice.pick([1, 2, 4, 6]) } };
}

/** Some accounts and folders have budgets, which hold a good part of the documents back for days. */
export function withBudgets(dice: Dice, plan: Plan, likelihood = 0.15): Plan {
  if (!dice.chance(likelihood)) return plan;
  const pages = () => dice.pick([undefined, undefined, 3, 8, 15]);
  const [day, month] = [dice.pick([undefined, 2, 6, 12, 25]), dice.pick([undefined, undefined, 20])];
  const own = dice.chance(0.4) ? { budget: defined({ day: pages(), month: pages() }) } : {};
  return {
    ...plan,
    budget: { ...defined({ day, month }), timeZone: dice.pick(['UTC', 'Europe/Berlin']) },
    folders: plan.folders.map((folder, index) => (index === 0 ? { ...folder, ...own } : folder)),
  };
}

/** Eight hours with a thousand documents, every trouble several times but those that lead to a question, and nobody there. */
export function drawNight(dice: Dice): Plan {
  return {
    ...drawPlan(dice),
    folders: paths.map((path, index) => drawFolder(dice, path, [invoices, mail, receipts][index] ?? invoices, 'watch')),
    budget: {},
    keepMs: undefined,
    // Nobody is there to answer a question.
    guard: { ...usualGuard, documents: 10_000 },
    mode: 'watch',
    deeds: 150,
    meddling: 0,
    troubles: troubleNames.filter((name) => name !== 'redated' && name !== 'copied-over'),
    faultiness: 0.05,
    confusion: 0,
    deaths: { at: '', chance: 0.000_6 },
    machineDeaths: 0.5,
    isShare: false,
    faults: { at: '', chance: 0.000_6 },
    hintLoss: 0.15,
    helped: false,
    restlessness: 0,
    troubleMs: 3 * 3_600_000,
    lasting: [2_000, 40 * 60_000],
    alone: true,
  };
}

/** In some runs the process dies anywhere, in others repeatedly around one kind of step. */
function drawDeaths(dice: Dice): Plan['deaths'] {
  if (dice.chance(0.3)) return { at: '', chance: 0 };
  if (dice.chance(0.4)) return { at: '', chance: dice.pick([0.001, 0.004]) };
  return dice.pick([
    { at: 'upload whole', chance: 0.3 },
    { at: 'upload', chance: 0.15 },
    { at: 'poll', chance: 0.05 },
    { at: 'createWhole', chance: 0.1 },
    { at: 'replaceWhole', chance: 0.2 },
    { at: 'writeAt', chance: 0.3 },
    { at: 'moveNew', chance: 0.2 },
    { at: 'list', chance: 0.05 },
    { at: 'ledger transaction', chance: 0.02 },
    { at: 'ledger transaction committed', chance: 0.05 },
  ]);
}

/** Errors that nobody expects: none in most runs, a few anywhere, or many around one kind of step. */
function drawFaults(dice: Dice): Plan['faults'] {
  if (dice.chance(0.6)) return { at: '', chance: 0 };
  if (dice.chance(0.4)) return { at: '', chance: dice.pick([0.002, 0.01]) };
  const at = dice.pick(['poll', 'createWhole', 'replaceWhole', 'writeAt', 'moveNew', 'list', 'hash', 'stat', 'open']);
  return { at, chance: dice.pick([0.05, 0.3]) };
}

function drawFolder(dice: Dice, path: string, route: Route, mode: Plan['mode']): FolderSettings {
  return folderSettingsSchema.parse({
    path,
    route,
    existing: mode === 'run' || dice.chance(0.7) ? 'send' : 'skip',
    unresolved: dice.pick(['hold', 'resend']),
    changed: dice.pick(['send', 'send', 'ask']),
    incomplete: dice.pick(['hold', 'hold', 'send']),
    fileAway: dice.pick([{ kind: 'leave' }, { kind: 'leave' }, { kind: 'move' }]),
    outputs: dice.pick([{}, {}, {}, {}, { csv: 'off' }, { json: false }]),
    settleSeconds: dice.pick([0.5, 2]),
    batchSize: dice.whole(1, 10),
    delimiter: dice.pick([',', ';']),
  });
}
