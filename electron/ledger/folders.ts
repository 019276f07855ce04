import { z } from 'zod';
import type { FolderRecord } from '../core/document/records.ts';
import { rowReader, Table } from './table-base.ts';

const readFolder = rowReader('folders', ['id'], { id: z.number(), path: z.string(), baselineAt: z.number().exactOptional() });

/** Every folder that was ever watched. */
export class Folders extends Table {
  /** The folder with this real path; created on first use. */
  ensure(path: string): FolderRecord {
    return this.byPath(path) ?? { id: this.connection.run('INSERT INTO folders (path) VALUES (?)', path), path };
  }

  get(id: number): FolderRecord | undefined {
    const row = this.connection.get('SELECT * FROM folders WHERE id = ?', id);
    return row === undefined ? undefined : readFolder(row);
  }

  byPath(path: string): FolderRecord | undefined {
    const row = this.connection.get('SELECT * FROM folders WHERE path = ?', path);
    return row === undefined ? undefined : readFolder(row);
  }

  all(): FolderRecord[] {
    return this.connection.all('SELECT * FROM folders ORDER BY id').map(readFolder);
  }

  /** Records that the first scan is complete; undefined: it is to be made again. */
  setBaseline(id: number, at: number | undefined): void {
    this.connection.run('UPDATE folders SET baseline_at = ? WHERE id = ?', at ?? null, id);
  }
}
