/** Why a file failed that was being worked on when the sandbox ended. */
export const interrupted = 'The sandbox ended before it had read this document. Send it again.';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
