/** Why a server cannot listen. */
export interface ListenProblem {
  readonly kind:
    | /** Another program has the port. */ 'taken'
    | /** This user may not. */ 'forbidden'
    | /** This machine has no such address. */ 'no-such-address'
    | 'other';
  readonly message: string;
}

/** Of an error of a server's `listen`. */
export function listenProblem(error: unknown): ListenProblem {
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case 'EADDRINUSE':
      return { kind: 'taken', message };
    case 'EACCES':
      return { kind: 'forbidden', message };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { kind: 'no-such-address', message };
    default:
      return { kind: 'other', message };
  }
}
