import { redo, setCategory } from './category-deeds.ts';
import { actOnDocuments, thinkAgain } from './document-deeds.ts';
import { answer, lookNow, meddle } from './person-deeds.ts';
import type { Actor } from './simulated-world.ts';
import { away, troubles } from './troubles.ts';

/** People act in this first part of the time of trouble. */
const deedsShare = 0.6;

/** The actors of a run, each with its own dice. */
export interface Cast {
  readonly people: Actor;
  readonly trouble: Actor;
  /** Somebody who changes their mind about a document while it is being sent. */
  readonly restless: Actor;
}

/** What happens in a run besides what Intray does: people's deeds, and troubles that come and go. */
export class Happenings {
  readonly #cast: Cast;
  /** Ends the current troubles. */
  readonly #ends = new Set<() => void>();

  constructor(cast: Cast) {
    this.#cast = cast;
  }

  begin(): void {
    const { people, trouble } = this.#cast;
    const { plan, clock } = people;
    for (let deed = 0; deed < plan.deeds; deed += 1) {
      const act = people.dice.chance(plan.meddling) ? meddle : actOnDocuments;
      clock.after(people.dice.whole(0, plan.troubleMs * deedsShare), () => act(people), this);
    }
    for (let time = 0; time < (plan.verdicts ?? 0); time += 1) {
      const judge = people.dice.chance(0.65) ? setCategory : redo;
      clock.after(people.dice.whole(0, plan.troubleMs), () => judge(people), this);
    }
    for (const name of plan.troubles) {
      const begins = trouble.dice.whole(0, plan.troubleMs * 0.7);
      const lasts = trouble.dice.whole(...plan.lasting);
      clock.after(begins, () => this.#afflict(troubles[name](trouble), lasts), this);
    }
  }

  /** The share of the first folder is not mounted yet, nor perhaps when Intray starts. */
  mountLater(): void {
    const { trouble } = this.#cast;
    const [first] = trouble.plan.folders;
    this.#afflict(away(trouble, 'empty', 'the share is not mounted yet', first?.path), trouble.dice.whole(1_000, 40_000));
  }

  #afflict(end: (() => void) | undefined, lasts: number): void {
    if (end === undefined) return;
    this.#ends.add(end);
    const ends = () => {
      if (this.#ends.delete(end)) end();
    };
    this.#cast.trouble.clock.after(lasts, ends, this);
  }

  /** A file is about to be sent. */
  sending(path: string): void {
    const { restless } = this.#cast;
    const { dice, plan, clock } = restless;
    if (clock.elapsed > plan.troubleMs * deedsShare || !dice.chance(plan.restlessness)) return;
    clock.after(dice.whole(0, 300), () => thinkAgain(restless, path), this);
  }

  /** Ends all trouble for good. */
  end(): void {
    const { people } = this.#cast;
    people.say('no more trouble');
    for (const end of this.#ends) end();
    this.#ends.clear();
    people.belongings.othersSince.clear();
    people.service.weather.clear();
    people.service.confusion.isOver = true;
    if (!people.plan.helped) return;
    answer(people);
    lookNow(people);
  }
}
