import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programRoot } from './resources.ts';

/** The version that package.json gives. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(programRoot(), 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
