import type { Language } from '../../electron/core/languages/languages.ts';
import { err, ok } from '../../electron/core/result.ts';
import type { Host } from '../../electron/headless/host.ts';
import { createTerminalWording } from '../../electron/headless/output/terminal-wording.ts';
import type { KeychainProblem, KeyStore } from '../../electron/settings/keychain.ts';
import { jsonProblem } from '../support/json-events.ts';

/** A world for a command: what it writes can be read, what it reads is given. */
export interface TestHost extends Host {
  output: Host['output'] & { text: string };
  messages: Host['messages'] & { text: string };
  /** The keychain's content, by origin. */
  readonly kept: Map<string, string>;
  /** Raises a signal. */
  raise(signal: NodeJS.Signals): void;
}

export interface TestWorld {
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly kept?: Readonly<Record<string, string>>;
  /** What is typed or piped when a secret is asked for. */
  readonly secret?: string;
  readonly keychainProblem?: KeychainProblem;
  /** Of the terminal; default: English. */
  readonly language?: Language;
}

export function testHost(world: TestWorld = {}): TestHost {
  const kept = new Map(Object.entries(world.kept ?? {}));
  const listeners = new Set<(signal: NodeJS.Signals) => void>();
  return {
    environment: world.environment ?? {},
    wording: createTerminalWording(world.language ?? 'en', { now: Date.now, timeZone: 'UTC' }),
    verbose: false,
    paths: { directory: world.directory ?? '/', home: '/home/ann', platform: process.platform },
    keychain: keychainOf(kept, world.keychainProblem),
    kept,
    output: recorder((text) => {
      for (const line of text.split('\n')) checkLine(line);
    }),
    messages: recorder(),
    readSecret: async () => world.secret ?? '',
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    raise(signal) {
      for (const listener of listeners) listener(signal);
    },
  };
}

/** Each line of `--json` is as its documentation says. */
export function checkLine(line: string): void {
  const problem = line.startsWith('{"event"') ? jsonProblem(JSON.parse(line)) : undefined;
  if (problem !== undefined) throw new Error(`--json: ${problem}`);
}

function recorder(check: (text: string) => void = () => {}): { text: string; write(text: string): void } {
  return {
    text: '',
    write(text) {
      check(text);
      this.text += text;
    },
  };
}

function keychainOf(kept: Map<string, string>, problem: KeychainProblem | undefined): KeyStore {
  const answer = <Value>(value: () => Value) => (problem === undefined ? ok(value()) : err(problem));
  return {
    get: async (origin) => answer(() => kept.get(origin)),
    set: async (origin, key) => answer(() => void kept.set(origin, key)),
    clear: async (origin) => answer(() => kept.delete(origin)),
  };
}
