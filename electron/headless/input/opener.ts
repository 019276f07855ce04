import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutKey } from '../../settings/key.ts';

/** Opens things as a double click would: an address in the browser, a file in its program. */
export interface Opener {
  /** An address, a file or a directory. Whether the system took it. */
  open(target: string): Promise<boolean>;
  /** Shows a file in its directory. */
  show(file: string): Promise<boolean>;
}

interface DesktopFacts {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a program of this name can be run. */
  readonly has: (program: string) => boolean;
}

type Command = readonly [program: string, ...args: string[]];

/** How this system opens and shows things; undefined without a desktop session. Pure. */
export function openingCommands({
  platform,
  environment,
  has,
}: DesktopFacts): { readonly open: (target: string) => Command; readonly show: (file: string) => Command } | undefined {
  const given = (name: string): boolean => (environment[name] ?? '') !== '';
  if (platform === 'darwin') {
    if (given('SSH_CONNECTION')) return undefined;
    return { open: (target) => ['open', target], show: (file) => ['open', '-R', file] };
  }
  if (platform === 'win32') {
    if (given('SSH_CONNECTION')) return undefined;
    const open = (target: string): Command => ['rundll32', 'url.dll,FileProtocolHandler', target];
    return { open, show: (file) => ['explorer', `/select,${file}`] };
  }
  if (!(given('DISPLAY') || given('WAYLAND_DISPLAY')) || !has('xdg-open')) return undefined;
  return { open: (target) => ['xdg-open', target], show: (file) => ['xdg-open', dirname(file)] };
}

/** The opener of this machine; undefined where there is no desktop session. */
export function findOpener(environment: DesktopFacts['environment'], platform: NodeJS.Platform): Opener | undefined {
  const commands = openingCommands({ platform, environment, has: (program) => isOnPath(program, environment.PATH) });
  if (commands === undefined) return undefined;
  const start = (command: Command) => launch(command, withoutKey(environment));
  return { open: (target) => start(commands.open(target)), show: (file) => start(commands.show(file)) };
}

/** Starts a program and does not wait for it. */
function launch([program, ...args]: Command, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(':').some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return directory !== '';
    } catch {
      return false;
    }
  });
}
