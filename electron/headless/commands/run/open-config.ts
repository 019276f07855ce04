import { isDeepStrictEqual } from 'node:util';
import type { Config, WrittenConfig } from '../../../core/config/config-file.ts';
import { hooksAt, noHooks } from '../../../core/config/hooks.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import { ok } from '../../../core/result.ts';
import { systemClock } from '../../../engine/system.ts';
import { readConfig } from '../../../settings/config.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { watchFor } from '../../../workspace/settings/key-keeper.ts';
import type { Host } from '../../host.ts';
import { type ResolvedConfig, resolveNames } from '../../input/names.ts';
import { checkFolders } from '../../input/preflight.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { inform } from '../../output/events.ts';
import type { LedgerFlags } from '../options.ts';

/** What became of a config file: what to say, and what of it to go on with, with the real paths of its folders. */
export interface ConfigNews {
  readonly messages: readonly Message[];
  readonly config?: Pick<Config, 'folders' | 'hooks'>;
}

export type OpenConfig = Awaited<ReturnType<typeof openConfig>>;

/** Reads what a config file says to `watch`, and says which of its folders wait for names to be known. @throws Refusal if none of its folders can be watched */
export async function openConfig(text: string, flags: LedgerFlags & { readonly url?: string }, host: Host) {
  const file = expandPath(text, host.paths);
  const written = orRefuse(await readConfig(file, host.paths));
  const url = serviceAddress({ flag: flags.url, host, config: written.url });
  const source = { dataDirectory: dataDirectory(flags.dataDir, host.paths), origin: url };
  const resolve = (config: WrittenConfig) => resolveNames(file, config, () => source);
  const resolved = await resolve(written);
  const { requestsPerSecond, budget, keepResults } = resolved.config;
  if (resolved.config.folders.length === 0) throw new Refusal(resolved.bad.flatMap(({ problems }) => problems));
  for (const { path, problems } of resolved.bad)
    for (const message of problems) inform(host, say('commandLine.preflight.folderHeld', { message, path }));
  const { notes, ...real } = await inPlace(resolved.config, host);
  for (const note of notes) inform(host, note);
  const news = configNews(file, { written, resolved }, host, (config) => resolve(config).catch(notNow));
  return {
    /** `file`: absolute; `url`: as `serviceAddress` gives it; `configured`: its own address; folders by their real paths. */
    ...{ file, url, configured: written.url, ...real },
    pace: defined({ requestsPerSecond, budget, keepResults }),
    /** Tells what there is to say about an edit of it, see `configNews`: every half minute, and whenever it is asked to look. */
    follow(tell: (news: ConfigNews) => void) {
      const look = async () => {
        const said = await news();
        if (said !== undefined) tell(await usable(said, host));
        return false;
      };
      return { look: () => void look(), end: watchFor(systemClock, look, () => {}) };
    },
  };
}

/** The folders and the hooks of a config file with the real paths. @throws Refusal that names every folder that cannot be used */
async function inPlace({ folders: written, hooks }: Pick<Config, 'folders' | 'hooks'>, { paths }: Host) {
  const { folders, notes } = await checkFolders(written, paths.platform, true);
  const real = new Map(written.map(({ path }, index) => [path, folders[index]?.path ?? path]));
  return { folders, hooks: hooksAt(hooks ?? noHooks, (path) => real.get(path) ?? path), notes };
}

/** Folders that cannot be used leave it at those that it has. */
async function usable(news: ConfigNews, host: Host): Promise<ConfigNews> {
  if (news.config === undefined) return news;
  try {
    return { ...news, config: await inPlace(news.config, host) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { messages: [...news.messages, ...error.said] };
  }
}

/** The ledger cannot be read just now. */
function notNow(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/**
 * What there is to say about a config file that was edited since it was read, once for each edit, and its folders and hooks where they
 * can be taken up; also once a name is known that was not. Another address of the service needs another start: documents that are under
 * way belong to this one. A name that is no longer known changes nothing before the next start.
 * @param begun the file as it was read, and with ids for names @param resolve undefined: not now; it is asked again
 */
export function configNews(
  file: string,
  begun: { readonly written: WrittenConfig; readonly resolved: ResolvedConfig },
  { paths }: Pick<Host, 'paths'>,
  resolve: (written: WrittenConfig) => Promise<ResolvedConfig | undefined>,
): () => Promise<ConfigNews | undefined> {
  let used = begun;
  /** What was said last is about this. */
  let told = JSON.stringify(ok(begun.written));
  const about = (code: 'configAsBefore' | 'configChanged' | 'configReloaded' | 'namesKnown') =>
    say(`commandLine.${code}`, { path: file });
  const broken = (message = about('configChanged')) => say('commandLine.configBroken', { message });
  const others = (config: WrittenConfig) => ({ ...config, folders: [], hooks: undefined });
  return async () => {
    const read = await readConfig(file, paths);
    const now = JSON.stringify(read);
    const once = (message: Message): ConfigNews | undefined => {
      if (now === told) return undefined;
      told = now;
      return { messages: [message] };
    };
    if (!read.ok) return once(broken(read.error[0]));
    const written = read.value;
    if (!isDeepStrictEqual(others(written), others(used.written))) return once(about('configChanged'));
    const isEdited = !isDeepStrictEqual(written, used.written);
    const isWhole = used.resolved.bad.length === 0;
    if (!isEdited && isWhole) return once(about('configAsBefore'));
    const resolved = await resolve(written);
    if (!isEdited && (resolved === undefined || resolved.bad.length >= used.resolved.bad.length))
      return once(about('configAsBefore'));
    if (resolved === undefined) return undefined;
    const [problem] = isEdited ? resolved.bad.flatMap(({ problems }) => problems) : [];
    if (problem !== undefined) return once(broken(problem));
    told = now;
    used = { written, resolved };
    return { messages: [about(isEdited ? 'configReloaded' : 'namesKnown')], config: resolved.config };
  };
}
