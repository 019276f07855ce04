import type { Route } from '../../electron/core/protocol/route.ts';
import { assertNever } from '../../electron/core/result.ts';
import { plainName } from '../../electron/core/upload/answer-map.ts';
import type { Dice } from './random.ts';

/** A file as an answer shows it. */
interface Shown {
  readonly id: string;
  readonly fileName: string;
}

/**
 * What the service gets wrong about one batch, in the answer to its upload or in those to polls. One thing each: ids or names stay
 * true, so that whoever compares them never takes one document's values for another's.
 */
const inExtractions = [
  'upload: ids crossed',
  'upload: one id for two',
  'upload: another batch',
  'polls: other ids',
  'polls: ids crossed',
  'polls: names crossed',
  'polls: one id for two',
  'polls: one name for two',
  'polls: a foreign file',
  'polls: a foreign file instead',
] as const;
/** Only polls tell the ids here, and calls are made by them. */
const inClassifications = [
  'upload: another batch',
  'polls: one name for two',
  'polls: a foreign file',
  'polls: a foreign file instead',
] as const;

type Mistake = (typeof inExtractions)[number];

/** Confuses ids, names and batches at random. */
export class Confusion {
  /** The batches that it is about: as they are, and as an upload was told. */
  readonly batches = new Set<string>();
  readonly #dice: Dice;
  readonly #chance: number;
  readonly #mistakes = new Map<string, Mistake>();
  /** The ids of batches of a route, of which Intray was told. */
  readonly #told = new Map<string, string[]>();
  /** It is over for polls; what was said once stays said. */
  isOver = false;

  /** @param chance of a batch */
  constructor(dice: Dice, chance: number) {
    this.#dice = dice;
    this.#chance = chance;
  }

  /** @returns the batch and the files that the answer to an upload names */
  uploaded<File extends Shown>(
    route: Route,
    batchId: string,
    files: readonly File[],
    namesOf: (batchId: string) => readonly string[],
  ): { batchId: string; files: readonly File[] } {
    const told = this.#told.get(route.id) ?? [];
    if (!this.#dice.chance(this.#chance)) {
      this.#told.set(route.id, [...told, batchId]);
      return { batchId, files };
    }
    const mistake = this.#dice.pick<Mistake>(route.kind === 'extraction' ? inExtractions : inClassifications);
    this.#mistakes.set(batchId, mistake);
    this.batches.add(batchId);
    // Where no ids are told, two of one name in two batches are one.
    const others = route.kind === 'extraction' ? told : told.filter((id) => areApart(namesOf(id), namesOf(batchId)));
    const other = mistake === 'upload: another batch' && others.length > 0 ? this.#dice.pick(others) : batchId;
    this.batches.add(other);
    if (other === batchId) this.#told.set(route.id, [...told, batchId]);
    if (mistake === 'upload: ids crossed') return { batchId, files: crossed(files, 'id') };
    if (mistake === 'upload: one id for two') return { batchId, files: copied(files, 'id') };
    return { batchId: other, files };
  }

  /**
   * @param filesOf the files of another batch of the route, as a poll of it shows them
   * @returns the files that the answer to a poll lists
   */
  polled<File extends Shown>(
    route: Route,
    batchId: string,
    files: readonly File[],
    filesOf: (batchId: string) => readonly File[],
    namesOf: (batchId: string) => readonly string[],
  ): readonly File[] {
    const mistake = this.#mistakes.get(batchId);
    if (this.isOver || mistake === undefined || this.#dice.chance(0.2)) return files;
    switch (mistake) {
      case 'polls: other ids':
        return files.map((file) => ({ ...file, id: `${file.id}-anew` }));
      case 'polls: ids crossed':
        return crossed(files, 'id');
      case 'polls: names crossed':
        return crossed(files, 'fileName');
      case 'polls: one id for two':
        return copied(files, 'id');
      case 'polls: one name for two':
        return copied(files, 'fileName');
      case 'polls: a foreign file':
      case 'polls: a foreign file instead': {
        const others = (this.#told.get(route.id) ?? []).filter((id) => id !== batchId);
        const foreign = others.length === 0 ? [] : filesOf(this.#dice.pick(others));
        // Nobody could tell one from the other by its name.
        const file = foreign.find(({ fileName }) => areApart([fileName], namesOf(batchId)));
        if (file === undefined) return files;
        return [...(mistake === 'polls: a foreign file' ? files : files.slice(1)), file];
      }
      case 'upload: ids crossed':
      case 'upload: one id for two':
      case 'upload: another batch':
        return files;
      default:
        return assertNever(mistake);
    }
  }
}

function areApart(some: readonly string[], others: readonly string[]): boolean {
  const names = new Set(some.map(plainName));
  return others.every((name) => !names.has(plainName(name)));
}

/** Each has what the next one has. */
function crossed<File extends Shown>(files: readonly File[], member: 'id' | 'fileName'): readonly File[] {
  return files.map((file, index) => ({ ...file, [member]: files[(index + 1) % files.length]?.[member] ?? file[member] }));
}

/** The second has what the first one has. */
function copied<File extends Shown>(files: readonly File[], member: 'id' | 'fileName'): readonly File[] {
  return files.map((file, index) => (index === 1 ? { ...file, [member]: files[0]?.[member] ?? file[member] } : file));
}
