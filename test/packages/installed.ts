/**
 * The npm package as it would be installed globally: what `npm pack` makes of this directory, with the dependencies that it
 * declares, and no others, beside it. They come from this directory's `node_modules`, so that nothing is downloaded.
 */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../resources/tools/build.ts';

export interface Installed {
  /** Paths inside the package. */
  readonly files: readonly string[];
  /** Bytes of the archive, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
  /** Where it is installed: what a global `npm install --prefix` fills. */
  readonly prefix: string;
  /** The package's own directory below it. */
  readonly directory: string;
  /** Runs `intray`; Node is found as a shell would find it. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): SpawnSyncReturns<string>;
}

/** @param scratch an empty directory */
export function installPackage(scratch: string): Installed {
  const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const packed = execFileSync('npm', npm, { cwd: projectRoot, encoding: 'utf8', shell: process.platform === 'win32' });
  const [facts] = JSON.parse(packed) as [{ filename: string; size: number; unpackedSize: number; files: { path: string }[] }];
  const prefix = join(scratch, 'prefix');
  const modules = join(prefix, 'lib', 'node_modules');
  const directory = join(modules, 'intray');
  mkdirSync(directory, { recursive: true });
  execFileSync('tar', ['-xzf', join(scratch, facts.filename), '-C', directory, '--strip-components=1']);
  for (const path of productionPackages())
    cpSync(join(projectRoot, path), join(directory, path), { recursive: true, filter: (each) => !each.endsWith('.map') });
  const bin = join(prefix, 'bin');
  mkdirSync(bin);
  symlinkSync('../lib/node_modules/intray/out/main/headless.js', join(bin, 'intray'));
  return {
    files: facts.files.map(({ path }) => path),
    size: facts.size,
    unpackedSize: facts.unpackedSize,
    prefix,
    directory,
    run(args, environment = {}) {
      const home = join(scratch, 'home');
      mkdirSync(home, { recursive: true });
      return spawnSync(process.execPath, [join(bin, 'intray'), ...args], {
        cwd: home,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home, LANG: 'en_US.UTF-8', ...environment },
      });
    },
  };
}

/** Paths of the packages that the dependencies in package.json bring, as the lockfile has them. */
export function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
  };
  return Object.entries(lock.packages).flatMap(([path, { dev, devOptional }]) =>
    path === '' || dev === true || devOptional === true || !existsSync(join(projectRoot, path)) ? [] : [path],
  );
}
