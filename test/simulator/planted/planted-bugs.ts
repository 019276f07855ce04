import { accountBugs } from './account.ts';
import { askingBugs } from './asking.ts';
import { deliveringBugs } from './delivering.ts';
import { filingBugs } from './filing.ts';
import { lateBugs } from './late.ts';
import { outputsBugs } from './outputs.ts';
import type { PlantedBug } from './planted-bug.ts';
import { sendingBugs } from './sending.ts';
import { stepsBugs } from './steps.ts';
import { tellingBugs } from './telling.ts';
import { watchingBugs } from './watching.ts';

/**
 * Harmful bugs, each of which the simulator has to find.
 *
 * Dangers of a model that is still to come have names here first, and are planted as soon as they can be:
 *
 * | name | findable once |
 * |---|---|
 * | shows a view that is ahead of its ledger | what is searched and summed is in a database of its own, which names the ledger's epoch |
 */
export const plantedBugs: readonly PlantedBug[] = [
  ...watchingBugs,
  ...askingBugs,
  ...sendingBugs,
  ...accountBugs,
  ...deliveringBugs,
  ...outputsBugs,
  ...lateBugs,
  ...filingBugs,
  ...stepsBugs,
  ...tellingBugs,
];
