import { hash as digest } from 'node:crypto';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { nextRoutes } from '../../core/config/folder-settings.ts';
import { profileOf } from '../../core/config/table-profile.ts';
import { type Document, directoryOf, fileNameOf, sameFacts } from '../../core/document/document.ts';
import { type Claim, claimIn, type KeptPart, resultIn, verdictIn } from '../../core/document/kept-result.ts';
import { csvsOf } from '../../core/document/table.ts';
import { defined } from '../../core/plain-data.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem, type Entry, type World } from '../ports.ts';
import { csvName, jsonName, tryDisk } from './delivery-target.ts';

/** A result may have `(2)` in its name where a person's file had the first one. */
const maxAttempts = 3;
/** A larger JSON is not read. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** A person may have taken away so many of the tables that were begun one after the other. */
const mostMissing = 3;

/** `name`: of its first table, where that of the route is known. */
interface NamedRoute {
  readonly route: Route;
  readonly name?: string;
}

/** The name of the first table of its route, and what it says of each content, by SHA-256. */
interface Table {
  readonly name: string;
  readonly rows: ReadonlyMap<string, SentRow>;
}

/**
 * What our own outputs claim about a content that the ledger does not know: a JSON beside the document or where it was filed, or a
 * row of a table in its folder. What cannot be read claims nothing.
 */
export class Claims {
  readonly #world: Pick<World, 'files' | 'ledger'>;
  /** Tables are read once: what is added to them later is of documents that the ledger knows. */
  readonly #tables = new Map<string, Promise<readonly Table[]>>();

  constructor(world: Pick<World, 'files' | 'ledger'>) {
    this.#world = world;
  }

  async find(folder: Folder, document: Document, sha256: string): Promise<Claim | undefined> {
    const inJson = await this.#inJson(folder, document, sha256);
    if (inJson !== undefined) return inJson;
    const tables = await this.#tablesOf(folder, document);
    if (!tables.some(({ rows }) => rows.has(sha256))) return undefined;
    const routes = this.#routesOf(folder, document);
    const found = tables.flatMap(({ name, rows }) => {
      const row = rows.get(sha256);
      // A row does not say its route. Where the name of that is not known yet the service is asked all the same.
      const of = routes.find((each) => each.name === name) ?? routes.find((each) => each.name === undefined);
      return row === undefined || of === undefined ? [] : [{ ...row, fileName: fileNameOf(row.file), route: of.route }];
    });
    const own = found.findLast((each) => sameRoute(each.route, document.route));
    const later = found.findLast((each) => !sameRoute(each.route, document.route));
    if (later === undefined) return own;
    return { ...later, later: { route: later.route, ...defined({ batchId: own?.batchId, fileId: own?.fileId }) } };
  }

  async #inJson(folder: Folder, document: Document, sha256: string): Promise<Claim | undefined> {
    const { files } = this.#world;
    const { fileAway } = folder.settings;
    const filed = fileAway.kind === 'move' && fileAway.as === undefined ? [join(fileAway.to, directoryOf(document.path))] : [];
    for (const directory of [directoryOf(document.path), ...filed]) {
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const name = jsonName(fileNameOf(document.path), attempt, Number.POSITIVE_INFINITY);
        const path = join(absolutePath(folder, directory), name);
        try {
          const entry = await files.stat(path);
          if (entry === undefined) break;
          if (entry.kind !== 'file' || entry.size > maxBytes) continue;
          const text = new TextDecoder().decode(await files.read(path, 0, entry.size));
          const claim = claimIn(JSON.parse(text), document, sha256);
          if (claim !== undefined) return claim;
        } catch (error) {
          if (!(error instanceof DiskProblem || error instanceof SyntaxError)) throw error;
        }
      }
    }
    return undefined;
  }

  /** The route of a document, and those that it may go on to. */
  #routesOf(folder: Folder, { origin, route }: Document): readonly NamedRoute[] {
    const isFirst = sameRoute(route, folder.settings.route);
    return [route, ...(isFirst ? nextRoutes(folder.settings.next) : [])].map((each) => {
      const info = this.#world.ledger.routes.info(origin, each);
      return { route: each, ...defined({ name: info && csvName(info, 1, folder.path) }) };
    });
  }

  #tablesOf(folder: Folder, document: Document): Promise<readonly Table[]> {
    const key = `${folder.id} ${document.origin} ${routeKey(document.route)}`;
    let tables = this.#tables.get(key);
    if (tables === undefined) {
      tables = this.#read(folder, this.#routesOf(folder, document));
      this.#tables.set(key, tables);
      // It is tried again with the next document.
      tables.catch(() => this.#tables.delete(key));
    }
    return tables;
  }

  async #read(folder: Folder, routes: readonly NamedRoute[]): Promise<readonly Table[]> {
    const { files } = this.#world;
    const tables: Table[] = [];
    const columns = routes.flatMap(({ route }) => profileOf(folder.settings, route).columns ?? []);
    const names = new Map(columns.map(({ heading, name }) => [heading, name]));
    for (const entry of await this.#entries(folder, routes)) {
      if (entry.kind !== 'file' || entry.size > maxTableBytes || this.#isKnown(folder, entry)) continue;
      const bytes = await tryDisk(() => files.read(join(folder.path, entry.name), 0, entry.size));
      if (!(bytes instanceof DiskProblem))
        tables.push({ name: firstName(entry.name), rows: sentRowsIn(Buffer.from(bytes), names) });
    }
    return tables;
  }

  /** Whatever may be a table of these routes. All of a large directory is only looked at where their names are not known yet. */
  async #entries(folder: Folder, routes: readonly NamedRoute[]): Promise<readonly Entry[]> {
    const { files } = this.#world;
    if (routes.some(({ name }) => name === undefined)) {
      const all = await tryDisk(() => files.list(folder.path));
      return (all instanceof DiskProblem ? [] : all).filter(({ name }) => /^intray-.*\.csv$/.test(name));
    }
    const entries: Entry[] = [];
    for (const { name = '' } of routes) {
      for (let number = 1, missing = 0; missing < mostMissing; number += 1) {
        const numbered = number === 1 ? name : name.replace(/\.csv$/, ` (${number}).csv`);
        const entry = await tryDisk(() => files.stat(join(folder.path, numbered)));
        if (entry === undefined || entry instanceof DiskProblem) missing += 1;
        else entries.push({ ...entry, name: numbered });
      }
    }
    return entries;
  }

  /** Whether the table is as the ledger knows it: then it knows its documents, too. */
  #isKnown(folder: Folder, { name, size, mtimeMs, ino }: Entry): boolean {
    const known = csvsOf(this.#world.ledger.tables.all(folder.id)).find(({ path }) => path === join(folder.path, name));
    return known?.written !== undefined && sameFacts(known.written, { size, mtimeMs, ino });
  }
}

/** `intray-Invoices (2).csv` is one of the tables that begin with `intray-Invoices.csv`. */
function firstName(table: string): string {
  return table.replace(/ \(\d+\)\.csv$/, '.csv').normalize('NFC');
}

/** `verdict`: that of the classification it came from. */
interface KeptResult extends KeptPart {
  readonly verdict?: KeptPart;
}

/**
 * The result of a document that was dropped from the ledger, from its JSON: where that was written, or beside a copy of its source.
 * Only one that is to the byte as Intray wrote it counts, as the ledger has its hash.
 *
 * @param copy in this folder
 */
export async function findKeptResult(
  { files, ledger }: Pick<World, 'files' | 'ledger'>,
  folder: Folder,
  copy: Document,
  dropped: Document,
): Promise<KeptResult | undefined> {
  const written = ledger.documents.get(dropped.id)?.json;
  if (written === undefined) return undefined;
  const directory = absolutePath(folder, directoryOf(copy.path));
  const beside = [copy, dropped].map(({ path }) => join(directory, jsonName(fileNameOf(path), 1, Number.POSITIVE_INFINITY)));
  for (const path of new Set([written.path, ...beside])) {
    try {
      const entry = await files.stat(path);
      if (entry?.kind !== 'file' || entry.size > maxBytes) continue;
      const bytes = await files.read(path, 0, entry.size);
      if (digest('sha256', bytes) !== written.hash) continue;
      const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
      const kept = resultIn(json, dropped);
      const verdict = dropped.verdict && verdictIn(json, dropped.verdict);
      return kept && { ...kept, ...defined({ verdict }) };
    } catch (error) {
      if (!(error instanceof DiskProblem || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** No table that a person works with is larger. Bytes. */
export const maxTableBytes = 64 * 1024 * 1024;

/** What a row says about a content that was sent: its file at that time, relative to the folder, and the service's ids. */
interface SentRow {
  readonly file: string;
  readonly batchId: string;
  readonly fileId?: string;
  /** People had confirmed or corrected its values. */
  readonly reviewed: boolean;
}

/**
 * The rows of a table of Intray's, by SHA-256; also of one that a person has edited and saved since, as far as it can be read.
 *
 * @param names of columns that have headings of their own, by heading
 */
function sentRowsIn(bytes: Buffer, names: ReadonlyMap<string, string>): ReadonlyMap<string, SentRow> {
  const rows = new Map<string, SentRow>();
  const delimiter = delimiterIn(bytes);
  if (delimiter === undefined) return rows;
  let columns: ReturnType<typeof columnsIn> | undefined;
  const take = (cells: readonly string[]): undefined => {
    if (columns === undefined) {
      columns = columnsIn(cells.map((heading) => names.get(heading) ?? heading));
      return;
    }
    const [sha256, batchId, fileId, file, by] = columns.map((index) => cells[index] ?? '');
    if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256) || !batchId || !file) return;
    rows.set(sha256, { file, batchId, ...(fileId && { fileId }), reviewed: Boolean(by) });
  };
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      on_record: take,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_error: true,
    });
  } catch {
    // What was read before counts.
  }
  return rows;
}

/** Where the columns are that say what was sent. A field of that name comes before ours, which is `intray_sha256` then. */
function columnsIn(headings: readonly string[]): readonly number[] {
  return ['sha256', 'batch_id', 'file_id', 'file', 'reviewed_by'].map((column) => {
    const [longest] = headings
      .filter((name) => name.replace(/^(intray_)*/, '') === column)
      .toSorted((a, b) => b.length - a.length);
    return longest === undefined ? -1 : headings.lastIndexOf(longest);
  });
}

function delimiterIn(bytes: Buffer): string | undefined {
  return /^\u{feff}?"?[^"\r\n,;\t|]*"?([,;\t|])/u.exec(bytes.subarray(0, 1_000).toString())?.[1];
}
