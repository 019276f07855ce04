import { join } from 'node:path';
import { z } from 'zod';
import { checkRulesSchema } from '../../../core/checks/rules.ts';
import type { SettingsTrial } from '../../../core/config/trial.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { checkAgain } from '../../../engine/review/check-stage.ts';
import { readJsonFile } from '../../../settings/config.ts';
import { expandPath } from '../../../settings/paths.ts';
import { trySettings } from '../../../workspace/settings-trial.ts';
import type { Host } from '../../host.ts';
import { ledgerFor } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { messageMembers } from '../../output/events.ts';
import type { Said } from '../command.ts';
import type { LedgerFlags } from '../options.ts';
import { folderAt } from '../status/why/location.ts';

/**
 * The documents whose results break a check of the folder's own, or one of `--rules`, which is a file with a list of them; nothing is
 * changed. With `--again`, the engine checks all its documents again by the folder's rules.
 *
 * @returns exit 1 if there are some
 * @throws Refusal if there is no such folder, it has no rules, or the file has none
 */
export async function checkFolder(
  path: string,
  flags: LedgerFlags & { readonly rules?: string; readonly again?: boolean },
  host: Host,
): Promise<Said> {
  const kept = ledgerFor(flags, host);
  if (flags.again === true && flags.rules !== undefined) throw new Refusal(say('answers.check.againOrRules'));
  if (flags.again === true) {
    const folder = await kept.write(async (ledger) => {
      const found = await folderAt(ledger, path);
      checkAgain(ledger, found.id);
      return found;
    });
    return { events: { event: 'check-again', path: folder.path }, lines: [kept.soon()] };
  }
  const rules =
    flags.rules === undefined ? undefined : orRefuse(await readJsonFile(expandPath(flags.rules, host.paths), rulesFile));
  const { folder, trial } = await kept.read(async (ledger) => {
    const folder = await folderAt(ledger, path);
    const checks = rules ?? folder.settings.checks;
    if (checks === undefined || checks.length === 0) throw new Refusal(say('answers.check.noRules', { path: folder.path }));
    return { folder, trial: await trySettings(ledger, folder.id, { ...folder.settings, checks, fileAway: { kind: 'leave' } }) };
  });
  return { events: eventsOf(folder.path, trial), lines: linesOf(folder.path, trial), exit: trial.flagged === 0 ? 0 : 1 };
}

/** A list of rules, or an object with the list `checks`, such as a folder of a config file. */
const rulesFile = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'checks' in value ? value.checks : value),
  checkRulesSchema,
);

function eventsOf(folder: string, { checked, more, flagged, documents }: SettingsTrial) {
  return [
    ...documents.flatMap(({ id, path, standing, findings }) =>
      findings.map(({ rule, field, outcome, message }) => ({
        ...{ event: 'finding', folder, path: join(folder, path), id, standing, rule, field, outcome },
        ...messageMembers(message),
      })),
    ),
    { event: 'checked', folder, checked, flagged, more },
  ];
}

function linesOf(folder: string, { checked, more, flagged, documents }: SettingsTrial): Message[] {
  return [
    ...documents.flatMap(({ path, findings }) =>
      findings.map(({ rule, outcome, message }) =>
        say(outcome === 'breach' ? 'answers.check.breach' : 'answers.check.unchecked', {
          path: join(folder, path),
          rule,
          message,
        }),
      ),
    ),
    say('answers.check.sum', { flagged, checked, more: more ? 'yes' : 'no' }),
  ];
}
