import type { Hook } from '../../electron/core/config/hooks.ts';
import { type HookName, hookOf } from '../../electron/core/config/hooks.ts';
import { sameJson } from '../../electron/core/plain-data.ts';
import type { HookTold } from '../support/inside/engine.ts';
import type { LedgerWitness } from '../support/inside/ledger-port.ts';
import { hasResult, nameOfFile, type SeenEvent, type SeenFile, type SeenFolder } from '../support/seen.ts';
import type { Process } from './process.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** What is told, as far as it is looked at here. */
interface Told {
  readonly id: string;
  readonly event: HookName;
  readonly revision: number;
  readonly folder: string;
  readonly document: { readonly id: number; readonly file: string } | null;
  readonly json?: string | null;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly question?: { readonly since: string };
}

type Surroundings = Pick<SimulatedWorld, 'clock' | 'complain' | 'disk' | 'plan' | 'say' | 'seen'>;

/**
 * Checks that what becomes of documents is told: each time, in the transaction in which it happens; with one id and one text
 * however often; a document's in their order; few at once; and that the last that was told of a document is so.
 */
export class HookReferee implements LedgerWitness {
  readonly #world: Surroundings;
  #known = new Map<number, SeenFile>();
  /** What the current transaction has changed, as it was before. */
  readonly #before = new Map<number, SeenFile | undefined>();
  /** Ids of the events that had to be written. */
  readonly #owed = new Map<string, string>();
  readonly #bodies = new Map<string, string>();
  readonly #taken = new Map<string, Told>();
  readonly #underWay = new Map<Process, number>();

  constructor(world: Surroundings) {
    this.#world = world;
  }

  /** How many events somebody has taken. */
  get heard(): number {
    return this.#taken.size;
  }

  /** A dying machine may have lost something: what was written down and was not on the disk yet comes again, with another event. */
  begin(): void {
    const { seen } = this.#world;
    this.#known = new Map(seen.files().map((file) => [file.id, file]));
    const there = new Set(seen.events().map(({ id }) => id));
    for (const id of this.#owed.keys()) if (!there.has(id) && !this.#taken.has(id)) this.#owed.delete(id);
  }

  changed(file: SeenFile): void {
    this.#note(file.id, file);
  }

  removed(id: number): void {
    this.#note(id, undefined);
  }

  noted(): void {}

  asked(): void {}

  ended(how: 'committed' | 'rolled back'): void {
    const changes = [...this.#before];
    this.#before.clear();
    for (const [id, before] of changes) {
      const after = this.#known.get(id);
      if (how === 'committed' && after !== undefined && this.#world.plan.hooks !== undefined) this.#owe(before, after);
      else if (how === 'rolled back' && before === undefined) this.#known.delete(id);
      else if (how === 'rolled back' && before !== undefined) this.#known.set(id, before);
    }
  }

  /** A hook is told of an event. @returns to be called when it is done */
  begins(process: Process, hook: Hook, { id, body }: HookTold): () => void {
    const { plan, seen } = this.#world;
    const complain = (what: string) => this.#world.complain(what);
    const told = JSON.parse(body) as Told;
    const before = this.#bodies.get(id);
    if (before !== undefined && before !== body) complain(`the event ${id} says something else than before`);
    this.#bodies.set(id, body);
    if (told.id !== id) complain(`the event ${id} says that it is ${told.id}`);
    if (!sameJson(hook, plan.hooks && hookOf(plan.hooks, told.folder, told.event)))
      complain(`${told.event} of ${told.folder} was told to another hook`);
    const earlier = seen.events(['pending']).find(({ id: other, file, folder, revision }) => {
      const isSame = file === (told.document?.id ?? 0) && folder === told.folder;
      return isSame && revision < told.revision && other !== id;
    });
    if (earlier !== undefined) complain(`${told.event} (${id}) was told before ${earlier.name} (${earlier.id})`);
    const count = (this.#underWay.get(process) ?? 0) + 1;
    this.#underWay.set(process, count);
    if (count > (plan.hooks?.atOnce ?? 0)) complain(`${count} hooks were told at once`);
    return () => this.#underWay.set(process, (this.#underWay.get(process) ?? 1) - 1);
  }

  taken({ id, body }: HookTold): void {
    const told = JSON.parse(body) as Told;
    if (!this.#taken.has(id))
      this.#world.say(`told: ${told.event} ${told.document?.file ?? told.folder}, revision ${told.revision}`);
    this.#taken.set(id, told);
  }

  /** Whether something is still to be told. */
  get isPending(): boolean {
    return this.#world.plan.hooks !== undefined && this.#world.seen.events(['pending']).length > 0;
  }

  atTheEnd(): string[] {
    const { clock, plan, seen } = this.#world;
    const events = seen.events();
    if (plan.hooks === undefined)
      return events.some(({ state }) => state !== 'done') ? ['something is to be told, and nobody wants to hear it'] : [];
    const givenUp = events.filter(({ state }) => state === 'given-up').length;
    // After many refusals hours may pass before the next try, where nobody asks for it.
    const pending = events.filter(({ nextAt, state }) => state === 'pending' && nextAt <= clock.now()).length;
    const untold = [...this.#owed]
      .filter(([id]) => !this.#taken.has(id))
      .map(([id, what]) => `${what}, and nobody has heard ${id}`);
    const unheard = events
      .filter(({ id, state }) => state === 'done' && !this.#taken.has(id))
      .map(({ id }) => `${id} counts as told, and nobody has heard it`);
    return [
      ...(pending + givenUp > 0 ? [`${pending} events are still to be told, ${givenUp} were given up`] : []),
      ...untold,
      ...unheard,
      ...[...this.#known.values()].flatMap((file) => this.#isAsTold(file)),
      ...seen.folders.flatMap((folder) => this.#isAsked(folder)),
    ];
  }

  #note(id: number, file: SeenFile | undefined): void {
    if (!this.#before.has(id)) this.#before.set(id, this.#known.get(id));
    if (file === undefined) this.#known.delete(id);
    else this.#known.set(id, file);
  }

  #owe(before: SeenFile | undefined, after: SeenFile): void {
    const expected: (readonly HookName[])[] = [];
    if (isRefused(after) && !(before !== undefined && isRefused(before))) expected.push(['onFailed']);
    const isInQuestion = !after.isGone && after.held !== undefined && inQuestion.includes(after.held);
    if (after.needsPerson && !isRefused(after) && !isInQuestion && before?.concernsPerson !== true)
      expected.push(['onAttention']);
    if (isDone(after) && !(before !== undefined && isDone(before)) && this.#isFirst(after))
      expected.push(['onDelivered', 'onChanged']);
    for (const names of expected) this.#wrote(after, names);
  }

  #isFirst({ id }: SeenFile): boolean {
    const owed = `#${id} was delivered`;
    return ![...this.#owed.values()].includes(owed);
  }

  #wrote({ id, folder }: SeenFile, names: readonly HookName[]): void {
    const { plan, seen } = this.#world;
    if (plan.hooks === undefined) return;
    const { hooks } = plan;
    if (names.some((name) => hookOf(hooks, folder, name) === undefined)) return;
    const isOne = (each: SeenEvent) => each.file === id && names.some((name) => name === each.name) && !this.#owed.has(each.id);
    const event = seen.events().find(isOne);
    const what = names.includes('onDelivered') ? `#${id} was delivered` : `#${id} is told by ${names.join(' or ')}`;
    if (event === undefined) this.#world.complain(`${what}, and there is no event`);
    else this.#owed.set(event.id, what);
  }

  /** What was last told of its outputs is what they say now. */
  #isAsTold(file: SeenFile): string[] {
    const { disk, plan, seen } = this.#world;
    const { folder, hash, id, path } = file;
    if (plan.hooks === undefined || !isDone(file) || file.isResultDropped) return [];
    const { hooks } = plan;
    if ((['onDelivered', 'onChanged'] as const).some((name) => hookOf(hooks, folder, name) === undefined)) return [];
    const last = [...this.#taken.values()]
      .filter((told) => told.document?.id === id && (told.event === 'onDelivered' || told.event === 'onChanged'))
      .toSorted((one, other) => one.revision - other.revision)
      .at(-1);
    const name = nameOfFile(file);
    if (last === undefined) return [`${name} was delivered, and nobody was told`];
    if (last.document?.file !== path) return [`${name} was last told of as ${last.document?.file}`];
    const output = seen.outputs(id).find((each) => each.kind === 'json' && each.isWritten)?.path ?? null;
    // A later content of the same path has written its own in its place.
    if (output === null && [...this.#known.values()].some(({ replaces }) => replaces === id)) return [];
    if ((last.json ?? null) !== output) return [`${name} was told to be in ${last.json}, and is in ${output}`];
    const bytes = output === null ? undefined : disk.get(output);
    if (bytes === undefined) return [];
    const strip = (result: object) => ({ ...result, delivered_at: '', source: '', duplicate_of: '' });
    // One that a person has changed, or the machine has torn, is looked at elsewhere; so is that of a later content of the name.
    const written = parsed(bytes);
    if (written !== undefined && !JSON.stringify(written).includes(hash ?? '')) return [];
    // It was told while its result was dropped; a copy has brought that back since.
    if (last.result === null) return [];
    return written === undefined || sameJson(strip(written), strip(last.result ?? {}))
      ? []
      : [`${name}: its JSON says something else than was told`];
  }

  #isAsked({ asksSince, path }: SeenFolder): string[] {
    const { clock, plan } = this.#world;
    if (asksSince === undefined || plan.mode !== 'watch' || plan.hooks === undefined || clock.timesSet > 0) return [];
    if (hookOf(plan.hooks, path, 'onAttention') === undefined || clock.now() - asksSince < 20_000) return [];
    const since = new Date(asksSince).toISOString();
    const isTold = [...this.#taken.values()].some((told) => told.folder === path && told.question?.since === since);
    return isTold ? [] : [`${path} has a question, and nobody was told`];
  }
}

function parsed(bytes: Uint8Array): object | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as object;
    return 'intray' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Held for the one question that its folder has open, or may have. */
const inQuestion: readonly string[] = ['asked', 'changed', 'pages', 'unverified'];

function isRefused({ stage }: SeenFile): boolean {
  return stage === 'failed' || stage === 'rejected';
}

function isDone({ isGone, outputs, stage }: SeenFile): boolean {
  return outputs === 'done' && hasResult(stage) && !isGone;
}
