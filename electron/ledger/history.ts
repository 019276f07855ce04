import { z } from 'zod';
import type { HistoryEntry } from '../core/document/records.ts';
import { type Message, messageSchema } from '../core/messages/message.ts';
import { json, numberColumn, parseRow, Table } from './columns.ts';

const lineShape = z.union([
  z.tuple([z.number(), z.number(), z.string()]),
  z.tuple([z.number(), z.number(), z.string(), messageSchema]),
]);
const lines = z.string().transform((text) => `[${text.trimEnd().replaceAll('\n', ',')}]`);
const rowShape = z.object({ log: lines.pipe(json(z.array(lineShape))) });

/** A line of a document's log, as its column `log` has them, one after the other. */
export function logLine(seq: number, at: number, event: string, note?: Message): string {
  return `${JSON.stringify([seq, at, event, ...(note === undefined ? [] : [note])])}\n`;
}

/** What happened to each document. Lines are never changed; each is written with what it tells (`Documents.note`). */
export class History extends Table {
  /** Ids of the documents of which this was noted, newest first. No index helps: for a person's question, not for the engine's work. */
  whereNoted(event: string, note: Message): number[] {
    const sql = 'SELECT id FROM documents WHERE instr(log, ?) > 0 ORDER BY id DESC';
    const rows = this.connection.all(sql, `,${JSON.stringify(event)},${JSON.stringify(note)}]\n`);
    return rows.map((row) => numberColumn.parse(row.id));
  }

  /** Oldest first; entries of the same moment in the order in which they were written. */
  of(documentId: number): HistoryEntry[] {
    const row = this.connection.get('SELECT id, log FROM documents WHERE id = ?', documentId);
    const { log } = row === undefined ? { log: [] } : parseRow(rowShape, 'documents', ['id'], row);
    const entries = log.map(([, at, event, note]) => ({ documentId, at, event, ...(note !== undefined && { note }) }));
    return entries.sort((one, other) => one.at - other.at);
  }
}
