import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { OwnFiles } from './own-files.ts';

/** After so many wrong codes in a row, all codes die. */
const maxWrong = 5;

/**
 * Lets a window change where documents go only with a code that was printed in the terminal: whoever has a session alone
 * cannot do that. Without a live code, one is issued.
 * @param tell prints a code for a person at the terminal
 * @returns judges the code that a window sent; the value uses the code up
 */
export function createApproval(
  secrets: OneTimeSecrets,
  tell: (code: string) => void,
): (code: string | undefined) => Result<() => void, Message> {
  let printed: string | undefined;
  let wrong = 0;
  return (code) => {
    if (code !== undefined && secrets.isLive('code', code)) {
      return ok(() => {
        secrets.redeem('code', code);
        wrong = 0;
      });
    }
    if (code !== undefined) wrong += 1;
    if (wrong >= maxWrong) {
      secrets.revoke('code');
      wrong = 0;
    }
    if (printed === undefined || !secrets.isLive('code', printed)) {
      printed = secrets.issue('code');
      tell(printed);
    }
    return err(say(code === undefined ? 'requests.codeNeeded' : 'requests.codeWrong'));
  };
}

/** How long a link or a code can be used, in milliseconds. */
export const oneTimeMs = 10 * 60_000;

/** `link` signs a browser in; `code` lets one change the service. */
export type OneTimeKind = 'link' | 'code';

export type OneTimeSecrets = ReturnType<typeof createOneTimeSecrets>;

/**
 * Secrets that work once, for ten minutes. Each is a file that is named after its hash and holds the time of its end, so
 * that `intray watch --link` can issue one for a server that is running, and only one of several users gets it.
 */
export function createOneTimeSecrets(files: OwnFiles, now: () => number = Date.now) {
  const nameOf = (kind: OneTimeKind, secret: string) => `${kind}-${hashOf(normalForm[kind](secret))}`;
  const lives = (name: string) => {
    const leftMs = Number(files.read(name) ?? 0) - now();
    // One that would live longer was written while the clock was wrong.
    return leftMs > 0 && leftMs <= oneTimeMs;
  };
  const isLive = (kind: OneTimeKind, secret: string) => lives(nameOf(kind, secret));
  return {
    issue(kind: OneTimeKind): string {
      for (const name of files.names()) if (/^(link|code)-/.test(name) && !lives(name)) files.remove(name);
      const secret = newSecret[kind]();
      files.write(nameOf(kind, secret), String(now() + oneTimeMs));
      return secret;
    },
    /** Whether it could be used now. */
    isLive,
    /** No secret of this kind can be used any more. */
    revoke(kind: OneTimeKind): void {
      for (const name of files.names()) if (name.startsWith(`${kind}-`)) files.remove(name);
    },
    /** Uses it up; false if it was used before, has died or was never issued. */
    redeem: (kind: OneTimeKind, secret: string): boolean => isLive(kind, secret) && files.remove(nameOf(kind, secret)),
  };
}

/** Without the letters and digits that are mistaken for each other. */
const codeCharacters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const newSecret: Readonly<Record<OneTimeKind, () => string>> = {
  link: () => randomBytes(32).toString('base64url'),
  code() {
    const characters = Array.from({ length: 8 }, () => codeCharacters[randomInt(codeCharacters.length)]).join('');
    return `${characters.slice(0, 4)}-${characters.slice(4)}`;
  },
};

/** A person types a code as it comes. */
const normalForm: Readonly<Record<OneTimeKind, (text: string) => string>> = {
  link: (text) => text,
  code: (text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''),
};

/** What is stored of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
