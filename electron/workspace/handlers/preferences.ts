import type { ContractError, Handlers } from '../../core/contract/contract.ts';
import type { Preferences } from '../../core/contract/preferences.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { ok, type Result } from '../../core/result.ts';
import { checkServiceUrl, originOf } from '../../service/address.ts';
import { type Tried, tryConnection } from '../service/connection.ts';
import { rememberSampleRoutes } from '../service/routes.ts';
import { diagnostics } from '../settings/diagnostics.ts';
import { SettingsRuled } from '../settings/settings-keeper.ts';
import { invalid, unavailable, type WorkspaceContext } from '../workspace-context.ts';

export function preferenceHandlers(context: WorkspaceContext) {
  const { world, settings, keys, sandbox, keeper, notices } = context;
  return {
    preferences: async () => ok(preferencesOf(context)),
    async setPreferences({ changes }) {
      const { limits, notifications, ...others } = changes;
      await settings.change((kept) => ({
        ...kept,
        ...defined(others),
        limits: limits ?? kept.limits,
        notifications: notifications ?? kept.notifications,
      }));
      return ok(preferencesOf(context));
    },
    async tryConnection({ url, key }) {
      const tried = await tryConnection(context, url, key);
      return ok(tried.ok ? goodTrial(tried) : tried.trial);
    },
    async connect({ url, key, code }) {
      if (world.ruled !== undefined && serviceOrigin(url) !== context.origin()) throw new SettingsRuled(world.ruled);
      const typed = (key?.trim() ?? '') !== '';
      const approval = typed || serviceOrigin(url) !== serviceOrigin(settings.current.url) ? approve(context, code) : ok(noCode);
      if (!approval.ok) return approval;
      const tried = await tryConnection(context, url, key);
      if (!tried.ok) return ok(tried.trial);
      const { origin } = tried;
      approval.value();
      const location = typed ? await keys.keep(origin, tried.key) : keys.where(origin);
      await settings.change((kept) => ({ ...kept, url: origin, sandbox: { ...kept.sandbox, on: false } }));
      // A key that was refused before no longer stops anything.
      void keeper.tryAgain();
      const keptIn = location === 'keychain' || location === 'this-run' ? { keptIn: location } : {};
      return ok({ ...goodTrial(tried), ...keptIn });
    },
    async clearKey({ code }) {
      const origin = context.origin();
      if (origin === undefined || origin === sandbox.running?.url)
        return unavailable(say('workspace.connection.nothingToForget'));
      if (keys.where(origin) === 'environment') return unavailable(say('workspace.connection.keyFromEnvironment'));
      const approval = approve(context, code);
      if (!approval.ok) return approval;
      const cleared = await keys.clear(origin);
      approval.value();
      if (!cleared.ok) return unavailable(cleared.error);
      notices.settings();
      void keeper.tryAgain();
      return ok({});
    },
    async useSandbox() {
      if (world.ruled !== undefined) throw new SettingsRuled(world.ruled);
      const started = await sandbox.start(settings.current.sandbox);
      if (!started.ok) return unavailable(started.error);
      const { port, routes } = started.value;
      await settings.change((kept) => ({ ...kept, sandbox: { on: true, port, ...routes } }));
      await keeper.apply();
      await rememberSampleRoutes(context);
      return ok({});
    },
    diagnostics: async () => ok(await diagnostics(context)),
    sessions: async () => ok([]),
    signOut: async () => unavailable(say('workspace.noSessions')),
  } satisfies Partial<Handlers>;
}

/**
 * Whether a window may change the service's address or key. The first service of a fresh data directory needs no approval.
 * @returns uses the code up, once the change was made
 */
export function approve({ world, settings }: WorkspaceContext, code: string | undefined): Result<() => void, ContractError> {
  if (world.approve === undefined || settings.current.url === undefined) return ok(noCode);
  const approval = world.approve(code);
  return approval.ok ? approval : invalid('code', approval.error);
}

function noCode(): void {}

function serviceOrigin(url = ''): string | undefined {
  const checked = checkServiceUrl(url);
  return checked.ok ? originOf(checked.value) : undefined;
}

function goodTrial({ empty }: Extract<Tried, { ok: true }>) {
  return empty === undefined ? ({ kind: 'good' } as const) : ({ kind: 'good-but-empty', message: empty } as const);
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
