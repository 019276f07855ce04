import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../core/config/config-file.ts';
import { defaultSettings } from '../../../core/config/preferences.ts';
import { isLoopback } from '../../../core/loopback.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { defined } from '../../../core/plain-data.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { openConfStore } from '../../../settings/conf-store.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { environmentKey, keyFileVariable, urlVariable } from '../../../settings/key.ts';
import { expandPath } from '../../../settings/paths.ts';
import { createRedaction } from '../../../settings/redact.ts';
import type { WebHost, WebHostOptions } from '../../../web/server.ts';
import { folderProblem } from '../../../workspace/folders/folder-checks.ts';
import { createMonitor } from '../../../workspace/health/monitor.ts';
import type { RuledSettings } from '../../../workspace/settings/settings-keeper.ts';
import { createWebhookReceiver } from '../../../workspace/webhooks.ts';
import type { WorkspaceWorld } from '../../../workspace/workspace.ts';
import { noService } from '../../../workspace/workspace-context.ts';
import { type Host, userName } from '../../host.ts';
import { engineHolder, holderMessage } from '../../input/ledger-access.ts';
import { findOpener, type Opener } from '../../input/opener.ts';
import { checkDataDirectory } from '../../input/preflight.ts';
import { Refusal } from '../../input/refusal.ts';
import { programRoot, programVersion, samplesDirectory } from '../../input/resources.ts';
import { webhookSecret } from '../../input/webhook-secret.ts';
import { inform, type JsonEvent, jsonLine } from '../../output/events.ts';
import type { FlagsOf } from '../command.ts';
import { paceFrom, type WorkFlags, wholeNumber } from '../options.ts';
import type { OpenConfig } from './open-config.ts';
import { jsonNotices } from './report.ts';
import { listenMessage, tellSupervisor } from './supervision.ts';
import { defaultPort, type windowOptions } from './window-flags.ts';
import { attend, conclude, engineBeginning } from './work.ts';

/** What a config file says, as a window's settings. */
function ruledBy(config: OpenConfig, flags: WorkFlags) {
  const limits = { ...defaultSettings.limits, ...paceFrom(flags, config.pace) };
  const listeners = new Set<() => void>();
  let { folders, hooks }: Pick<Config, 'folders' | 'hooks'> = config;
  const settings: RuledSettings = {
    file: config.file,
    get current() {
      return { url: config.url, sandbox: defaultSettings.sandbox, folders: [...folders], hooks, limits };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    settings,
    take(changed: Pick<Config, 'folders' | 'hooks'>): void {
      ({ folders, hooks } = changed);
      for (const listener of listeners) listener();
    },
  };
}

/** What `watch --window` takes of the flags of `watch`. */
type WindowFlags = FlagsOf<typeof windowOptions> & WorkFlags & { readonly webhooks?: boolean; readonly url?: string };

/** What `watch` has with and without a window. */
interface Watched extends Pick<WorkspaceWorld, 'alsoLog'> {
  readonly config: OpenConfig | undefined;
  readonly probes: { readonly port: number; readonly host: string } | undefined;
}

/**
 * `intray watch --window`: watches the folders of the config file, else of the data directory's settings, and shows the window in a browser until a
 * signal ends it. Where nothing is set up yet, the window starts with the setup.
 * @throws Refusal if another Intray works in that directory, or it cannot listen
 */
export async function watchInWindow(flags: WindowFlags, host: Host, { config, probes, alsoLog }: Watched): Promise<0 | 1> {
  if (config === undefined && flags.url !== undefined) throw needsConfig('--url');
  if (config === undefined && flags.requestsPerSecond !== undefined) throw needsConfig('--requests-per-second');
  const port = typeof flags.window === 'string' ? wholeNumber('--window', flags.window, 65_535) : undefined;
  const address = flags.host ?? '127.0.0.1';
  const publicUrl = publicUrlOf(flags);
  if (!isLoopback(address) && publicUrl === undefined && flags.insecure !== true)
    throw new Refusal(say('answers.window.exposed', { address }));
  const secret = flags.webhooks === true ? webhookSecret(host) : undefined;
  const rendererDirectory = join(programRoot(), 'out', 'renderer');
  if (!existsSync(join(rendererDirectory, 'index.html'))) throw new Refusal(say('answers.window.notBuilt'));
  const directory = dataDirectory(flags.dataDir, host.paths);
  await checkDataDirectory(directory);
  const holder = engineHolder(directory);
  if (holder.kind === 'running')
    throw new Refusal(say('answers.window.oneOnly', { holder: holderMessage(holder), path: directory }));

  const opener = findOpener(host.environment, host.paths.platform);
  // A person at another machine would open files on the screen of this one.
  const fileOpener = isLoopback(address) && flags.publicUrl === undefined ? opener : undefined;
  const roots = (flags.root ?? []).map((root) => expandPath(root, host.paths));
  const files = createFiles();
  const looked = await Promise.all(roots.map(async (root) => folderProblem(files, await files.realPath(root))));
  const problems = looked.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Refusal(problems);
  const approve = await codesFor(directory, flags, host);
  const ruled = config && ruledBy(config, flags);
  const json = flags.json === true;
  const environmentUrl = host.environment[urlVariable] || config?.configured || config?.url;
  const { openWorkspace } = await import('../../../workspace/workspace.ts');
  const workspace = await openWorkspace({
    ...{ dataDirectory: directory, store: openConfStore(directory), keys: host.keychain, redaction: createRedaction() },
    ...defined({ environmentKey: keyOf(host), environmentUrl }),
    ...{ open: fileOpener && openWith(fileOpener), roots, approve, alsoLog, ruled: ruled?.settings },
    onBegin: engineBeginning({ json, decision: flags.unverified }, host),
    onNotice: json ? jsonNotices(host) : undefined,
    about: {
      host: 'headless',
      version: programVersion(),
      can: { startAtLogin: false, notifications: false },
    },
    ...{ by: userName('unknown'), home: host.paths.home, samplesDirectory: samplesDirectory(), verbose: host.verbose },
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  });
  await workspace.begun;
  const { keeper } = workspace;
  const begin = async () => {
    const web = await listen(port, {
      ...workspace,
      ...{ dataDirectory: directory, rendererDirectory, host: address, publicUrl },
      monitor: createMonitor(directory, keeper),
      webhooks: flags.webhooks === true ? createWebhookReceiver(secret, keeper) : undefined,
      onFault: workspace.fault,
      onSignedIn: () => announce({ event: 'signed-in' }, [say('answers.window.signedIn')], '', flags, host),
    });
    const endSupervision = tellSupervisor(host);
    const link = web.link();
    const { url } = web;
    announce({ event: 'serving', url, link }, [say('answers.window.at', { url }), say('answers.window.link')], link, flags, host);
    if (flags.open === true) await openWindow(web.pageFor(link), opener, host);
    return () => {
      endSupervision();
      workspace.endCalls();
      return web.close();
    };
  };
  try {
    if (keeper.trouble !== undefined) throw new Refusal(keeper.trouble.message);
    if (flags.unverified !== undefined && keeper.running === undefined) throw new Refusal(keeper.stopped ?? noService);
    const over = Promise.withResolvers<void>();
    const take = ruled?.take ?? (() => {});
    const attended = { keeper, dataDirectory: directory, probes, over, follow: config?.follow, take, begin };
    const ended = await attend(attended, host);
    return ended === undefined ? 0 : conclude(ended, { mode: 'watch', json }, host);
  } finally {
    await workspace.close();
  }
}

function needsConfig(flag: string): Refusal {
  return new Refusal(say('commandLine.flags.needsConfig', { flag }));
}

/** Prints a code in the terminal when a window wants to change where documents go. */
async function codesFor(directory: string, flags: WindowFlags, host: Host) {
  const { createApproval, createOneTimeSecrets } = await import('../../../web/one-time-secrets.ts');
  const { openOwnFiles } = await import('../../../web/own-files.ts');
  return createApproval(createOneTimeSecrets(openOwnFiles(directory)), (code) =>
    announce({ event: 'code', code }, [say('answers.window.code')], code, flags, host),
  );
}

/** An event for machines, and for people what it means, with what they copy below it. */
function announce(event: JsonEvent, said: readonly Message[], shown: string, flags: WindowFlags, host: Host): void {
  if (flags.json === true) host.output.write(jsonLine(event));
  inform(host, ...said);
  if (shown !== '') host.messages.write(`\n  ${shown}\n\n`);
}

function keyOf({ environment }: Host): string | undefined {
  try {
    return environmentKey(environment);
  } catch (error) {
    throw new Refusal(say('keychain.keyFile', { variable: keyFileVariable, message: messageOf(error) }), { cause: error });
  }
}

function openWith(opener: Opener): NonNullable<WorkspaceWorld['open']> {
  return async (path, how) => ((await opener[how](path)) ? undefined : say('answers.window.notOpened'));
}

/** Falls back to a free port if the default one is taken and none was asked for. */
async function listen(port: number | undefined, options: Omit<WebHostOptions, 'port'>): Promise<WebHost> {
  const { startWebHost } = await import('../../../web/server.ts');
  const started = await startWebHost({ ...options, port: port ?? defaultPort });
  if (started.ok) return started.value;
  const free = port === undefined && started.error.code === 'EADDRINUSE' ? await startWebHost({ ...options, port: 0 }) : started;
  if (free.ok) return free.value;
  throw new Refusal(listenMessage(free.error, { host: options.host, port: port ?? defaultPort, flags: ['--window', '--host'] }));
}

/** Where a proxy shows the window, ending in a slash. @throws Refusal if it is no address, or is not encrypted */
function publicUrlOf({ publicUrl: text, insecure }: WindowFlags): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username + url.password !== '')
    throw new Refusal(say('answers.window.publicUrl', { text }));
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && insecure !== true)
    throw new Refusal(say('answers.window.publicInsecure', { url: url.href }));
  return url.href.replace(/\/*$/, '/');
}

/** @param page a file, so that the link is in no list of processes */
async function openWindow(page: string, opener: Opener | undefined, host: Host): Promise<void> {
  if (opener === undefined || !(await opener.open(page))) inform(host, say('answers.window.noDesktop'));
}
