import { inEnglish } from '../../core/messages/wording.ts';
import type { Result } from '../../core/result.ts';
import type { KeychainProblem } from '../../settings/keychain.ts';
import { type Check, fine, warning } from './check.ts';

const stores: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the macOS Keychain',
  win32: 'the Windows Credential Manager',
  linux: 'the Secret Service (GNOME Keyring, KWallet or the like)',
};

/** Whether keys can be kept here. Pure. @param asked what the keychain said when it was asked for this address's key */
export function judgeKeychain(asked: Result<string | undefined, KeychainProblem>, platform: NodeJS.Platform): Check {
  const store = stores[platform] ?? "the system's keychain";
  if (asked.ok) return fine('keychain', `Keys are kept in ${store}, which answers.`);
  return warning(
    'keychain',
    `Keys would be kept in ${store}, which cannot be used. ${inEnglish(asked.error.message)}`,
    'To keep a key for good, make it available and unlock it.',
  );
}
