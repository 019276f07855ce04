import { utilityProcess } from 'electron';
import { err, ok } from '../core/result.ts';
import { createKeychain, type KeyStore } from '../settings/keychain.ts';
import type { AskKeychain } from '../settings/keychain-helper.ts';

const timeoutMs = 30_000;

/**
 * The system's keychain, asked from a utility process: the native call blocks whoever makes it while a keyring's prompt is
 * open, and the packaged program does not run as Node (a fuse), as the headless one's helper does.
 * @param script path of the built `keychain-process.js`
 */
export function createDesktopKeychain(script: string): KeyStore {
  return createKeychain({ timeoutMs, ask: askOver(script) });
}

function askOver(script: string): AskKeychain {
  return (request) =>
    new Promise((resolve) => {
      const { INTRAY_API_KEY: _, ...environment } = process.env;
      const helper = utilityProcess.fork(script, [], { env: environment, serviceName: 'Intray keychain', stdio: 'ignore' });
      const settle = (answer: Awaited<ReturnType<AskKeychain>>) => {
        clearTimeout(timer);
        resolve(answer);
        helper.kill();
      };
      const timer = setTimeout(() => settle(err({ kind: 'time-out' })), timeoutMs);
      helper.once('message', (answer: unknown) => settle(read(answer)));
      helper.once('exit', (code) =>
        settle(err({ kind: 'refused', detail: `the keychain's helper ended without an answer (${code})` })),
      );
      helper.postMessage(request);
    });
}

/** The answer is not repeated in an error: it could hold the key. */
function read(answer: unknown): Awaited<ReturnType<AskKeychain>> {
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) {
    if (answer.ok === true && 'value' in answer) {
      const { value } = answer;
      if (typeof value === 'string' || typeof value === 'boolean' || value === null) return ok(value);
    }
    if ('error' in answer && typeof answer.error === 'object' && answer.error !== null && 'detail' in answer.error) {
      const kind = 'kind' in answer.error && answer.error.kind === 'no-module' ? 'no-module' : 'refused';
      return err({ kind, detail: String(answer.error.detail) });
    }
  }
  return err({ kind: 'refused', detail: 'the keychain gave no readable answer' });
}
