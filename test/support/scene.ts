/**
 * Where a test happens: a real temporary directory with a folder of documents in it, what is written and read there, and
 * what has to be released when the test is over. What runs there is the business of those who extend it or are given it.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';

import { makeFile } from './make-files.ts';
import type { SeenFacts } from './seen.ts';
import { readTable } from './table.ts';

/** A folder, or its settings. */
type Located = { readonly path: string };

export class Scene {
  /** The real path: where the temporary directory is a link, outputs are compared by the path that the program reports. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-test-')));
  /** The folder of documents. A test that needs others makes them with `folder`. */
  readonly folderPath = this.directory('scans');
  readonly #ends: (() => Promise<void> | void)[] = [];

  /** Makes a directory below the root. */
  directory(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Makes a folder and its settings; existing files are sent unless the settings say otherwise. A string is an extraction's id. */
  folder(
    name: string,
    route: string | FolderSettings['route'],
    settings: Partial<Omit<FolderSettings, 'path' | 'route'>> = {},
  ): FolderSettings {
    return folderSettingsSchema.parse({
      path: this.directory(name),
      route: typeof route === 'string' ? { kind: 'extraction', id: route } : route,
      existing: 'send',
      ...settings,
    });
  }

  /** An absolute path; a relative one is below the folder of documents. */
  path(...parts: readonly string[]): string {
    return resolve(this.folderPath, ...parts);
  }

  /** Writes documents, each with a content of its own: its name. */
  async put(folder: Located, ...names: readonly string[]): Promise<void> {
    for (const name of names) await makeFile(join(folder.path, name), `content of ${name}`);
  }

  write(path: string, content: string): SeenFacts {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
    return this.facts(path);
  }

  /** Of a file that need not be there. */
  facts(path: string): SeenFacts {
    const facts = statSync(this.path(path), { throwIfNoEntry: false });
    return facts === undefined ? { size: 1, mtimeMs: 1, ino: 1 } : { size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino };
  }

  text(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  json(path: string): Record<string, unknown> {
    return JSON.parse(this.text(path)) as Record<string, unknown>;
  }

  /** The rows of a table, by column; the header says what separates them. */
  rows(path: string): Record<string, string>[] {
    return readTable(this.text(path));
  }

  /** Files below a folder, relative with `/`, sorted. */
  names(folder: Located = { path: this.folderPath }): string[] {
    return readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder.path, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .sort();
  }

  /** The JSON beside a source; undefined if there is none. */
  resultOf(folder: Located, source: string): Record<string, unknown> | undefined {
    const path = join(folder.path, `${source}.json`);
    return existsSync(path) ? this.json(path) : undefined;
  }

  /** The rows of all tables in a folder, by column. */
  tablesOf(folder: Located): Record<string, string>[] {
    return this.names(folder)
      .filter((name) => name.endsWith('.csv'))
      .flatMap((name) => this.rows(join(folder.path, name)));
  }

  /** To be done when the test has ended; what came last is done first. */
  atEnd(work: () => Promise<void> | void): void {
    this.#ends.push(work);
  }

  async end(): Promise<void> {
    for (const work of this.#ends.reverse()) await work();
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
