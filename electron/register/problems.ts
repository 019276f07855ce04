import { foreign, say } from '../core/messages/message.ts';
import { assertNever } from '../core/result.ts';
import type { RegisterProblem, RegisterProblemKind } from './register.ts';

/**
 * What an error of the database, or on the way to it, means. What nobody can be sure of is `unreachable`: the call may have been
 * carried out.
 *
 * @param place of the register, for people
 * @param clean removes the password from a text
 * @param hasPassword whether one is given
 */
export function problemOf(error: unknown, place: string, clean: (text: string) => string, hasPassword: boolean): RegisterProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const text = textOf(error);
  const kind = kindOf(code, text);
  const message = foreign(clean(text));
  switch (kind) {
    case 'unreachable':
      return { kind, message: say('register.unreachable', { place, message }) };
    case 'read-only':
      return { kind, message: say('register.readOnly', { place }) };
    case 'full':
      return { kind, message: say('register.full', { place, message }) };
    case 'denied':
      if (code === wrongPassword && !hasPassword) return { kind, message: say('register.noPassword', { place }) };
      return { kind, message: say('register.denied', { place, message }) };
    case 'untrusted':
      return { kind, message: text === noTls ? say('register.noTls', { place }) : say('register.untrusted', { place, message }) };
    case 'not-created':
      return { kind, message: say('register.notCreated', { place }) };
    case 'failed':
      return { kind, message: say('register.failed', { place, message }) };
    default:
      return assertNever(kind);
  }
}

type KindOfError = Exclude<RegisterProblemKind, 'lease-ended' | 'lost-claim' | 'older' | 'newer'>;

const wrongPassword = '28P01';

/** By PostgreSQL's error codes (appendix A of its manual), in whole or by class. */
const kinds: readonly (readonly [start: string, kind: KindOfError])[] = [
  ['25006', 'read-only'],
  ['53100', 'full'],
  ['28', 'denied'],
  ['3D000', 'denied'],
  ['42501', 'denied'],
  ['3F000', 'not-created'],
  ['42P01', 'not-created'],
  ['08', 'unreachable'],
  ['40', 'unreachable'],
  ['53', 'unreachable'],
  ['55P03', 'unreachable'],
  ['57', 'unreachable'],
  ['58', 'unreachable'],
];

/** How the database's client says that the server offers no encryption. */
const noTls = 'The server does not support SSL connections';

/** What OpenSSL and Node.js call a certificate that is not to be trusted: by whom it is signed, for what name, and until when. */
const badCertificate = /CERT|SIGNATURE|ALTNAME|CRL/;

/** Five letters and digits are a code of the database; what has none happened on the way. */
function kindOf(code: string | undefined, text: string): KindOfError {
  if (text === noTls) return 'untrusted';
  if (code === undefined) return 'unreachable';
  if (!/^[0-9A-Z]{5}$/.test(code)) return badCertificate.test(code) ? 'untrusted' : 'unreachable';
  return kinds.find(([start]) => code.startsWith(start))?.[1] ?? 'failed';
}

/** A host with several addresses fails with one error for each of them. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
