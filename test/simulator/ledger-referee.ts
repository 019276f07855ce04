import { sameRoute } from '../../electron/core/protocol/route.ts';
import type { LedgerWitness } from '../support/inside/ledger-port.ts';
import { hasResult, inWords, type SeenFile, type Stage } from '../support/seen.ts';
import { valueIn } from './contents.ts';
import { isWithin, sha256 } from './memory-disk.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** How often everything is counted afresh. */
const recountEvery = 25;

const terminal = ['processed', 'needs_review', 'confirmed'] as const;
/** What the service may be found to have, or to have had, of a content. */
const atService = ['sent', 'in doubt', 'queued', 'processing', ...terminal, 'failed'] as const;
const unsent = ['settling', 'waiting', 'blocked', 'held', 'rejected', 'copied'] as const;

/** What a content may become on its route in one step; a content that is known already takes up what there is of it. */
const next: Readonly<Record<Stage, readonly Stage[]>> = {
  settling: [...unsent, ...atService],
  waiting: [...unsent, ...atService],
  blocked: [...unsent, ...atService],
  held: [...unsent, ...atService],
  sent: ['waiting', 'rejected', 'copied', ...atService],
  'in doubt': ['waiting', 'held', 'copied', ...atService],
  queued: ['held', 'copied', ...atService],
  processing: ['held', 'copied', ...atService],
  processed: ['processing', 'waiting', 'copied', ...terminal],
  needs_review: ['processing', 'waiting', 'copied', ...terminal],
  confirmed: ['processing', 'waiting', 'copied', ...terminal],
  copied: ['waiting', ...atService],
  failed: ['processing', 'waiting', 'queued'],
  rejected: ['settling', 'waiting', 'queued'],
};

/** What a log does not tell apart. */
const alike: Partial<Record<Stage, Stage>> = {
  ...{ blocked: 'waiting', held: 'waiting' },
};

type Grounds = Pick<
  SimulatedWorld,
  'belongings' | 'clock' | 'complain' | 'disk' | 'guards' | 'namesStepsLater' | 'seen' | 'starts'
>;

/** Checks what is written down: a file's way is one that makes sense, its log tells it, and the counts balance. */
export class LedgerReferee implements LedgerWitness {
  readonly #grounds: Grounds;
  /** Each file, as it is or is being written down. */
  #files = new Map<number, SeenFile>();
  /** What the current transaction has changed, as it was before. */
  readonly #before = new Map<number, SeenFile | undefined>();
  /** Files whose log has a new line in this transaction. */
  readonly #noted = new Set<number>();
  #transactions = 0;

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
  }

  /** Takes up what the ledger holds: a dying machine may have lost some of it. */
  begin(): void {
    this.#files = new Map(this.#grounds.seen.files().map((file) => [file.id, file]));
  }

  changed(file: SeenFile): void {
    const before = this.#files.get(file.id);
    if (before === undefined) this.#grounds.guards.found(file);
    for (const what of this.#wrong(before, file)) this.#grounds.complain(`#${file.id} ${what}`);
    if (file.isResultDropped && before?.isResultDropped === false) this.#grounds.belongings.resultsDropped.add(file.id);
    if (file.hash !== undefined && before !== undefined && file.earlier.length < before.earlier.length)
      this.#grounds.belongings.takenBack.add(file.hash);
    if (this.#grounds.namesStepsLater) this.#judged(before, file);
    this.#set(file.id, file);
  }

  /** What it is on its route is new. */
  #judged(before: SeenFile | undefined, file: SeenFile): void {
    const { belongings, starts } = this.#grounds;
    if (!hasResult(file.stage)) return;
    // A result that is taken up again, after it was dropped, is the one that it was.
    const isSame = before !== undefined && (said(before) === said(file) || before.isResultDropped || file.isResultDropped);
    const verdict = isSame ? (belongings.judgedIn.get(file.id)?.verdict ?? starts) : starts;
    if (!isSame || (before.isGone && !file.isGone)) belongings.judgedIn.set(file.id, { verdict, came: starts });
  }

  removed(id: number): void {
    const before = this.#files.get(id);
    const mayGo = before !== undefined && !before.isGone && (before.stage === 'settling' || alike[before.stage] === 'waiting');
    if (!mayGo && before?.stage !== 'waiting') this.#grounds.complain(`#${id} was removed as ${before?.stage}`);
    this.#set(id, undefined);
  }

  noted(id: number): void {
    this.#noted.add(id);
  }

  asked(folderId: number): void {
    this.#grounds.guards.asked(folderId);
  }

  ended(how: 'committed' | 'rolled back'): void {
    for (const [id, before] of this.#before) {
      const file = this.#files.get(id);
      if (how === 'rolled back') this.#put(id, before);
      else if (file !== undefined && wordOf(file) !== (before && wordOf(before)) && !this.#noted.has(id))
        this.#grounds.complain(`#${id} went from ${before && inWords(before)} to ${inWords(file)}, and its log does not say so`);
    }
    this.#noted.clear();
    if (this.#before.size === 0) return;
    this.#before.clear();
    this.#transactions += 1;
    if (this.#transactions % recountEvery === 0) this.recount();
  }

  /** What people are told to be found, delivered, failed … is what became of the files. */
  recount(): void {
    const counts: Record<string, number> = { found: this.#files.size };
    for (const file of this.#files.values()) counts[bucketOf(file)] = (counts[bucketOf(file)] ?? 0) + 1;
    for (const [name, count] of Object.entries(this.#grounds.seen.balance())) {
      const own = counts[name] ?? 0;
      if (count !== own) this.#grounds.complain(`the balance is wrong: ${count} are ${name}, and should be ${own}`);
    }
  }

  #wrong(before: SeenFile | undefined, file: SeenFile): string[] {
    const [from, to] = [before && inWords(before), inWords(file)];
    if (before === undefined) return file.stage === 'settling' ? [] : [`began as ${to}`];
    const wrong: string[] = [];
    if (isOfAnother(file)) wrong.push(`has the values of another document: ${JSON.stringify(file.result)}`);
    if (file.isGone && !before.isGone && this.#isHidden(file)) wrong.push('is said to be gone while its folder is away');
    if (file.earlier.length > before.earlier.length) {
      if (!hasResult(before.stage) || !mayGoOnAs(file.stage)) wrong.push(`went on as ${from}, and is ${to}`);
      const { belongings, namesStepsLater, starts } = this.#grounds;
      if (namesStepsLater && (belongings.judgedIn.get(file.id)?.came ?? starts) < starts)
        wrong.push('went on, and nothing but the settings had changed');
    } else if (file.earlier.length < before.earlier.length) {
      if (file.result?.kind !== 'classification' && !before.isResultDropped) wrong.push('is back, and has no verdict');
      const isClassifiedAgain = file.stage === 'processing';
      if ((!hasResult(file.stage) && !isClassifiedAgain) || file.isGone !== before.isGone)
        wrong.push(`is back as ${to}, and was ${from}`);
    } else if (!isStep(before, file)) wrong.push(`went from ${from} to ${to}, which is no step`);
    if (file.isResultDropped && !before.isResultDropped && file.route.id === before.route.id && hasResult(before.stage))
      wrong.push(...this.#wronglyDropped(before));
    return wrong;
  }

  #wronglyDropped({ asksForReview, hash = '', id, isGone, outputs, route }: SeenFile): string[] {
    const { seen } = this.#grounds;
    const files = seen.jobs(hash).flatMap((job) => (sameRoute(job.route, route) ? job.files : []));
    const others = files.flatMap((other) => (other === id ? [] : (seen.file(other)?.outputs ?? [])));
    const isOwed = others.includes('due');
    // Where a file has gone before all was written for it, a copy may have been delivered since.
    const isDelivered = outputs === 'done' || (isGone && others.includes('done'));
    return [
      ...(isDelivered ? [] : ['its result was dropped before it was delivered']),
      ...(asksForReview ? ['its result was dropped while a person is asked about it'] : []),
      ...(isOwed ? ['its result was dropped while a copy waits for it'] : []),
    ];
  }

  /**
   * Whether a file is on a share that has been away for long enough that everybody could know. One that a person had
   * removed or replaced before is gone whether or not the share is there.
   */
  #isHidden({ facts, folder, hash }: SeenFile): boolean {
    const { clock, disk } = this.#grounds;
    const { away } = disk;
    if (away === undefined || away.leaves === 'other' || away.path !== folder) return false;
    if (clock.elapsed - away.since <= 1_000) return false;
    return disk.paths().some((path) => {
      const file = isWithin(path, away.path) ? disk.file(path) : undefined;
      return file?.ino === facts.ino && (hash === undefined || hash === sha256(file.bytes));
    });
  }

  #set(id: number, file: SeenFile | undefined): void {
    if (!this.#before.has(id)) this.#before.set(id, this.#files.get(id));
    this.#put(id, file);
  }

  #put(id: number, file: SeenFile | undefined): void {
    if (file === undefined) this.#files.delete(id);
    else this.#files.set(id, file);
  }
}

/** Its verdict, to be compared. */
function said({ result, review, route, stage }: SeenFile): string {
  return JSON.stringify([result, review, route, stage]);
}

/** What the service has found in a content says whose it is; of a category that a person has chosen, nobody has given a reason. */
function isOfAnother({ hash = '', result }: SeenFile): boolean {
  const found = result?.kind === 'classification' ? result.reasoning : result?.values.value;
  return typeof found === 'string' && !found.startsWith(valueIn(hash));
}

/** What goes on to another route was taken in long ago. */
function mayGoOnAs(stage: Stage): boolean {
  return stage !== 'settling' && stage !== 'blocked';
}

function isStep(from: SeenFile, to: SeenFile): boolean {
  if (from.stage === to.stage || next[from.stage].includes(to.stage)) return true;
  // Its content is back: nothing of it was sent, or its result was dropped before anything was written for this file.
  return from.isGone && !to.isGone && (to.stage === 'settling' || (to.stage === 'held' && to.isResultDropped));
}

function wordOf({ isGone, stage }: SeenFile): string {
  return isGone ? 'gone' : (alike[stage] ?? stage);
}

function bucketOf({ isGone, outputs, stage }: SeenFile): string {
  if (isGone) return 'gone';
  if (hasResult(stage)) return outputs !== 'done' ? 'moving' : stage === 'copied' ? 'duplicate' : 'delivered';
  return stage === 'failed' || stage === 'rejected' ? stage : 'moving';
}
