import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The directory that holds package.json and resources/, upwards from this file: the project's root, whether the program
 * runs from its sources or from out/.
 * @throws Error if neither is above this file
 */
export function programRoot(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) && existsSync(join(directory, 'resources'))) return directory;
    if (dirname(directory) === directory) throw new Error(`No package.json and resources lie above ${import.meta.dirname}`);
  }
}

export function samplesDirectory(): string {
  return join(programRoot(), 'resources', 'samples');
}

/** The version that package.json gives. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(programRoot(), 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
