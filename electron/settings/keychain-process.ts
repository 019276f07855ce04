/**
 * The script of the process that asks the system's keychain once, for `keychain-helper.ts`: a child of Node, or a utility
 * process of Electron. The key travels in the two messages and nowhere else. The process ends when its parent ends it, or
 * goes away.
 */
import type { HelperRequest } from './keychain-helper.ts';

const parentPort = process.parentPort as Electron.ParentPort | undefined;

if (parentPort !== undefined) {
  parentPort.once(
    'message',
    ({ data }: { data: HelperRequest }) => void work(data).then((answer) => parentPort.postMessage(answer)),
  );
} else {
  process.once('disconnect', () => process.exit());
  process.once('message', (request: HelperRequest) => void work(request).then((answer) => process.send?.(answer)));
}

async function work({ modulePath, request }: HelperRequest): Promise<object> {
  const keychain = await load(modulePath).catch((error: unknown) => problem('no-module', error));
  if (!('AsyncEntry' in keychain)) return keychain;
  try {
    // Left to itself the module may choose a store of the Linux kernel that forgets everything.
    const entry = new keychain.AsyncEntry(request.service, request.account, { linux: { store: 'secret-service' } });
    if (request.action === 'get') return { ok: true, value: (await entry.getPassword()) ?? null };
    if (request.action === 'clear') return { ok: true, value: await entry.deleteCredential() };
    await entry.setPassword(request.key);
    return { ok: true, value: null };
  } catch (error) {
    return problem('refused', error);
  }
}

async function load(modulePath: string | undefined): Promise<typeof import('keytar')> {
  return modulePath === undefined ? import('keytar') : import(modulePath);
}

function problem(kind: 'no-module' | 'refused', error: unknown) {
  return { ok: false, error: { kind, detail: error instanceof Error ? error.message : String(error) } };
}
