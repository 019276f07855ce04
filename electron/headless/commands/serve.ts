import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Handlers } from '../../core/contract/contract.ts';
import { foreign } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { err, ok } from '../../core/result.ts';
import { openConfStore } from '../../settings/conf-store.ts';
import { dataDirectory } from '../../settings/data-directory.ts';
import { keyVariable } from '../../settings/key.ts';
import { createRedaction } from '../../settings/redact.ts';
import { isLoopback } from '../../web/authorities.ts';
import { type ListenProblem, startWebHost, type WebHost, type WebHostOptions } from '../../web/server.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import { usualPort } from '../help.ts';
import type { Host } from '../host.ts';
import { engineHolder, holderSentence } from '../input/engine-holder.ts';
import { findOpener, type Opener } from '../input/opener.ts';
import { checkDataDirectory } from '../input/preflight.ts';
import { Refusal } from '../input/refusal.ts';
import { programRoot, samplesDirectory } from '../input/resources.ts';
import { programVersion } from '../input/version.ts';
import { isSet, localTime, printable, sentence } from '../output/words.ts';
import type { ServeFlags } from '../program.ts';

/**
 * `intray serve`: watches the folders that the settings in the data directory name, and shows the window in a browser,
 * until a signal ends it. Where nothing is set up yet, the window begins with that.
 * @throws Refusal if another Intray is at work there, or it cannot listen
 */
export async function serve(flags: ServeFlags, host: Host): Promise<0> {
  const port = portOf(flags.port);
  const address = flags.host ?? '127.0.0.1';
  const rendererDirectory = join(programRoot(), 'out', 'renderer');
  if (!existsSync(join(rendererDirectory, 'index.html')))
    throw new Refusal('The window is not built: run "npm run build" once in the project.');
  const directory = dataDirectory(flags.dataDir, host.paths);
  await checkDataDirectory(directory);
  const holder = engineHolder(directory);
  if (holder.kind === 'running') throw new Refusal(`${holderSentence(holder, localTime)} ${oneOnly(directory)}`);

  const opener = findOpener(host.environment, host.paths.platform);
  // Somebody at another machine would open files in front of whoever sits at this one.
  const fileOpener = isLoopback(address) ? opener : undefined;
  const workspace = await openWorkspaceIn(directory, host, fileOpener !== undefined);
  try {
    if (workspace.trouble !== undefined) throw new Refusal(inEnglish(workspace.trouble.message));
    const web = await listen(port, {
      handlers: withOpener(workspace, fileOpener),
      onNotice: (listener) => workspace.onNotice(listener),
      preview: (id) => workspace.preview(id),
      rendererDirectory,
      host: address,
      onFault: (what, fault) => workspace.fault(what, fault),
      onLinkUsed: (link) => sayNextLink(link, flags, host),
    });
    try {
      const stopped = untilStopped(host);
      sayLink(web, address, flags, host);
      if (flags.open === true) await openWindow(web, opener, host);
      await stopped;
    } finally {
      await web.close();
    }
  } finally {
    await workspace.close();
  }
  return 0;
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= 65_535)) throw new Refusal(`--port must be a number from 0 to 65535, not "${printable(text)}".`);
  return number;
}

function oneOnly(directory: string): string {
  return `One at a time works in ${printable(directory)}; end that one first, or choose another place with --data-dir.`;
}

async function openWorkspaceIn(dataDirectory: string, host: Host, openFiles: boolean): Promise<Workspace> {
  const environmentKey = host.environment[keyVariable]?.trim();
  return openWorkspace({
    dataDirectory,
    store: openConfStore(dataDirectory),
    keys: host.keychain,
    ...(environmentKey !== undefined && environmentKey !== '' && { environmentKey }),
    redaction: createRedaction(),
    about: {
      host: 'headless',
      version: programVersion(),
      can: { chooseFolder: false, listDirectories: true, openFiles, startAtLogin: false, notifications: false },
    },
    by: userName(),
    samplesDirectory: samplesDirectory(),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    home: host.paths.home,
    verbose: isSet(host.environment.INTRAY_DEBUG),
  });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as somebody who is in no list.
    return 'unknown';
  }
}

/** The workspace's answers, and what takes a desktop session. */
function withOpener(workspace: Workspace, opener: Opener | undefined): Handlers {
  if (opener === undefined) return workspace.handlers;
  return {
    ...workspace.handlers,
    async openFolder({ id }) {
      const folders = await workspace.handlers.folders({});
      if (!folders.ok) return folders;
      const folder = folders.value.find((each) => each.id === id);
      if (folder === undefined) return err({ kind: 'unavailable', message: foreign('This folder is not watched any more.') });
      return (await opener.open(folder.settings.path))
        ? ok({})
        : err({ kind: 'unavailable', message: foreign('The system could not open it.') });
    },
    async openFile({ id, what, how }) {
      const file = await workspace.fileOf(id, what);
      if (!file.ok) return file;
      const { path } = file.value;
      return (await (how === 'open' ? opener.open(path) : opener.show(path)))
        ? ok({})
        : err({ kind: 'unavailable', message: foreign('The system could not open it.') });
    },
  };
}

/** Without a port to insist on, a usual one that is taken gives way to a free one. */
async function listen(port: number | undefined, options: Omit<WebHostOptions, 'port'>): Promise<WebHost> {
  const started = await startWebHost({ ...options, port: port ?? usualPort });
  if (started.ok) return started.value;
  const free = port === undefined && started.error.kind === 'taken' ? await startWebHost({ ...options, port: 0 }) : started;
  if (free.ok) return free.value;
  throw new Refusal(listenSentence(free.error, options.host, port ?? usualPort));
}

function listenSentence({ kind, message }: ListenProblem, address: string, port: number): string {
  switch (kind) {
    case 'taken':
      return `Another program listens on port ${port} already. Choose another with --port, or leave it out.`;
    case 'forbidden':
      return `This user may not listen on port ${port}. Choose one above 1023 with --port, or leave it out.`;
    case 'no-such-address':
      return `This machine has no address ${printable(address)} to listen on. Check --host, or leave it out.`;
    case 'other':
      return `The window cannot be served: ${sentence(message)}`;
  }
}

function sayLink(web: WebHost, address: string, flags: ServeFlags, host: Host): void {
  const link = web.link();
  if (flags.json === true) host.output.write(`${JSON.stringify({ event: 'serving', url: web.url, link })}\n`);
  host.messages.write(`Intray shows its window at ${web.url}\nThis link lets one browser in, once:\n\n  ${link}\n\n`);
  if (isLoopback(address)) return;
  host.messages.write(
    'Note: it can be reached from other machines, and what goes over the network is not encrypted. Whoever opens the link first is let in. ' +
      'Safer: leave --host out, and come through "ssh -L".\n',
  );
}

function sayNextLink(link: string, flags: ServeFlags, host: Host): void {
  if (flags.json === true) host.output.write(`${JSON.stringify({ event: 'link', link })}\n`);
  host.messages.write(`A browser was let in. This link lets in the next one:\n\n  ${link}\n\n`);
}

async function openWindow(web: WebHost, opener: Opener | undefined, host: Host): Promise<void> {
  if (opener !== undefined && (await opener.open(web.link()))) return;
  host.messages.write('There is no desktop session here to open a browser in: open the link yourself.\n');
}

/** npm passes on what the terminal has told the program already, and the settings' library raises what it hears once more. */
const sameSignalMs = 500;

/** The first signal ends it in order; a second one leaves at once. */
function untilStopped(host: Host): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    host.onSignal(() => {
      if (askedAt !== undefined && performance.now() - askedAt > sameSignalMs) process.exit(130);
      if (askedAt !== undefined) return;
      askedAt = performance.now();
      if (host.messages.terminal !== undefined)
        host.messages.write('\nFinishing what is being written; once more leaves at once.\n');
      resolve();
    });
  });
}
