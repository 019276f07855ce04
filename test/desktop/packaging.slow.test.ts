import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
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

/** Packed by electron-builder itself, around an empty file in Electron's place: its binary is not needed to see what goes in. */
describe.skipIf(!linux)('A package', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-package-'));
  const inside: string[] = [];
  beforeAll(async () => {
    const electron = join(directory, 'electron');
    mkdirSync(electron);
    writeFileSync(join(electron, 'electron'), '#!/bin/sh\n');
    chmodSync(join(electron, 'electron'), 0o755);
    writeFileSync(join(electron, 'version'), packageJson.devDependencies.electron.replace('^', ''));
    writeFileSync(join(electron, 'LICENSE'), '');
    await build({
      projectDir: projectRoot,
      targets: Platform.LINUX.createTarget('dir'),
      publish: 'never',
      config: { electronDist: electron, electronFuses: null, directories: { output: join(directory, 'packages') } },
    });
    inside.push(...filesIn(join(directory, 'packages', 'linux-unpacked', 'resources', 'app.asar')));
  }, 300_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('carries the built programs, the window, icons and samples', () => {
    for (const file of [
      'package.json',
      'out/main/main.js',
      'out/main/engine-thread.js',
      'out/main/keychain-process.js',
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
    expect(inside.filter((file) => /node_modules\/fastify\/LICENSE$/.test(file))).toHaveLength(1);
    expect(inside.filter((file) => /@napi-rs\/canvas|pdfjs-dist|\.map$|\.d\.ts$/.test(file))).toEqual([]);
    const resources = join(directory, 'packages', 'linux-unpacked', 'resources');
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
    const unpacked = join(directory, 'packages', 'linux-unpacked', 'resources', 'app.asar.unpacked', 'node_modules', '@napi-rs');
    const natives = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.node'));
    expect(natives.length).toBeGreaterThan(0);
    expect(natives.some((file) => /keyring/.test(file))).toBe(true);
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
