import type { PolledFile } from '../../electron/core/poll/poll-outcome.ts';
import { type Route, routeKey, sameRoute } from '../../electron/core/protocol/route.ts';
import { hasResult, type Stage } from '../support/seen.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** A request may be whole before the answer is written down (ms). */
const graceMs = 1_000;

/** Intray has been told a result. */
interface Answer {
  readonly at: number;
  /** How often the process had been started, and how often something had failed unexpectedly: it may have been lost since. */
  readonly starts: number;
  readonly faults: number;
  /** How often a person had it sent again by then. */
  readonly asked: number;
}

type Surroundings = Pick<SimulatedWorld, 'belongings' | 'clock' | 'complain' | 'faults' | 'plan' | 'seen' | 'service' | 'starts'>;

/** Checks that nothing is sent in a try that nobody asked for: the answer to the one before may come late, and is the answer. */
export class AnswerReferee {
  readonly #world: Surroundings;
  /** By route and content. */
  readonly #answers = new Map<string, Answer>();

  constructor(world: Surroundings) {
    this.#world = world;
  }

  /** Intray learns of the files of a batch. */
  answered(route: Route, batch: string, files: readonly PolledFile[]): void {
    const { belongings, clock, faults, plan, seen, service, starts } = this.#world;
    // Nobody can tell whose they are.
    if (plan.confusion > 0 || service.renames) return;
    for (const file of files.filter(isDone)) {
      const hash = service.taken.find((taking) => taking.batchId === batch && taking.fileId === file.id)?.hash ?? '';
      const job = seen.jobs(hash).find((each) => sameRoute(each.route, route));
      if (job?.batch !== batch || job.fileId !== file.id) continue;
      const asked = belongings.timesSentAgain(routeKey(route), hash);
      this.#answers.set(`${routeKey(route)} ${hash}`, { at: clock.elapsed, starts, faults, asked });
    }
  }

  /** A request with these contents is whole. */
  sent(route: Route, hashes: readonly string[]): void {
    const { belongings, clock, faults, starts } = this.#world;
    for (const hash of hashes) {
      const answer = this.#answers.get(`${routeKey(route)} ${hash}`);
      const isUndisturbed = answer?.starts === starts && answer.faults === faults;
      if (answer === undefined || !isUndisturbed || clock.elapsed - answer.at < graceMs) continue;
      if (belongings.timesSentAgain(routeKey(route), hash) === answer.asked)
        this.#world.complain(`content ${hash.slice(0, 8)} was sent once more, although its answer had come`);
    }
  }
}

function isDone(file: PolledFile): boolean {
  return file.result !== undefined && file.status !== 'copied' && hasResult(file.status as Stage);
}
