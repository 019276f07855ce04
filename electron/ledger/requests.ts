import { z } from 'zod';
import { type CallAct, callActSchema, type PersonAct, personActSchema } from '../core/review/person-act.ts';
import { json, rowReader, Table } from './table-base.ts';

const members = { id: z.number(), documentId: z.number(), by: z.string() };
const readQuick = rowReader('requests', ['id'], { ...members, act: json(personActSchema) });
const readCall = rowReader('requests', ['id'], { ...members, act: json(callActSchema) });

/** What a person, `by`, wants of a document. */
export interface PersonRequest<Act = PersonAct | CallAct> {
  readonly documentId: number;
  readonly act: Act;
  readonly by: string;
}

const calls = "document_id IS NOT NULL AND kind IN ('set-category', 'classify-again')";
const quick = "document_id IS NOT NULL AND kind NOT IN ('set-category', 'classify-again')";

/** What is asked of documents, and waits for the engine. Another process can add it while that runs. For files: `files.ts`. */
export class Requests extends Table {
  add({ documentId, act, by }: PersonRequest): void {
    this.insert('requests', { document_id: documentId, kind: act.kind, act: JSON.stringify(act), by });
  }

  /** Whether any of those that are done at once are there. */
  areWaiting(): boolean {
    return this.connection.get(`SELECT id FROM requests INDEXED BY requests_of_documents WHERE ${quick} LIMIT 1`) !== undefined;
  }

  /** Removes and returns the requests that are done at once, in the order they came; in the transaction of what comes of them. */
  take(): PersonRequest<PersonAct>[] {
    return this.connection.transaction(() => {
      const rows = this.connection.all(`SELECT * FROM requests WHERE ${quick} ORDER BY id`);
      this.connection.run(`DELETE FROM requests WHERE ${quick}`);
      return rows.map(readQuick);
    });
  }

  /** Those that the service has to be asked for, in the order they came. They stay until they are removed. */
  calls(): (PersonRequest<CallAct> & { readonly id: number })[] {
    return this.connection.all(`SELECT * FROM requests WHERE ${calls} ORDER BY id`).map(readCall);
  }

  remove(id: number): void {
    this.connection.run('DELETE FROM requests WHERE id = ?', id);
  }
}
