import { homedir } from 'node:os';

/**
 * A user without a home (a service's, or a number that a container was given) has the root of the disk as theirs, as in a container:
 * libraries ask for it as soon as they are loaded, and one that is missing, or empty, ended the program then. Loaded before them.
 */
if (process.platform !== 'win32') {
  if (process.env.HOME === '') delete process.env.HOME;
  try {
    homedir();
  } catch {
    process.env.HOME = '/';
  }
}
