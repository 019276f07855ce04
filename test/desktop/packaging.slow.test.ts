import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../resources/tools/build.ts';

const linux = process.platform === 'linux';

describe('The packages', () => {
  it('have the fuses that keep others from running, feeding or debugging the program', () => {
    const configuration = readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8');
    for (const fuse of [
      'runAsNode: false',
      'enableNodeOptionsEnvironmentVariable: false',
      'enableNodeCliInspectArguments: false',
      'enableEmbeddedAsarIntegrityValidation: true',
      'onlyLoadAppFromAsar: true',
      'grantFileProtocolExtraPrivileges: false',
    ])
      expect(configuration).toContain(`\n  ${fuse}\n`);
  });
});

/**
 * Packed by electron-builder itself, around Node in Electron's place: its binary is not needed to see what goes in, nor what the
 * command line does. It knows of no way to run as Node, and says that it is Electron.
 */
describe.skipIf(!linux)('A package', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-package-'));
  const inside: string[] = [];
  const unpacked = join(directory, 'packages', 'linux-unpacked');
  let debian: { readonly args: readonly string[]; readonly entry: string };
  beforeAll(async () => {
    const electron = join(directory, 'electron');
    mkdirSync(electron);
    const disguise = 'Object.defineProperty(process.versions, "electron", { value: "1" }); process.execPath = process.env.SELF;';
    const command = `'${process.execPath}' --import 'data:text/javascript,${disguise}' '${join(projectRoot, 'out/main/packed.js')}'`;
    writeFileSync(join(electron, 'electron'), `#!/bin/sh\nSELF="$0" exec ${command} "$@"\n`);
    chmodSync(join(electron, 'electron'), 0o755);
    writeFileSync(join(electron, 'version'), packageJson.devDependencies.electron.replace('^', ''));
    writeFileSync(join(electron, 'LICENSE'), '');
    await build({
      projectDir: projectRoot,
      targets: Platform.LINUX.createTarget('deb'),
      publish: 'never',
      // Instead of the program that writes the archive, which would have to be fetched: what it would be told.
      effectiveOptionComputed: async ([args, entry]: [string[], string]) => {
        debian = { args, entry: readFileSync(entry, 'utf8') };
        return true;
      },
      config: { electronDist: electron, electronFuses: null, directories: { output: join(directory, 'packages') } },
    });
    inside.push(...filesIn(join(unpacked, 'resources', 'app.asar')));
  }, 300_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('carries the built programs, the window, icons and samples', () => {
    for (const file of [
      'package.json',
      'out/main/packed.js',
      'out/main/main.js',
      'out/main/headless.js',
      'out/main/keychain-process.js',
      'out/main/backup-process.js',
      'out/main/disk-process.js',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'resources/icons/tray-idle-dark.png',
      'resources/samples/extraction.json',
    ])
      expect(inside).toContain(file);
  });

  it('carries the licences of what it is made of, and weighs little beside Electron', () => {
    expect(inside).toContain('out/renderer/third-party-notices.txt');
    expect(inside.filter((file) => /\/Arimo_\w+-[\w-]+\.ttf$/.test(file))).toHaveLength(4);
    expect(inside.filter((file) => /node_modules\/fastify\/LICENSE$/.test(file))).toHaveLength(1);
    expect(inside.filter((file) => /@napi-rs\/canvas|pdfjs-dist|Liberation|\.map$|\.d\.ts$/.test(file))).toEqual([]);
    const resources = join(unpacked, 'resources');
    const size = readdirSync(resources, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(size).toBeLessThan(40_000_000);
  });

  it('carries no source, no test, and no library that only building needs', () => {
    expect(inside.filter((file) => /^(electron|renderer|test|\.github)\//.test(file))).toEqual([]);
    for (const library of ['react', 'vite', 'vitest', 'electron', 'electron-builder', 'playwright-core', 'typescript'])
      expect(inside.filter((file) => file.startsWith(`node_modules/${library}/`))).toEqual([]);
  });

  it("keeps the keychain's native module outside of the archive, where the system can load it", () => {
    const natives = readdirSync(join(unpacked, 'resources', 'app.asar.unpacked', 'node_modules', '@napi-rs'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => file.endsWith('.node'));
    expect(natives.length).toBeGreaterThan(0);
    expect(natives.some((file) => /keyring/.test(file))).toBe(true);
  });

  it('installs the command line, its manual page and the desktop, each under its own name', () => {
    for (const path of [
      'resources/launchers/intray=/usr/bin/intray',
      'resources/man/intray.1=/usr/share/man/man1/intray.1',
      `${unpacked}/=/opt/Intray`,
    ])
      expect(debian.args).toContain(path);
    expect(debian.args.at(-1)).toMatch(/=\/usr\/share\/applications\/intray-desktop\.desktop$/);
    expect(debian.entry).toMatch(/^Exec=\/opt\/Intray\/intray-desktop %U$/m);
    expect(packageJson.desktopName).toBe('intray-desktop.desktop');
    expect(existsSync(join(unpacked, 'intray-desktop'))).toBe(true);
  });

  it('does the whole job from its command line, without a window or a display', () => {
    const link = join(directory, 'intray');
    symlinkSync('packages/linux-unpacked/resources/bin/intray', link);
    const home = join(directory, 'home');
    mkdirSync(home);
    const run = (...args: string[]) =>
      spawnSync(link, args, { cwd: home, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: home, LANG: 'en_US.UTF-8' } });
    expect(run('--version').stdout).toBe(`${packageJson.version}\n`);
    expect(run('stauts')).toMatchObject({ status: 2, stderr: expect.stringContaining('status') });
    // An address among the arguments, which Electron would take for one that it was started to open; and PDF files, which are
    // read in a process of its own.
    expect(run('status', '--url', 'https://api.example.com', '--json').stderr).not.toContain('not where its package puts it');
    const demo = run('demo', '--folder', join(home, 'demo'));
    expect(demo.stdout + demo.stderr).toContain('all with the sandbox: nothing left this computer');
    expect(demo.status).toBe(0);
    expect(existsSync(join(home, 'demo', 'extracted', 'invoice-2026-0417.pdf.json'))).toBe(true);
  });

  it('starts nothing but its own scripts as a process of its own', () => {
    const other = spawnSync(join(unpacked, 'intray-desktop'), ['--own-process', '--', '/etc/passwd'], { encoding: 'utf8' });
    expect([other.status, other.stdout + other.stderr]).toEqual([2, '']);
  });
});

interface AsarDirectory {
  readonly files?: Readonly<Record<string, AsarDirectory>>;
}

/** The names in an archive: its header is JSON behind four lengths of four bytes. */
function filesIn(archive: string): string[] {
  expect(existsSync(archive)).toBe(true);
  const bytes = readFileSync(archive);
  const header = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8')) as AsarDirectory;
  const names: string[] = [];
  const walk = ({ files = {} }: AsarDirectory, at: string): void => {
    for (const [name, entry] of Object.entries(files)) {
      if (entry.files === undefined) names.push(at + name);
      else walk(entry, `${at}${name}/`);
    }
  };
  walk(header, '');
  return names;
}
