import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { err, ok, type Result } from '../core/result.ts';

/** One request to the keychain. `key` travels on the helper's standard input, never in an argument. */
export type KeychainRequest =
  | { readonly action: 'get'; readonly service: string; readonly account: string }
  | { readonly action: 'set'; readonly service: string; readonly account: string; readonly key: string }
  | { readonly action: 'clear'; readonly service: string; readonly account: string };

/** How the keychain failed, before anyone has put it in words. */
export type HelperProblem =
  | { readonly kind: 'time-out' }
  /** The native module is not there, or not for this system. */
  | { readonly kind: 'no-module'; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string };

/** `get`: the key or null; `set`: null; `clear`: whether one was there. */
export type HelperAnswer = string | boolean | null;

export type AskKeychain = (request: KeychainRequest) => Promise<Result<HelperAnswer, HelperProblem>>;

export interface HelperOptions {
  /** Milliseconds after which the helper is ended. */
  readonly timeoutMs: number;
  /** The helper's environment; by default this process's. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Path of the keychain module; by default the installed one. */
  readonly modulePath?: string;
}

/**
 * What the helper runs. Reads a request as JSON, answers as JSON. On Linux the entry is pinned to the Secret Service:
 * left to itself the module falls back to an in-memory store of the kernel that forgets everything.
 */
const helperSource = `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', async () => {
  const answer = await work(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  process.stdout.write(JSON.stringify(answer), () => process.exit(0));
});
async function work({ modulePath, request }) {
  let keychain;
  try {
    keychain = require(modulePath);
  } catch (error) {
    return { ok: false, error: { kind: 'no-module', detail: String(error?.message ?? error) } };
  }
  try {
    const entry = new keychain.AsyncEntry(request.service, request.account, { linux: { store: 'secret-service' } });
    if (request.action === 'get') return { ok: true, value: await entry.getPassword() ?? null };
    if (request.action === 'clear') return { ok: true, value: await entry.deleteCredential() };
    await entry.setPassword(request.key);
    return { ok: true, value: null };
  } catch (error) {
    return { ok: false, error: { kind: 'refused', detail: String(error?.message ?? error) } };
  }
}`;

/**
 * Asks the keychain from a process of its own. The native call blocks whoever makes it, for as long as a keyring's
 * prompt stays open or a bus stays silent, and cannot be taken back; a process can be ended.
 */
export function createKeychainHelper(options: HelperOptions): AskKeychain {
  return (request) =>
    new Promise((resolve) => {
      const modulePath = options.modulePath ?? installedModule();
      if (modulePath === undefined) {
        resolve(err({ kind: 'no-module', detail: 'the package keytar is not installed' }));
        return;
      }
      const helper = spawn(process.execPath, ['--no-warnings', '--input-type=commonjs', '-e', helperSource], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...withoutKey(options.environment ?? process.env), ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
        windowsHide: true,
      });
      const end = () => void helper.kill('SIGKILL');
      process.once('exit', end);
      const timer = setTimeout(() => {
        settle(err({ kind: 'time-out' }));
        end();
      }, options.timeoutMs);
      const chunks: Buffer[] = [];
      helper.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      helper.on('error', (error) => settle(err({ kind: 'refused', detail: error.message })));
      helper.on('close', (code, signal) => settle(readAnswer(Buffer.concat(chunks).toString('utf8'), code ?? signal)));
      helper.stdin.on('error', () => undefined); // It ended before it read: 'close' says so.
      helper.stdin.end(JSON.stringify({ modulePath, request }));

      function settle(answer: Result<HelperAnswer, HelperProblem>): void {
        clearTimeout(timer);
        process.off('exit', end);
        resolve(answer);
      }
    });
}

function readAnswer(text: string, ending: number | string | null): Result<HelperAnswer, HelperProblem> {
  try {
    const answer: unknown = JSON.parse(text);
    if (isObject(answer) && answer.ok === true) {
      const { value } = answer;
      if (typeof value === 'string' || typeof value === 'boolean' || value === null) return ok(value);
    }
    if (isObject(answer) && isObject(answer.error)) {
      const { kind, detail } = answer.error;
      return err({ kind: kind === 'no-module' ? 'no-module' : 'refused', detail: String(detail) });
    }
  } catch {
    // Not an answer at all; said below. The text is not repeated: it could hold the key.
  }
  return err({ kind: 'refused', detail: `the keychain's helper ended without an answer (${ending ?? 'no code'})` });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function installedModule(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('keytar');
  } catch {
    return undefined;
  }
}

function withoutKey(environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const { INTRAY_API_KEY: _, ...rest } = environment;
  return rest;
}
