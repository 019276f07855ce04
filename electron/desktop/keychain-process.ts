/**
 * Entry of the utility process that asks the keychain once, for `keychain.ts`. The key travels in the two messages, and
 * nowhere else. On Linux the entry is pinned to the Secret Service: left to itself the module falls back to a store of
 * the kernel that forgets everything.
 */
import type { KeychainRequest } from '../settings/keychain-helper.ts';

process.parentPort.once('message', ({ data }: { data: KeychainRequest }) => {
  void work(data).then((answer) => process.parentPort.postMessage(answer));
});

async function work(request: KeychainRequest): Promise<object> {
  const keychain = await import('keytar').catch((error: unknown) => problem('no-module', error));
  if (!('AsyncEntry' in keychain)) return keychain;
  try {
    const entry = new keychain.AsyncEntry(request.service, request.account, { linux: { store: 'secret-service' } });
    if (request.action === 'get') return { ok: true, value: (await entry.getPassword()) ?? null };
    if (request.action === 'clear') return { ok: true, value: await entry.deleteCredential() };
    await entry.setPassword(request.key);
    return { ok: true, value: null };
  } catch (error) {
    return problem('refused', error);
  }
}

function problem(kind: 'no-module' | 'refused', error: unknown) {
  return { ok: false, error: { kind, detail: error instanceof Error ? error.message : String(error) } };
}
