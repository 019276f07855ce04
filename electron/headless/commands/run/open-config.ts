import { isDeepStrictEqual } from 'node:util';
import type { WrittenConfig } from '../../../core/config/config-file.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import { ok } from '../../../core/result.ts';
import { readConfig } from '../../../settings/config.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import { type ResolvedConfig, resolveNames } from '../../input/names.ts';
import { checkFolders } from '../../input/preflight.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { inform } from '../../output/events.ts';
import type { LedgerFlags } from '../options.ts';
import type { ConfigNews } from './follow.ts';

export type OpenConfig = Awaited<ReturnType<typeof openConfig>>;

/** Reads what a config file says to `watch`, and says which of its folders wait for names to be known. @throws Refusal if none of its folders can be watched */
export async function openConfig(text: string, flags: LedgerFlags & { readonly url?: string }, host: Host) {
  const file = expandPath(text, host.paths);
  const written = orRefuse(await readConfig(file, host.paths));
  const url = serviceAddress({ flag: flags.url, host, config: written.url });
  const source = { dataDirectory: dataDirectory(flags.dataDir, host.paths), origin: url };
  const resolve = (config: WrittenConfig) => resolveNames(file, config, () => source);
  const resolved = await resolve(written);
  const { folders, hooks, requestsPerSecond, budget, keepResults } = resolved.config;
  if (folders.length === 0) throw new Refusal(resolved.bad.flatMap(({ problems }) => problems));
  for (const { path, problems } of resolved.bad)
    for (const message of problems) inform(host, say('commandLine.preflight.folderHeld', { message, path }));
  const news = configNews(file, { written, resolved }, host, (config) => resolve(config).catch(notNow));
  return {
    /** `file`: absolute; `url`: as `serviceAddress` gives it; `configured`: its own address. */
    ...{ file, url, folders, hooks, configured: written.url },
    pace: defined({ requestsPerSecond, budget, keepResults }),
    /** What there is to say about an edit of it; see `configNews`. */
    news: async () => usable(await news(), host.paths),
  };
}

/** Folders that cannot be used leave it at those that it has. */
async function usable(news: ConfigNews | undefined, { platform }: Host['paths']): Promise<ConfigNews | undefined> {
  if (news?.config === undefined) return news;
  try {
    return { ...news, real: (await checkFolders(news.config.folders, platform, true)).folders };
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
