import { common } from './common.ts';
import { configuration } from './configuration.ts';
import { explain } from './explain.ts';
import { firstRun } from './first-run.ts';
import { folders } from './folders.ts';
import { insights } from './insights.ts';
import { keychain } from './keychain.ts';
import { language } from './language.ts';
import { queue } from './queue.ts';
import { review } from './review.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { status } from './status.ts';

/** Everything that a person can read, in English: one member for each part of the program. The other languages have the same keys. */
export const english = {
  common,
  configuration,
  explain,
  firstRun,
  folders,
  insights,
  keychain,
  language,
  queue,
  review,
  service,
  settings,
  status,
} as const;

export type English = typeof english;
