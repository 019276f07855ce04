import { utilityProcess } from 'electron';
import { createKeychain, type KeyStore, keychainTimeoutMs } from '../settings/keychain.ts';
import { createKeychainHelper, type HelperProcess } from '../settings/keychain-helper.ts';

/**
 * The system's keychain, asked from a utility process: the packaged program does not run as Node (a fuse), so it cannot
 * start the helper as the command line does.
 *
 * @param script path of the built `keychain-process.js`
 */
export function createDesktopKeychain(script: string): KeyStore {
  return createKeychain({
    ask: createKeychainHelper({ timeoutMs: keychainTimeoutMs, start: (environment) => startUtility(script, environment) }),
  });
}

function startUtility(script: string, environment: NodeJS.ProcessEnv): HelperProcess {
  const helper = utilityProcess.fork(script, [], { env: environment, serviceName: 'Intray keychain', stdio: 'ignore' });
  return {
    send: (request) => helper.postMessage(request),
    onAnswer: (listener) => void helper.once('message', listener),
    onExit: (listener) => void helper.once('exit', (code) => listener(String(code))),
    kill: () => void helper.kill(),
  };
}
