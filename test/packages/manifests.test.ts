import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { manifests } from '../../resources/tools/manifests.ts';
import { Scene } from '../support/scene.ts';

const at = 'https://github.com/intray/intray/releases/download/v1';

it('The manifests for winget, Homebrew and Flathub name each package, where it is, and its hash', () => {
  const scene = new Scene();
  onTestFinished(() => scene.end());
  const packages = [
    'Intray Setup 1.exe',
    'Intray-1.dmg',
    'Intray-1-arm64.dmg',
    'intray_1_amd64.deb',
    'Intray Setup 1.exe.blockmap',
  ];
  for (const name of packages) writeFileSync(join(scene.root, name), name);
  const hash = (name: string) => createHash('sha256').update(name).digest('hex');
  const made = manifests(scene.root, at);
  expect(Object.keys(made)).toEqual([
    'Intray.Intray.yaml',
    'Intray.Intray.installer.yaml',
    'Intray.Intray.locale.en-US.yaml',
    'intray.rb',
    'app.intray.desktop.yml',
  ]);
  for (const text of Object.values(made).slice(0, 3)) expect(text).toContain(`\nPackageVersion: ${packageJson.version}\n`);
  const installer = made['Intray.Intray.installer.yaml'] ?? '';
  expect(installer.match(/InstallerUrl: .*/g)).toEqual(Array(2).fill(`InstallerUrl: ${at}/Intray.Setup.1.exe`));
  expect(installer).toContain(hash('Intray Setup 1.exe').toUpperCase());
  const cask = made['intray.rb'] ?? '';
  expect(cask).toContain(`on_arm do\n    sha256 "${hash('Intray-1-arm64.dmg')}"\n    url "${at}/Intray-1-arm64.dmg"`);
  expect(cask).toContain(`on_intel do\n    sha256 "${hash('Intray-1.dmg')}"\n    url "${at}/Intray-1.dmg"`);
  expect(cask).toContain('Contents/Resources/bin/intray"');
  expect(made['app.intray.desktop.yml']).toContain(
    `url: ${at}/intray_1_amd64.deb\n        sha256: ${hash('intray_1_amd64.deb')}`,
  );
  expect(() => manifests(scene.root.replace(/[^/]*$/, ''), at)).toThrow(/There is no installer for Windows/);
});
