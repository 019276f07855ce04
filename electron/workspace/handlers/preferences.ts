import type { Preferences } from '../../core/contract/preferences.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { checkServiceUrl, originOf } from '../../service/address.ts';
import { tryConnection } from '../service/connection.ts';
import { rememberSampleRoutes } from '../service/routes.ts';
import { diagnostics } from '../settings/diagnostics.ts';
import { SettingsRuled } from '../settings/settings-keeper.ts';
import { type Answers, invalid, unavailable, type WorkspaceContext } from '../workspace-context.ts';

export function preferenceHandlers(context: WorkspaceContext) {
  const { world, settings, keys, sandbox, keeper, notices } = context;
  return {
    preferences: () => preferencesOf(context),
    async setPreferences({ changes }) {
      const { limits, notifications, ...others } = changes;
      await settings.change((kept) => ({
        ...kept,
        ...defined(others),
        limits: limits ?? kept.limits,
        notifications: notifications ?? kept.notifications,
      }));
      return preferencesOf(context);
    },
    tryConnection: async ({ url, key }) => (await tryConnection(context, url, key)).trial,
    async connect({ url, key, code }) {
      if (world.ruled !== undefined && serviceOrigin(url) !== context.origin()) throw new SettingsRuled(world.ruled);
      const typed = (key?.trim() ?? '') !== '';
      const spendCode = typed || serviceOrigin(url) !== serviceOrigin(settings.current.url) ? approve(context, code) : noCode;
      const { trial, origin, key: tried } = await tryConnection(context, url, key);
      if (trial.kind === 'bad' || trial.kind === 'unknown') return trial;
      spendCode();
      const location = typed ? await keys.keep(origin, tried) : keys.where(origin);
      await settings.change((kept) => ({ ...kept, url: origin, sandbox: { ...kept.sandbox, on: false } }));
      // A key that was refused before no longer stops anything.
      void keeper.tryAgain();
      const keptIn = location === 'keychain' || location === 'this-run' ? { keptIn: location } : {};
      return { ...trial, ...keptIn };
    },
    async clearKey({ code }) {
      const origin = context.origin();
      if (origin === undefined || origin === sandbox.running?.url) unavailable(say('workspace.connection.nothingToForget'));
      if (keys.where(origin) === 'environment') unavailable(say('workspace.connection.keyFromEnvironment'));
      const spendCode = approve(context, code);
      const cleared = await keys.clear(origin);
      spendCode();
      if (!cleared.ok) unavailable(cleared.error);
      notices.settings();
      void keeper.tryAgain();
      return {};
    },
    async useSandbox() {
      if (world.ruled !== undefined) throw new SettingsRuled(world.ruled);
      const started = await sandbox.start(settings.current.sandbox);
      if (!started.ok) unavailable(started.error);
      const { port, routes } = started.value;
      await settings.change((kept) => ({ ...kept, sandbox: { on: true, port, ...routes } }));
      await keeper.apply();
      await rememberSampleRoutes(context);
      return {};
    },
    diagnostics: () => diagnostics(context),
    sessions: () => [],
    signOut: () => unavailable(say('workspace.noSessions')),
  } satisfies Partial<Answers>;
}

/**
 * Whether a window may change the service's address or key. The first service of a fresh data directory needs no approval.
 * @returns uses the code up, once the change was made
 * @throws RequestRefused
 */
function approve({ world, settings }: WorkspaceContext, code: string | undefined): () => void {
  if (world.approve === undefined || settings.current.url === undefined) return noCode;
  const approval = world.approve(code);
  return approval.ok ? approval.value : invalid('code', approval.error);
}

function noCode(): void {}

function serviceOrigin(url = ''): string | undefined {
  const checked = checkServiceUrl(url);
  return checked.ok ? originOf(checked.value) : undefined;
}

function preferencesOf({ world, settings, keys, sandbox, origin }: WorkspaceContext): Preferences {
  const { appearance, language, startAtLogin, notifications, limits, logDays, queue, url } = settings.current;
  const chosen = origin();
  const isSandbox = settings.current.sandbox.on;
  const address = isSandbox ? sandbox.running?.url : (chosen ?? url);
  return {
    service: {
      sandbox: isSandbox,
      key: isSandbox || chosen === undefined ? 'none' : keys.where(chosen),
      ...defined({ url: address, keychainProblem: keys.keychainProblem }),
    },
    ...{ appearance, language, startAtLogin, notifications, limits, logDays, queue },
    dataDirectory: world.dataDirectory,
    ...defined({ configFile: world.ruled?.file }),
  };
}
