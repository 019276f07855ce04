/**
 * What package managers need to know of a release: `node resources/tools/manifests.ts DIRECTORY ADDRESS` reads the packages in
 * a directory and writes there, beside them, the manifests for winget, Homebrew and Flathub. ADDRESS is where the packages are
 * published; GitHub writes a space in a file's name as a dot.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

const { version, homepage, license, description } = packageJson;
const winget = { id: 'Intray.Intray', schema: '1.9.0' };

interface Published {
  readonly url: string;
  readonly sha256: string;
}

/** The text of each manifest, by its file name. @throws Error that names a package that is missing */
export function manifests(directory: string, address: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory);
  const published = (what: string, fits: RegExp): Published => {
    const name = names.find((each) => fits.test(each));
    if (name === undefined) throw new Error(`There is no ${what} in ${directory}.`);
    const sha256 = createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
    return { url: `${address}/${name.replaceAll(' ', '.')}`, sha256 };
  };
  return {
    ...wingetManifests(published('installer for Windows', /\.exe$/)),
    'intray.rb': cask(published('dmg for Apple silicon', /arm64\.dmg$/), published('dmg for Intel', /^((?!arm64).)*\.dmg$/)),
    'app.intray.desktop.yml': flatpak(published('Debian package', /\.deb$/)),
  };
}

function wingetManifests(installer: Published): Readonly<Record<string, string>> {
  const manifest = (kind: string, lines: readonly string[]) =>
    [
      `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${winget.schema}.schema.json`,
      `PackageIdentifier: ${winget.id}`,
      `PackageVersion: ${version}`,
      ...lines,
      `ManifestType: ${kind}`,
      `ManifestVersion: ${winget.schema}`,
      '',
    ].join('\n');
  const one = (architecture: string) => [
    `  - Architecture: ${architecture}`,
    `    InstallerUrl: ${installer.url}`,
    `    InstallerSha256: ${installer.sha256.toUpperCase()}`,
  ];
  return {
    [`${winget.id}.yaml`]: manifest('version', ['DefaultLocale: en-US']),
    [`${winget.id}.installer.yaml`]: manifest('installer', [
      'InstallerType: nullsoft',
      'Commands: [intray]',
      'Installers:',
      ...one('x64'),
      ...one('arm64'),
    ]),
    [`${winget.id}.locale.en-US.yaml`]: manifest('defaultLocale', [
      'PackageLocale: en-US',
      `Publisher: ${packageJson.author}`,
      'PackageName: Intray',
      `PackageUrl: ${homepage}`,
      `License: ${license}`,
      `ShortDescription: ${description}`,
    ]),
  };
}

function cask(arm: Published, intel: Published): string {
  const part = (name: string, { url, sha256 }: Published) => `  on_${name} do
    sha256 "${sha256}"
    url "${url}"
  end
`;
  return `cask "intray" do
  version "${version}"
${part('arm', arm)}${part('intel', intel)}  name "Intray"
  desc "Sends scans to be read, writes the results beside them"
  homepage "${homepage}"

  app "Intray.app"
  binary "#{appdir}/Intray.app/Contents/Resources/bin/intray"
end
`;
}

function flatpak({ url, sha256 }: Published): string {
  return `id: app.intray.desktop
runtime: org.freedesktop.Platform
runtime-version: '25.08'
sdk: org.freedesktop.Sdk
base: org.electronjs.Electron2.BaseApp
base-version: '25.08'
command: intray-desktop
separate-locales: false
finish-args:
  - --share=ipc
  - --share=network
  - --socket=fallback-x11
  - --socket=wayland
  - --device=dri
  # Scans may be in any folder, and their results are written beside them.
  - --filesystem=host
  - --talk-name=org.freedesktop.Notifications
  - --talk-name=org.freedesktop.secrets
  - --talk-name=org.kde.StatusNotifierWatcher
modules:
  - name: intray
    buildsystem: simple
    build-commands:
      - bsdtar -Oxf intray.deb 'data.tar*' | bsdtar -xf -
      - cp -a opt/Intray /app/intray
      - install -Dm755 intray-desktop.sh /app/bin/intray-desktop
      - install -Dm644 usr/share/applications/intray-desktop.desktop /app/share/applications/app.intray.desktop.desktop
      - desktop-file-edit --set-key=Exec --set-value=intray-desktop /app/share/applications/app.intray.desktop.desktop
    sources:
      - type: file
        dest-filename: intray.deb
        url: ${url}
        sha256: ${sha256}
      - type: script
        dest-filename: intray-desktop.sh
        commands:
          - exec zypak-wrapper /app/intray/intray-desktop "$@"
`;
}

if (import.meta.main) {
  const [directory = '', address = ''] = process.argv.slice(2);
  for (const [name, text] of Object.entries(manifests(directory, address))) writeFileSync(join(directory, name), text);
}
