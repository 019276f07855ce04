import { z } from 'zod';
import type { HistoryEntry } from '../core/document/records.ts';
import { foreign, type Message, messageSchema } from '../core/messages/message.ts';
import { numberColumn, parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Deferred } from './connection.ts';

const rowShape = z.object({ at: z.number(), event: z.string(), note: z.string().nullable() });

/** What happened to each document. Entries are never changed, and those of a transaction are written together. */
export class History extends Table implements Deferred {
  readonly table = 'history';
  #lines: (readonly [documentId: number, order: number, at: number, event: string, note: string | null])[] = [];

  constructor(connection: Connection) {
    super(connection);
    connection.defer(this);
  }

  add({ documentId, at, event, note }: HistoryEntry): void {
    const text = note === undefined ? null : noteText(note);
    this.connection.transaction(() =>
      this.connection.writing('history', () => {
        this.connection.willWrite();
        this.#lines.push([documentId, this.#lines.length + 1, at, event, text]);
      }),
    );
  }

  forget(): void {
    this.#lines = [];
  }

  write(): void {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    this.connection.run(
      `INSERT INTO history (document_id, position, at, event, note)
        SELECT j.value ->> 0,
          (SELECT coalesce(max(h.position), 0) FROM history h WHERE h.document_id = j.value ->> 0) + (j.value ->> 1),
          j.value ->> 2, j.value ->> 3, j.value ->> 4
        FROM json_each(?) j`,
      JSON.stringify(lines),
    );
  }

  /**
   * Ids of the documents of which one of these was noted, newest first. No index helps: for a person's question, not for the engine's
   * work.
   */
  whereNoted(event: string, notes: readonly Message[]): number[] {
    const texts = notes.map(noteText);
    const anyText = texts.map(() => '?').join(', ');
    return this.connection
      .all(
        `SELECT DISTINCT document_id FROM history WHERE event = ? AND note IN (${anyText}) ORDER BY document_id DESC`,
        event,
        ...texts,
      )
      .map((row) => numberColumn.parse(row.document_id));
  }

  /** Oldest first; entries of the same moment in the order in which they were written. */
  of(documentId: number): HistoryEntry[] {
    return this.connection.all('SELECT * FROM history WHERE document_id = ? ORDER BY at, position', documentId).map((row) => {
      const { at, event, note } = parseRow(rowShape, 'history', ['document_id', 'position'], row);
      return withoutNulls({ documentId, at, event, note: note === null ? null : noteOf(note) });
    });
  }
}

/** A text that came from elsewhere is stored as it is; any other message as JSON. */
function noteText(note: Message): string {
  const { text } = note.values;
  return note.code === 'common.foreign' && typeof text === 'string' && !text.startsWith('{"code":') ? text : JSON.stringify(note);
}

function noteOf(text: string): Message {
  if (!text.startsWith('{"code":')) return foreign(text);
  try {
    return messageSchema.parse(JSON.parse(text));
  } catch {
    return foreign(text);
  }
}
