import { type Config, namesIn } from '../../../core/config/config-file.ts';
import { routesOf } from '../../../core/config/folder-settings.ts';
import type { Check } from '../../../core/contract/status.ts';
import { say } from '../../../core/messages/message.ts';
import { inEnglish, type Wording } from '../../../core/messages/wording.ts';
import { createSharedDisk } from '../../../engine/disk/shared-disk.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { createServiceClient } from '../../../service/client.ts';
import { loadConfig } from '../../../settings/config.ts';
import { resolveKey } from '../../../settings/keychain.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { checkMachine } from '../../../workspace/health/doctor.ts';
import type { DoctorFolder } from '../../../workspace/health/folder-check.ts';
import { lookAtLedger } from '../../../workspace/health/ledger-check.ts';
import { fine, judgeClock, judgeKeychain, problem } from '../../../workspace/health/machine-check.ts';
import { examineService, type ServiceFindings } from '../../../workspace/health/service-check.ts';
import type { Host } from '../../host.ts';
import { engineHolder, holderMessage, ledgerAt } from '../../input/ledger-access.ts';
import { resolveNames } from '../../input/names.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { programVersion } from '../../input/resources.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { columns } from '../../output/columns.ts';
import { type JsonMembers, messageMembers } from '../../output/events.ts';
import { defineCommand, type FlagsOf, type Said } from '../command.ts';
import { dataDirectoryOption, exitCodes, jsonLines, urlOrConfig } from '../options.ts';

const options = [
  { flag: '--config', value: say('help.terms.fileValue'), text: say('help.doctor.config') },
  urlOrConfig,
  dataDirectoryOption,
  jsonLines,
] as const;

export type DoctorFlags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'doctor',
  summary: say('help.doctor.summary'),
  options,
  help: [
    say('help.doctor.about'),
    exitCodes(say('help.doctor.exitDone'), say('help.doctor.exitUndone'), say('help.common.exitNotRun')),
  ],
  run: ({ flags, host }) => doctor(flags, host),
});

/**
 * `intray doctor`: checks everything that Intray depends on, and says how to fix it. Costs no pages and writes nothing but
 * probe files, which it removes.
 * @returns exit 1 if there is a problem
 * @throws Refusal if the config file cannot be read
 */
async function doctor(flags: DoctorFlags, host: Host): Promise<Said> {
  const file = flags.config === undefined ? undefined : expandPath(flags.config, host.paths);
  const written = file === undefined ? undefined : orRefuse(await loadConfig(file, host.paths));
  const kept = ledgerAt(flags, host);
  const { directory } = kept;
  const ledger = lookAtLedger(kept.file, Date.now());
  const sound = ledger.state.kind === 'sound';
  // What is written by name cannot be judged by a ledger that is unsound, which has a check of its own.
  const canJudge = sound || ledger.state.kind === 'none';
  const judged = written?.folders.filter((folder) => canJudge || namesIn(folder).length === 0) ?? [];
  const resolved =
    file === undefined || written === undefined
      ? undefined
      : await resolveNames(file, { ...written, folders: judged }, () => ({
          dataDirectory: directory,
          origin: serviceAddress({ flag: flags.url, host, config: written.url }),
        }));
  const config = resolved?.config;
  const subject = sound ? await kept.read((reader) => subjectOf(config, reader)) : subjectOf(config, undefined);
  const engine = fine('engine', holderMessage(engineHolder(directory)));
  const service = await checkConnection(flags, host, subject);
  const files = createSharedDisk();
  const unnamed = (resolved?.bad ?? []).flatMap(({ path, problems }) =>
    problems.map((message) => problem('folder', message, say('health.folder.nameRemedy', { path }))),
  );
  const none = subject.folders.length === 0 ? [fine('folder', say('answers.doctor.noFolder'))] : [];
  const machine = await checkMachine({
    ...{ version: programVersion(), platform: host.paths.platform, dataDirectory: directory, ledger, files },
    ...{ also: [engine, ...unnamed, ...none], folders: subject.folders },
  }).finally(() => files.close());
  const clock = judgeClock({ now: Date.now(), lastChange: subject.lastChange, service: service.date });
  const checks = [...machine, ...service.checks, ...clock];
  return {
    events: doctorEvents(checks),
    lines: doctorLines(checks, host.output.terminal?.columns ?? 120, host.wording),
    exit: exitOf(checks),
  };
}

/** The config file's folders, otherwise those of the engine that was started last. Pure. */
function subjectOf(config: Config | undefined, ledger: LedgerReader | undefined) {
  const folders: readonly DoctorFolder[] =
    config?.folders.map((settings) => ({ path: settings.path, settings })) ??
    (ledger === undefined ? [] : recordedFolders(ledger).filter(({ active }) => active));
  const url = config?.url ?? ledger?.meta.read('work')?.origin;
  const routes = folders.flatMap(({ settings }) => (settings === undefined ? [] : routesOf(settings)));
  return {
    folders,
    url,
    routes: routes.map((route) => ({ route, passed: url !== undefined && ledger?.routes.passed(url, route) === true })),
    /** The latest change that the ledger has recorded; milliseconds since the epoch. */
    lastChange: ledger?.documents.page({ limit: 1 }).documents[0]?.changedAt,
  };
}

type Subject = ReturnType<typeof subjectOf>;

async function checkConnection(flags: DoctorFlags, host: Host, { url: known, routes }: Subject): Promise<ServiceFindings> {
  const { environment, keychain, paths } = host;
  const withKeychain = async (
    origin: string,
    checks: readonly Check[],
    date?: ServiceFindings['date'],
  ): Promise<ServiceFindings> => ({
    checks: [judgeKeychain(await keychain.get(origin), paths.platform), ...checks],
    date,
  });
  let url: string;
  try {
    url = serviceAddress({ flag: flags.url, host, config: known });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = error.said[0] ?? say('commandLine.address.missing');
    // Whether a key could be kept does not depend on whose it is.
    return withKeychain('https://intray.invalid', [problem('service', why, say('answers.doctor.giveAddress'))]);
  }
  const key = await resolveKey(url, environment, keychain, known);
  if (!key.ok || key.value === undefined) {
    const why = key.ok ? say('answers.doctor.noKey', { url }) : say('answers.doctor.keyUnreadable', { url, message: key.error });
    return withKeychain(url, [problem('service', why, say('answers.doctor.saveKey', { url }))]);
  }
  const { key: text, from } = key.value;
  const client = createServiceClient({ url, key: () => text });
  const { checks, date } = await examineService(client, url, from, routes).finally(() => client.close());
  return withKeychain(url, checks, date);
}

/** 1 if something does not work. */
function exitOf(checks: readonly Check[]): 0 | 1 {
  return countsOf(checks).problems > 0 ? 1 : 0;
}

/** A line or two for each check, and the sum. Pure. @param width columns of the terminal */
export function doctorLines(checks: readonly Check[], width: number, { text }: Wording): string[] {
  const rows = checks.map((check) => [
    text(say(`answers.doctor.${check.status}`)),
    text(say(`answers.doctor.area.${check.area}`)),
    'remedy' in check ? `${text(check.seen)}\n→ ${text(check.remedy)}` : text(check.seen),
  ]);
  const { ok, warnings, problems } = countsOf(checks);
  const sum = say('answers.doctor.sum', { ok, warnings, problems, total: checks.length });
  return [...columns(rows, { width }), '', text(sum)];
}

function countsOf(checks: readonly Check[]) {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length;
  return { ok: count('ok'), warnings: count('warning'), problems: count('problem') };
}

/** For machines: one line per check, and the sum. Pure. */
export function doctorEvents(checks: readonly Check[]): JsonMembers[] {
  return [...checks.map(checkEvent), { event: 'doctor', exit: exitOf(checks), ...countsOf(checks) }];
}

function checkEvent(check: Check): JsonMembers {
  const { status, area, seen } = check;
  const event = { event: 'check', status, area, seen: inEnglish(seen), ...messageMembers(seen) };
  if (!('remedy' in check)) return event;
  const { remedy } = check;
  return { ...event, remedy: inEnglish(remedy), remedyCode: remedy.code, remedyValues: remedy.values };
}
