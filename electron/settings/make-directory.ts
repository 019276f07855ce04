import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory, and those that it is in. Node's own way (`recursive`) goes on for ever where nothing can be made and the
 * system says that something is missing (/proc).
 * @param mode of what is made
 * @throws what the system says
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const above = dirname(path);
  if (!existsSync(above)) makeDirectory(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}
