import type { English } from '../en/all.ts';
import type { Like } from '../like.ts';
import { common } from './common.ts';
import { configuration } from './configuration.ts';
import { desktop } from './desktop.ts';
import { explain } from './explain.ts';
import { firstRun } from './first-run.ts';
import { folders } from './folders.ts';
import { health } from './health.ts';
import { insights } from './insights.ts';
import { keychain } from './keychain.ts';
import { language } from './language.ts';
import { queue } from './queue.ts';
import { requests } from './requests.ts';
import { review } from './review.ts';
import { sandbox } from './sandbox.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { status } from './status.ts';
import { workspace } from './workspace.ts';

/** Everything that a person can read, in French. */
export const french: Like<English> = {
  common,
  configuration,
  desktop,
  explain,
  firstRun,
  folders,
  health,
  insights,
  keychain,
  language,
  queue,
  requests,
  review,
  sandbox,
  service,
  settings,
  status,
  workspace,
};
