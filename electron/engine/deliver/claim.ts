import { join } from 'node:path';
import { nextRoutes } from '../../core/config/next-step.ts';
import { type Document, directoryOf, fileNameOf, sameFacts } from '../../core/document/document.ts';
import { type Claim, claimIn } from '../../core/intake/claim.ts';
import { given } from '../../core/plain-data.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import { absolutePath, type Folder } from '../loop/folder.ts';
import { DiskProblem, type Entry, type World } from '../ports.ts';
import { csvName, jsonName } from './names.ts';
import { maxTableBytes, type SentRow, sentRowsIn } from './table-on-disk.ts';

/** A result may have `(2)` in its name where a person's file had the first one. */
const maxAttempts = 3;
/** A larger JSON is not read. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** The table's name without its number, and what it says of each content, by SHA-256. */
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
  /** Tables are read once, by folder: what is added to them later is of documents that the ledger knows. */
  readonly #tables = new Map<number, Promise<readonly Table[]>>();

  constructor(world: Pick<World, 'files' | 'ledger'>) {
    this.#world = world;
  }

  async find(folder: Folder, document: Document, sha256: string): Promise<Claim | undefined> {
    return (await this.#inJson(folder, document, sha256)) ?? (await this.#inTable(folder, document, sha256));
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

  async #inTable(folder: Folder, document: Document, sha256: string): Promise<Claim | undefined> {
    let tables = this.#tables.get(folder.id);
    if (tables === undefined) {
      tables = this.#read(folder);
      this.#tables.set(folder.id, tables);
    }
    const found = (await tables).flatMap(({ name, rows }) => {
      const row = rows.get(sha256);
      const route = row && this.#routeOf(folder, document, name);
      return row === undefined || route === undefined ? [] : [{ ...row, fileName: fileNameOf(row.file), route }];
    });
    const own = found.findLast(({ route }) => sameRoute(route, document.route));
    const later = found.findLast(({ route }) => !sameRoute(route, document.route));
    if (later === undefined) return own;
    const { route } = later;
    return { ...later, later: { route, ...given({ batchId: own?.batchId, fileId: own?.fileId }) } };
  }

  /** A row does not say its route, but its table has the route's name. Where that is not known yet the service is asked all the same. */
  #routeOf(folder: Folder, { origin, route }: Document, name: string): Route | undefined {
    const isFirst = sameRoute(route, folder.settings.route);
    const routes = [route, ...(isFirst ? nextRoutes(folder.settings.next) : [])];
    const named = routes.map((each) => {
      const info = this.#world.ledger.routes.info(origin, each);
      return info && nameOf(csvName(info, 1, folder.path));
    });
    const index = named.includes(name) ? named.indexOf(name) : named.indexOf(undefined);
    return routes[index];
  }

  async #read(folder: Folder): Promise<readonly Table[]> {
    const { files } = this.#world;
    const tables: Table[] = [];
    try {
      for (const entry of await files.list(folder.path)) {
        if (!/^intray-.*\.csv$/.test(entry.name) || entry.kind !== 'file' || entry.size > maxTableBytes) continue;
        if (this.#isKnown(folder, entry)) continue;
        const bytes = await files.read(join(folder.path, entry.name), 0, entry.size);
        tables.push({ name: nameOf(entry.name), rows: sentRowsIn(Buffer.from(bytes)) });
      }
    } catch (error) {
      if (!(error instanceof DiskProblem)) throw error;
      // It is asked again about the next document.
      this.#tables.delete(folder.id);
    }
    return tables;
  }

  /** Whether the table is as the ledger knows it: then it knows its documents, too. */
  #isKnown(folder: Folder, { name, size, mtimeMs, ino }: Entry): boolean {
    const known = this.#world.ledger.csv.all(folder.id).find(({ path }) => path === join(folder.path, name));
    return known?.facts !== undefined && sameFacts(known.facts, { size, mtimeMs, ino });
  }
}

function nameOf(file: string): string {
  return file.replace(/( \(\d+\))?\.csv$/, '').normalize('NFC');
}
