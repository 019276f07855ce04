/**
 * The script of the process that asks the system's keychain once, for `keychain.ts`: a child of Node, or a utility
 * process of Electron. The key travels in the two messages and nowhere else. The process ends when its parent ends it, or
 * goes away.
 */
import { errorText } from '../core/plain-data.ts';
import { starter } from '../process.ts';
import type { HelperRequest } from './keychain.ts';

const parent = starter();
parent.onMessage((request) => void work(request as HelperRequest).then(parent.send));

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
  return { ok: false, error: { kind, detail: errorText(error) } };
}
