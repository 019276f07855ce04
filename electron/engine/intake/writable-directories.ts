import type { Message } from '../../core/messages/message.ts';
import { DiskProblem, type World } from '../ports.ts';

/** How long an answer about a directory is trusted, in milliseconds. */
const writableMs = 30_000;
const unwritableMs = 5_000;

/** Which directories can be written to. Each is tried once for many files. */
export class WritableDirectories {
  readonly #world: Pick<World, 'files' | 'clock'>;
  readonly #known = new Map<string, { readonly until: number; readonly answer: Promise<Message | undefined> }>();

  constructor(world: Pick<World, 'files' | 'clock'>) {
    this.#world = world;
  }

  /** Resolves to why a directory cannot be written to, or undefined. */
  check(directory: string): Promise<Message | undefined> {
    const now = this.#world.clock.now();
    const known = this.#known.get(directory);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = this.#world.files.probeWrite(directory).then(
      () => undefined,
      (problem: unknown) => {
        if (!(problem instanceof DiskProblem)) throw problem;
        this.#known.set(directory, { until: now + unwritableMs, answer });
        return problem.said;
      },
    );
    if (this.#known.size > 1_000) this.#known.clear();
    this.#known.set(directory, { until: now + writableMs, answer });
    return answer;
  }

  forget(): void {
    this.#known.clear();
  }
}
