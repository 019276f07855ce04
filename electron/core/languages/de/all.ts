import type { English } from '../en/all.ts';
import type { Like } from '../like.ts';
import { answers } from './answers.ts';
import { checks } from './checks.ts';
import { commandLine } from './command-line.ts';
import { common } from './common.ts';
import { configuration } from './configuration.ts';
import { delivery } from './delivery.ts';
import { demo } from './demo.ts';
import { desktop } from './desktop.ts';
import { disk } from './disk.ts';
import { explain } from './explain.ts';
import { filing } from './filing.ts';
import { firstRun } from './first-run.ts';
import { folders } from './folders.ts';
import { health } from './health.ts';
import { help } from './help.ts';
import { hooks } from './hooks.ts';
import { ignored } from './ignored.ts';
import { insights } from './insights.ts';
import { keychain } from './keychain.ts';
import { language } from './language.ts';
import { ledger } from './ledger.ts';
import { leftOut } from './left-out.ts';
import { notes } from './notes.ts';
import { outcome } from './outcome.ts';
import { queue } from './queue.ts';
import { reasons } from './reasons.ts';
import { requests } from './requests.ts';
import { review } from './review.ts';
import { reviewing } from './reviewing.ts';
import { runReport } from './run-report.ts';
import { sandbox } from './sandbox.ts';
import { sending } from './sending.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { status } from './status.ts';
import { statusReport } from './status-report.ts';
import { unfit } from './unfit.ts';
import { why } from './why.ts';
import { workspace } from './workspace.ts';

/** Everything that a person can read, in German. */
export const german: Like<English> = {
  answers,
  checks,
  commandLine,
  common,
  configuration,
  delivery,
  demo,
  desktop,
  disk,
  explain,
  filing,
  firstRun,
  folders,
  health,
  help,
  hooks,
  ignored,
  insights,
  keychain,
  language,
  ledger,
  leftOut,
  notes,
  outcome,
  queue,
  reasons,
  requests,
  review,
  reviewing,
  runReport,
  sandbox,
  sending,
  service,
  settings,
  status,
  statusReport,
  unfit,
  why,
  workspace,
};
