import type { Files } from '../../../electron/engine/ports.ts';
import type { Delivery } from '../../../electron/register/register.ts';

/**
 * Which JSON a machine has written and not told the register of. Another one that has something else to write takes it for a person's,
 * and writes a second one: nobody can tell it from what a person has changed.
 */
export class UntoldOutputs {
  /** By path, the machine. */
  readonly #untold = new Map<string, string>();
  readonly #doubled = new Set<string>();

  /** Whether a source may have two outputs. */
  mayHaveTwo(source: string): boolean {
    return this.#doubled.has(`${source}.json`);
  }

  /** The disk of a machine. */
  noting(files: Files, machine: string): Files {
    return {
      ...files,
      createWhole: async (path, ...rest) => {
        const made = await files.createWhole(path, ...rest);
        if (made !== 'taken') this.#written(path, machine);
        return made;
      },
      replaceWhole: async (path, bytes) => {
        const facts = await files.replaceWhole(path, bytes);
        this.#written(path, machine);
        return facts;
      },
    };
  }

  /**
   * Another machine that tells of a JSON knows the one before.
   * @param folder the inbox's
   */
  told(folder: string, deliveries: readonly Delivery[], machine: string): void {
    for (const { json } of deliveries) {
      const path = `${folder}/${json?.path}`;
      if (this.#untold.get(path) === machine) this.#untold.delete(path);
    }
  }

  #written(path: string, machine: string): void {
    if (!path.endsWith('.json')) return;
    this.#untold.set(path, machine);
    const first = path.replace(/ \(\d+\)\.json$/, '.json');
    const other = this.#untold.get(first);
    if (first !== path && other !== undefined && other !== machine) this.#doubled.add(first);
  }
}
