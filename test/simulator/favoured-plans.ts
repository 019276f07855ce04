import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import type { Plan, TroubleName } from './plan.ts';
import * as plans from './plan.ts';
import type { Dice } from './random.ts';

/** Changes a drawn plan so that one kind of trouble is in it, or more of it; the rest stays as it was drawn. */
export type Favour = (plan: Plan, dice: Dice) => Plan;

/** Several of them, one after another. */
export function allOf(...favours: readonly Favour[]): Favour {
  return (plan, dice) => favours.reduce((so, favour) => favour(so, dice), plan);
}

/** Parts of a plan are as given, whatever was drawn. */
export function planned(parts: Partial<Plan>): Favour {
  return (plan) => ({ ...plan, ...parts });
}

/** Settings of every folder are as given. */
export function foldersWith(settings: Partial<FolderSettings>): Favour {
  return (plan) => ({ ...plan, folders: plan.folders.map((folder) => ({ ...folder, ...settings })) });
}

/** These troubles come too. */
export function troubledBy(...names: readonly TroubleName[]): Favour {
  return (plan) => ({ ...plan, troubles: [...plan.troubles, ...names] });
}

/** Much happens to documents while Intray watches. */
export const busy = planned({ deeds: 20, mode: 'watch' });

/** Files were there before, and are to be left alone. */
export const startsFull: Favour = allOf(planned({ existing: 8, mode: 'watch' }), foldersWith({ existing: 'skip' }));

/** The machine dies around this kind of step, and its disk loses what it has not taken up. */
export function diesAt(at: string, chance: number): Favour {
  return planned({ deaths: { at, chance }, machineDeaths: 1 });
}

export const hasHooks: Favour = (plan, dice) => plans.withHooks(dice, plan, 1);
export const dropsResults: Favour = (plan, dice) => plans.withRetention(dice, plan, 1);
export const hasChecks: Favour = (plan, dice) => plans.withChecks(dice, plan, 1);
export const hasSheets: Favour = (plan, dice) => plans.withSheets(dice, plan, 1);
export const guarded: Favour = (plan, dice) => plans.withGuard(dice, plan, 1);
export const budgeted: Favour = (plan, dice) => plans.withBudgets(dice, plan, 1);
export const filesByValues: Favour = (plan, dice) => plans.withTemplates(dice, plan, 1);

/** The service confuses ids, names and batches. */
export const confused: Favour = (plan, dice) => plans.withConfusion(dice, plan, 1);

/** Every document is classified, and most go on into an extraction. */
export const goesOn: Favour = (plan, dice) => plans.withNextSteps(dice, foldersWith({ route: plans.mail })(plan, dice), 1);

/** Each category leads to another extraction. */
export const goesTwoWays: Favour = (plan, dice) => {
  const { folders, ...others } = plans.withNextSteps(dice, foldersWith({ route: plans.mail })(plan, dice), 1, 0);
  const to = ({ id }: { readonly id: string }) => ({ extraction: id, linked: false });
  const next = { categories: { Letters: to(plans.receipts), Others: to(plans.invoices) }, otherwise: 'leave' } as const;
  return { ...others, folders: folders.map((folder) => ({ ...folder, next })) };
};

/** The same, and that is named only once some have been classified. */
export const namesStepsLater: Favour = allOf(goesTwoWays, planned({ stepsLater: 1 }));

/** The service gives results so late that they are in doubt, and takes nothing for as long. */
export const answersLate: Favour = allOf(
  planned({ mode: 'watch', deeds: 60, meddling: 0.7, lateness: 0.5, troubleMs: 3_600_000, lasting: [12 * 60_000, 25 * 60_000] }),
  planned({ confusion: 0, faultiness: 0, keepMs: undefined, deaths: { at: '', chance: 0 }, faults: { at: '', chance: 0 } }),
  planned({ troubles: ['pages-gone', 'pages-gone'] }),
);

/** The service passes letters on by itself. */
export const passesOn: Favour = (plan, dice) => plans.withNextSteps(dice, foldersWith({ route: plans.mail })(plan, dice), 1, 1);

/** Those that a whole hunt can be about, by the names that the command line knows. */
export const namedFavours: ReadonlyMap<string, Favour> = new Map(
  Object.entries({
    busy,
    startsFull,
    hasHooks,
    hasSheets,
    dropsResults,
    hasChecks,
    guarded,
    budgeted,
    filesByValues,
    goesOn,
    namesStepsLater,
    answersLate,
    passesOn,
    confused,
  }),
);
