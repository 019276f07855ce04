import type { Document } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { routeKey } from '../../core/protocol/route.ts';
import type { FileKey, Lease, Register, RegisterAnswer } from '../../register/register.ts';
import { orProblem } from '../deliver/delivery-target.ts';
import { toBeWritten } from '../loop/copies.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import { absolutePath, type Folder } from '../loop/folder.ts';
import type { World } from '../ports.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { below, eachOnce, fileKeyOf, nameOf, sharedJson } from './shared-names.ts';
import type { IntendedTable, IntendedWrite } from './sharing.ts';

interface IntentsContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'together'>;
  readonly register: Pick<Register, 'unfinished'>;
  readonly keeper: LeaseKeeper;
}

/**
 * What a machine that writes to an inbox tells the register before it writes. Should it not live to tell what it wrote, the next one
 * writes that anew, and knows what is on the disk for Intray's own.
 */
export class Intents {
  readonly #context: IntentsContext;
  /** By document, under which names the register was told of it since it was last told what was written. */
  readonly #names = new Map<number, Map<string, FileKey>>();

  constructor(context: IntentsContext) {
    this.#context = context;
  }

  tell(
    lease: Lease,
    folder: Folder,
    inbox: string,
    writes: readonly IntendedWrite[],
    tables: readonly IntendedTable[],
  ): Promise<RegisterAnswer<void>> {
    // It may be carried out although no answer comes.
    for (const { document } of writes) {
      const key = fileKeyOf(document);
      const names = this.#names.get(document.id) ?? new Map<string, FileKey>();
      this.#names.set(document.id, names.set(nameOf(key), key));
    }
    const intents = writes.map(({ document, json }) => {
      const shared = json && { ...sharedJson(folder, json), ...given({ previous: json.previous }) };
      return { ...fileKeyOf(document), ...given({ json: shared }) };
    });
    const begun = tables.map(({ route, path }) => ({ route: routeKey(route), path: below(folder, path) }));
    return this.#context.keeper.checked(lease.intend(inbox, eachOnce(intents), begun));
  }

  /** Under which other names these were intended: they were filed away or renamed since. */
  otherNames(documents: readonly Document[]): readonly FileKey[] {
    const names = documents.flatMap((document) => {
      const intended = [...(this.#names.get(document.id)?.values() ?? [])];
      return intended.filter((key) => nameOf(key) !== nameOf(fileKeyOf(document)));
    });
    return eachOnce(names);
  }

  /** The register knows what was written for it. */
  ended(documentId: number): void {
    this.#names.delete(documentId);
  }

  /**
   * What was begun in an inbox under an earlier lease, and not told of, is written anew, even if nothing seems to be left to do. What
   * was begun for files that are not there any more is forgotten.
   * @returns false if the register does not answer
   */
  async takeUp(lease: Lease, folder: Folder, inbox: string): Promise<boolean> {
    const { keeper, register } = this.#context;
    for (let after: FileKey | undefined; ; ) {
      const found = await keeper.checked(register.unfinished(inbox, after));
      if (!found.ok) return false;
      const gone = await this.#takeUpThese(folder, found.value);
      if (gone.length > 0 && !(await keeper.checked(lease.deliver(inbox, [], [], gone))).ok) return false;
      after = found.value.at(-1);
      if (after === undefined) return true;
      if ((await keeper.keep()) === 'problem') return false;
    }
  }

  /** @returns those that are not there any more */
  async #takeUpThese(folder: Folder, files: readonly FileKey[]): Promise<readonly FileKey[]> {
    const { world, writer } = this.#context;
    const { clock, ledger } = world;
    const there = files.map((file) => {
      const documents = ledger.documents.inFolderWithContent(folder.id, file.sha256);
      return { file, documents: documents.filter((document) => nameOf(fileKeyOf(document)) === nameOf(file)) };
    });
    writer.together(() => {
      for (const document of there.flatMap(({ documents }) => documents)) {
        const { id, delivery, droppedAt, state } = document;
        const isWritten = delivery.kind === 'done' || delivery.kind === 'written';
        if (isWritten && droppedAt === undefined && state.kind !== 'gone') writer.amend(id, toBeWritten(document, clock.now()));
      }
    });
    const gone: FileKey[] = [];
    for (const { file, documents } of there) {
      // As the disk spells it, where the ledger knows that.
      const names = new Set([file.path, ...documents.map(({ path }) => path)]);
      const entries = await Promise.all([...names].map((name) => orProblem(() => world.files.stat(absolutePath(folder, name)))));
      if (entries.every((entry) => entry === undefined)) gone.push(file);
    }
    return gone;
  }
}
