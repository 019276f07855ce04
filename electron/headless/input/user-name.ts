import { userInfo } from 'node:os';

/** Who asks, for the history. @param otherwise where the system has no name for this user, as in some containers */
export function userName(otherwise: string): string {
  try {
    return userInfo().username;
  } catch {
    return otherwise;
  }
}
