import type { Handlers } from '../../../electron/core/contract/contract.ts';
import type { Preferences, SignedIn, Trial } from '../../../electron/core/contract/preferences.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { ok } from '../../../electron/core/result.ts';
import type { FakeHost } from './fake-host.ts';

type PreferenceHandlers = Pick<
  Handlers,
  | 'preferences'
  | 'setPreferences'
  | 'tryConnection'
  | 'connect'
  | 'clearKey'
  | 'useSandbox'
  | 'diagnostics'
  | 'sessions'
  | 'signOut'
>;

/** Where the sandbox listens: nobody's to see. */
const sandboxUrl = 'http://127.0.0.1:41234';

/** The fake's preferences. The key `good-key` is good, `empty-key` is out of pages, an address with "down" does not answer. */
export class FakePreferences {
  current: Preferences;
  sessions: readonly SignedIn[] = [];
  /** What the terminal shows; without it, no code is asked for. */
  code: string | undefined;
  readonly #host: FakeHost;

  constructor(host: FakeHost, service: 'nothing' | 'sandbox' | 'service') {
    this.#host = host;
    this.current = {
      service: {
        ...(service === 'service' && { url: 'https://documents.example' }),
        ...(service === 'sandbox' && { url: sandboxUrl }),
        sandbox: service === 'sandbox',
        key: service === 'service' ? 'keychain' : 'none',
      },
      appearance: 'system',
      language: 'system',
      startAtLogin: false,
      notifications: { attention: true, problems: true, finished: false },
      limits: { uploads: 4, requestsPerSecond: 50, extractionBatch: 10 },
      logDays: 14,
      queue: { columns: {} },
      dataDirectory: '/home/mara/.local/share/intray',
    };
  }

  handlers(): PreferenceHandlers {
    return {
      preferences: async () => ok(this.current),
      setPreferences: async ({ changes }) => {
        this.#set({ ...this.current, ...withoutUndefined(changes) });
        return ok(this.current);
      },
      tryConnection: async (input) => ok(tried(input.url, input.key ?? 'good-key')),
      connect: async ({ url, key, code }) => {
        if (this.code !== undefined && code !== this.code) {
          const message = say(code === undefined ? 'requests.codeNeeded' : 'requests.codeWrong');
          return { ok: false, error: { kind: 'invalid-input', field: 'code', message } };
        }
        const trial = tried(url, key ?? 'good-key');
        if (trial.kind !== 'good' && trial.kind !== 'good-but-empty') return ok(trial);
        this.#set({ ...this.current, service: { url, sandbox: false, key: 'keychain' } });
        this.#host.line = { kind: 'watching' };
        this.#host.emit({ status: true });
        return ok({ ...trial, keptIn: 'keychain' });
      },
      clearKey: async () => {
        this.#set({ ...this.current, service: { ...this.current.service, key: 'none' } });
        this.#host.line = { kind: 'key', message: foreign('There is no key.') };
        this.#host.emit({ status: true });
        return ok({});
      },
      useSandbox: async () => {
        this.#set({ ...this.current, service: { url: sandboxUrl, sandbox: true, key: 'none' } });
        this.#host.line = { kind: 'watching' };
        this.#host.emit({ status: true });
        return ok({});
      },
      sessions: async () => ok(this.sessions),
      signOut: async ({ which }) => {
        this.sessions = this.sessions.filter(({ id, isOwn }) => (which === 'others' ? isOwn : id !== which));
        return ok({});
      },
      diagnostics: async () => ok({ fileName: 'intray-diagnostics.txt', text: 'Intray 0.1.0\nEverything is well.\n' }),
    };
  }

  #set(preferences: Preferences): void {
    this.current = preferences;
    this.#host.emit({ settings: true });
  }
}

function tried(url: string, key: string): Trial {
  if (!/^https?:\/\/[^\s/]+/.test(url))
    return { kind: 'bad', field: 'url', message: foreign('This is no address: it begins with https://.') };
  if (url.includes('down')) return { kind: 'unknown', message: foreign('There was no answer within 10 seconds.') };
  if (key === 'good-key') return { kind: 'good' };
  if (key === 'empty-key') return { kind: 'good-but-empty', message: foreign('The account is out of pages.') };
  return { kind: 'bad', field: 'key', message: foreign('The service does not know this key.') };
}

/** Changes as the checked input gives them: a member that is not there is not a change. */
function withoutUndefined<Changes extends object>(
  changes: Changes,
): { [Name in keyof Changes]: Exclude<Changes[Name], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Changes]: Exclude<Changes[Name], undefined>;
  };
}
