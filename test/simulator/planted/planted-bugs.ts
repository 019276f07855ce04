import { accountBugs } from './account.ts';
import { askingBugs } from './asking.ts';
import { deliveringBugs } from './delivering.ts';
import { filingBugs } from './filing.ts';
import type { PlantedBug } from './planted-bug.ts';
import { sendingBugs } from './sending.ts';
import { stepsBugs } from './steps.ts';
import { tellingBugs } from './telling.ts';
import { watchingBugs } from './watching.ts';

/** Harmful bugs, each of which the simulator has to find. */
export const plantedBugs: readonly PlantedBug[] = [
  ...watchingBugs,
  ...askingBugs,
  ...sendingBugs,
  ...accountBugs,
  ...deliveringBugs,
  ...filingBugs,
  ...stepsBugs,
  ...tellingBugs,
];
