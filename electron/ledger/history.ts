import { z } from 'zod';
import type { HistoryEntry } from '../core/document/records.ts';
import { foreign, type Message, messageSchema } from '../core/messages/message.ts';
import { numberColumn, parseRow, Table, withoutNulls } from './columns.ts';
import { Samples } from './samples.ts';

const rowShape = z.object({ at: z.number(), event: z.string(), note: z.string().nullable() });

/** Nearly every document has one, which names the paths of its outputs. */
const packedEvent = 'delivered';

/** What happened to each document. Entries are never changed. */
export class History extends Table {
  readonly #samples = new Samples(this.connection);

  add({ documentId, at, event, note }: HistoryEntry): void {
    const text = note === undefined ? null : noteText(note);
    const sql = `INSERT INTO history (document_id, position, at, event, note, sample, packed)
      VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM history WHERE document_id = ?1), ?2, ?3, ?4, ?5, ?6)`;
    this.connection.writing('history', () => {
      const isPacked = event === packedEvent && text !== null;
      const packed = isPacked ? this.#samples.pack(`note of ${event}`, text) : undefined;
      const columns = [isPacked ? null : text, packed?.sample ?? null, packed?.packed ?? null];
      this.connection.run(sql, documentId, at, event, ...columns);
    });
  }

  /**
   * Ids of the documents of which one of these was noted, newest first; not for `delivered`, whose notes are packed. No index helps:
   * for a person's question, not for the engine's work.
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
      const keys = ['document_id', 'position'];
      const read = { ...row, note: this.#samples.textOf('history', keys, row, 'note') };
      const { at, event, note } = parseRow(rowShape, 'history', keys, read);
      return withoutNulls({ documentId, at, event, note: note === null ? null : noteOf(note) });
    });
  }
}

/** A text that came from elsewhere is stored as it is, as every note was by older versions; any other message as JSON. */
function noteText(note: Message): string {
  const { text } = note.values;
  return note.code === 'common.foreign' && typeof text === 'string' && !text.startsWith('{"code":') ? text : JSON.stringify(note);
}

function noteOf(text: string): Message {
  if (!text.startsWith('{"code":')) return foreign(text);
  try {
    return messageSchema.parse(JSON.parse(text));
  } catch {
    // An older version kept a text of the service that only looks like a message.
    return foreign(text);
  }
}
