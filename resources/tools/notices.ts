/**
 * The licences of all that Intray is packed with: the dependencies, and the libraries that go into the bundles. The build
 * writes their texts beside the window (`third-party-notices.txt`), and fails at a licence that is not in the list.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that let a program be passed on under its own. */
const accepted = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Unlicense Zlib'.split(' '),
);

/** Packages whose manifest says less than their licence: its text is that of BSD-2-Clause. */
const named: Readonly<Record<string, string>> = { duck: 'BSD-2-Clause' };

/** Licences of parts that the build leaves out. */
const leftOut = ['pdfjs-dist/standard_fonts/LICENSE_LIBERATION'];

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The texts that the package brings, those of its fonts and WebAssembly too. */
  readonly texts: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Whether an SPDX expression leaves a choice that is accepted. */
export function isAccepted(license: string): boolean {
  const plain = license.replaceAll(/[()]/g, '');
  return plain.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((each) => accepted.has(each.trim())));
}

/** What is packed, by name. @param root the project's directory @throws Error that names each package whose licence is not accepted */
export function collectNotices(root: string): readonly Notice[] {
  const found = new Map<string, Notice>();
  const queue = directNames(root).map((name) => [root, name] as const);
  for (const [from, name] of queue) {
    const directory = locate(root, from, name);
    if (directory === undefined || found.has(directory)) continue;
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
    found.set(directory, noticeOf(directory, manifest));
    for (const next of Object.keys(manifest.dependencies ?? {})) queue.push([directory, next]);
  }
  const notices = [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const refused = notices.filter(({ license, texts }) => !isAccepted(license) || (!/GPL/.test(license) && texts.some(isGpl)));
  if (refused.length > 0)
    throw new Error(`Not an accepted licence: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`);
  return notices;
}

/** Whether a package holds a part under another licence than the package names. */
function isGpl(text: string): boolean {
  return /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/.test(text);
}

/** The text that is packed. */
export function noticesText(root: string, notices = collectNotices(root)): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const parts = notices.map(({ name, version, license, texts }) => [`${name} ${version} (${license})`, ...texts].join('\n\n'));
  return `${[`Intray\n\n${own}`, 'Intray contains the following.', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The dependencies, and every development dependency that the program's sources import. */
function directNames(root: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest & {
    devDependencies: Record<string, string>;
  };
  const sources = globSync('{electron,renderer}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const names = /(?:(?:from|import\()\s*'|\/node_modules\/)((?:@[^/']+\/)?[^./'][^/']*)/g;
  const imported = new Set(sources.flatMap((code) => [...code.matchAll(names)].map(([, name]) => name)));
  // Electron brings its own licences.
  const bundled = Object.keys(manifest.devDependencies).filter((name) => imported.has(name) && name !== 'electron');
  return [...Object.keys(manifest.dependencies ?? {}), ...bundled];
}

/** As Node looks for it; undefined for one that this system does not need. */
function locate(root: string, from: string, name: string): string | undefined {
  for (let directory = from; ; directory = join(directory, '..')) {
    const candidate = join(directory, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (directory === root) return undefined;
  }
}

function noticeOf(directory: string, { name, version, license = 'none', author }: Manifest): Notice {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      !/(^|[\\/])node_modules[\\/]/.test(file) &&
      /(^|[\\/])(licen[cs]e|notice|copying)[^\\/]*$/i.test(file) &&
      !leftOut.includes(`${name}/${file.replaceAll('\\', '/')}`) &&
      !/\.(js|ts|mjs|json)$/.test(file),
  );
  const texts = files.sort().flatMap((file) => {
    try {
      return [readFileSync(join(directory, file), 'utf8').trim()];
    } catch {
      // A directory of that name.
      return [];
    }
  });
  const holder = typeof author === 'string' ? author : author?.name;
  return {
    name,
    version,
    license: named[name] ?? license,
    texts: texts.length > 0 ? texts : [`Copyright ${holder ?? `the authors of ${name}`}`],
  };
}
