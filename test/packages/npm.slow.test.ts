import { execSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { headlessCommand, projectRoot } from '../../resources/tools/build.ts';
import { type Installed, installPackage } from './installed.ts';

/** Node as it would be if it were older. */
const old = ['--import', 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })'];

describe.skipIf(process.platform === 'win32')('The npm package', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'intray-npm-'));
  let installed: Installed;
  beforeAll(() => {
    installed = installPackage(scratch);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('carries the built program and what it needs, and nothing of how it is made', () => {
    for (const file of [
      'out/main/headless.js',
      'out/renderer/index.html',
      'resources/samples/extraction.json',
      'resources/man/intray.1',
      'LICENSE',
    ])
      expect(installed.files).toContain(file);
    expect(installed.files.filter((file) => /^(electron|renderer|test|\.)|resources\/(tools|screenshots)/.test(file))).toEqual(
      [],
    );
    expect(installed.size).toBeLessThan(7_000_000);
  });

  it('does the whole job where nothing but it and its dependencies are installed', () => {
    const demo = installed.run(['demo', '--folder', join(scratch, 'demo')]);
    expect(demo.stderr + demo.stdout).toContain('all with the sandbox: nothing left this computer');
    expect(demo.status).toBe(0);
    expect(readdirSync(join(scratch, 'demo', 'extracted'))).toContain('invoice-2026-0417.pdf.json');
    expect(demo.stdout + demo.stderr).toContain('intray run FOLDER');
  });

  it('prints completions, has its manual page where npm puts one, and a list of what it is made of', () => {
    for (const shell of ['bash', 'zsh', 'fish']) expect(installed.run(['config', 'completion', shell]).stdout).toMatch(/intray/);
    expect(packageJson.man).toBe('resources/man/intray.1');
    expect(readFileSync(join(installed.directory, packageJson.man), 'utf8')).toBe(installed.run(['config', 'manual']).stdout);
    const release = readFileSync(join(projectRoot, '.github/workflows/release.yml'), 'utf8');
    const [, command = ''] = /^ *(npm sbom [^>]*) > /m.exec(release) ?? [];
    const sbom = JSON.parse(execSync(command, { cwd: projectRoot, encoding: 'utf8' }));
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX' });
    const names = sbom.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'mammoth']));
    expect(names).not.toContain('vitest');
  });

  it('is found by the system’s own search for the command', () => {
    chmodSync(join(installed.directory, 'out/main/headless.js'), 0o755);
    const version = spawnSync('intray', ['--version'], {
      encoding: 'utf8',
      env: { PATH: `${join(installed.prefix, 'bin')}:${join(process.execPath, '..')}:/usr/bin:/bin`, HOME: scratch },
    });
    expect(version.stdout).toBe(`${packageJson.version}\n`);
  });

  it('says in one sentence that it needs a newer Node, and so do the project’s scripts', () => {
    const program = spawnSync(process.execPath, [...old, ...headlessCommand(['demo'])], { encoding: 'utf8' });
    expect([program.status, program.stderr]).toEqual([2, expect.stringMatching(/^Intray needs Node 24 or newer; [^\n]+\n$/)]);
    const script = spawnSync(process.execPath, [...old, join(projectRoot, 'resources/tools/ensure.js'), 'build'], {
      encoding: 'utf8',
    });
    expect([script.status, script.stderr]).toEqual([2, expect.stringMatching(/^This needs Node 24, [^\n]+\n$/)]);
  });

  it('has every script of the project that runs TypeScript look for its Node first', () => {
    for (const [name, script] of Object.entries(packageJson.scripts))
      if (/^node (?!resources\/tools\/ensure\.js)|^vitest|^electron/.test(script)) expect.fail(`${name}: ${script}`);
  });
});
