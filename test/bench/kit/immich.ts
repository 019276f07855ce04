import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './files.ts';
import { type ProcessEnd, runProcess, startProcess } from './processes.ts';

/** The peer: a real command-line client that scans, hashes and uploads. Its major version is fixed. */
const packageName = '@immich/cli@3';

export type Immich = { readonly kind: 'here'; readonly program: string } | { readonly kind: 'missing'; readonly why: string };

/** Installs it beside the cached files, once. */
export async function findImmich(): Promise<Immich> {
  const directory = join(cache, 'immich');
  const program = join(directory, 'node_modules', '@immich', 'cli', 'bin', 'immich');
  if (existsSync(program)) return { kind: 'here', program };
  const installing = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', directory, packageName];
  // npm itself, if it started this process.
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', installing] : [process.execPath, [npm, ...installing]];
  try {
    const install = startProcess({ command, args, environment: ownEnvironment() });
    const patience = setTimeout(() => void install.stop(), 120_000);
    const { code, stderr } = await install.ended;
    clearTimeout(patience);
    if (code === 0 && existsSync(program)) return { kind: 'here', program };
    return { kind: 'missing', why: stderr.trim().split('\n').at(-1) ?? 'npm could not install it' };
  } catch (error) {
    return { kind: 'missing', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The environment tells npm the registry and the proxy. */
function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Hashes and uploads a directory, four files at once. */
export function immichUpload(program: string, url: string, directory: string, home: string): Promise<ProcessEnd> {
  return runProcess({
    command: process.execPath,
    args: [program, 'upload', '--recursive', '--no-progress', '--concurrency', '4', directory],
    environment: { HOME: home, IMMICH_INSTANCE_URL: `${url}/api`, IMMICH_API_KEY: 'bench' },
  });
}
