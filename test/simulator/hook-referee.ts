import type { Hook } from '../../electron/core/config/hooks.ts';
import { type HookName, hookOf } from '../../electron/core/config/hooks.ts';
import { concernsPerson, needsPerson } from '../../electron/core/document/attention.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { hasResult, isInQuestion, isUnverified, presentState } from '../../electron/core/document/states.ts';
import { sameJson } from '../../electron/core/plain-data.ts';
import { questionOf } from '../../electron/engine/loop/questions.ts';
import type { HookTold } from '../../electron/engine/ports.ts';
import type { LedgerWitness } from './ledger-port.ts';
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

type Surroundings = Pick<SimulatedWorld, 'clock' | 'complain' | 'disk' | 'ledger' | 'plan' | 'say'>;

/**
 * Checks that what becomes of documents is told: each time, in the transaction in which it happens; with one id and one text
 * however often; a document's in their order; few at once; and that the last that was told of a document is so.
 */
export class HookReferee implements LedgerWitness {
  readonly #world: Surroundings;
  #known = new Map<number, Document>();
  /** What the current transaction has changed, as it was before. */
  readonly #before = new Map<number, Document | undefined>();
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

  /** A dying machine may have lost something. */
  begin(): void {
    const { documents } = this.#world.ledger.documents.page({ limit: 100_000 });
    this.#known = new Map(documents.map((document) => [document.id, document]));
  }

  added(document: Document): void {
    this.#note(document.id, document);
  }

  updated(document: Document): void {
    this.#note(document.id, document);
  }

  rewound(_: Document, after: Document): void {
    this.advanced(_, after);
  }

  released(): void {}

  advanced(_: Document, after: Document): void {
    this.#note(after.id, after);
  }

  removed(id: number): void {
    this.#note(id, undefined);
  }

  dropped(): void {}

  noted(): void {}

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
    const { ledger, plan } = this.#world;
    const complain = (what: string) => this.#world.complain(what);
    const told = JSON.parse(body) as Told;
    const before = this.#bodies.get(id);
    if (before !== undefined && before !== body) complain(`the event ${id} says something else than before`);
    this.#bodies.set(id, body);
    if (told.id !== id) complain(`the event ${id} says that it is ${told.id}`);
    if (!sameJson(hook, plan.hooks && hookOf(plan.hooks, told.folder, told.event)))
      complain(`${told.event} of ${told.folder} was told to another hook`);
    const earlier = ledger.hookEvents.list(['pending'], 100_000).find(({ eventId, documentId, folderId, revision }) => {
      const isSame = documentId === (told.document?.id ?? 0) && folderId === ledger.folders.byPath(told.folder)?.id;
      return isSame && revision < told.revision && eventId !== id;
    });
    if (earlier !== undefined) complain(`${told.event} (${id}) was told before ${earlier.name} (${earlier.eventId})`);
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
    return this.#world.plan.hooks !== undefined && this.#world.ledger.hookEvents.counts().pending > 0;
  }

  atTheEnd(): string[] {
    const { clock, ledger, plan } = this.#world;
    if (plan.hooks === undefined)
      return ledger.hookEvents.isAnyLeft() ? ['something is to be told, and nobody wants to hear it'] : [];
    const { givenUp } = ledger.hookEvents.counts();
    // After many refusals hours may pass before the next try, where nobody asks for it.
    const pending = ledger.hookEvents.list(['pending'], 100_000).filter(({ nextAt }) => nextAt <= clock.now()).length;
    const untold = [...this.#owed]
      .filter(([id]) => !this.#taken.has(id))
      .map(([id, what]) => `${what}, and nobody has heard ${id}`);
    const unheard = ledger.hookEvents
      .list(['done'], 100_000)
      .filter(({ eventId }) => !this.#taken.has(eventId))
      .map(({ eventId }) => `${eventId} counts as told, and nobody has heard it`);
    return [
      ...(pending + givenUp > 0 ? [`${pending} events are still to be told, ${givenUp} were given up`] : []),
      ...untold,
      ...unheard,
      ...[...this.#known.values()].flatMap((document) => this.#isAsTold(document)),
      ...ledger.folders.all().flatMap((folder) => this.#isAsked(folder)),
    ];
  }

  #note(id: number, document: Document | undefined): void {
    if (!this.#before.has(id)) this.#before.set(id, this.#known.get(id));
    if (document === undefined) this.#known.delete(id);
    else this.#known.set(id, document);
  }

  #owe(before: Document | undefined, after: Document): void {
    const expected: (readonly HookName[])[] = [];
    if (isRefused(after) && !(before !== undefined && isRefused(before))) expected.push(['onFailed']);
    const asks = needsPerson(after) && !isRefused(after) && !isUnverified(after.state) && !isInQuestion(after.state);
    if (asks && !(before !== undefined && concernsPerson(before))) expected.push(['onAttention']);
    if (isDone(after) && !(before !== undefined && isDone(before)) && this.#isFirst(after))
      expected.push(['onDelivered', 'onChanged']);
    for (const names of expected) this.#wrote(after, names);
  }

  #isFirst({ id }: Document): boolean {
    const owed = `#${id} was delivered`;
    return ![...this.#owed.values()].includes(owed);
  }

  #wrote({ id, folderId }: Document, names: readonly HookName[]): void {
    const { ledger, plan } = this.#world;
    const folder = ledger.folders.get(folderId)?.path ?? '';
    if (plan.hooks === undefined) return;
    const { hooks } = plan;
    if (names.some((name) => hookOf(hooks, folder, name) === undefined)) return;
    const event = ledger.hookEvents
      .list(['pending', 'done', 'given-up'], 100_000)
      .find(({ documentId, eventId, name }) => documentId === id && names.includes(name) && !this.#owed.has(eventId));
    const what = names.includes('onDelivered') ? `#${id} was delivered` : `#${id} is told by ${names.join(' or ')}`;
    if (event === undefined) this.#world.complain(`${what}, and there is no event`);
    else this.#owed.set(event.eventId, what);
  }

  /** What was last told of its outputs is what they say now. */
  #isAsTold({ id, folderId, path, hash, delivery, state, droppedAt }: Document): string[] {
    const { disk, ledger, plan } = this.#world;
    const folder = ledger.folders.get(folderId)?.path ?? '';
    if (plan.hooks === undefined || delivery.kind !== 'done' || !hasResult(state.kind) || droppedAt !== undefined) return [];
    const { hooks } = plan;
    if ((['onDelivered', 'onChanged'] as const).some((name) => hookOf(hooks, folder, name) === undefined)) return [];
    const last = [...this.#taken.values()]
      .filter((told) => told.document?.id === id && (told.event === 'onDelivered' || told.event === 'onChanged'))
      .toSorted((one, other) => one.revision - other.revision)
      .at(-1);
    const name = `${path} (#${id})`;
    if (last === undefined) return [`${name} was delivered, and nobody was told`];
    if (last.document?.file !== path) return [`${name} was last told of as ${last.document?.file}`];
    const output = ledger.outputs.of(id).find((each) => each.kind === 'json' && each.state === 'written')?.path ?? null;
    // A later document of the same path has written its own in its place.
    if (output === null && ledger.documents.replacing(id) !== undefined) return [];
    if ((last.json ?? null) !== output) return [`${name} was told to be in ${last.json}, and is in ${output}`];
    const bytes = output === null ? undefined : disk.get(output);
    if (bytes === undefined) return [];
    const strip = (result: object) => ({ ...result, delivered_at: '', source: '', duplicate_of: '' });
    // One that a person has changed, or the machine has torn, is looked at elsewhere; so is that of a later document of the name.
    const written = parsed(bytes);
    if (written !== undefined && !JSON.stringify(written).includes(hash ?? '')) return [];
    // It was told while its result was dropped; a copy has brought that back since.
    if (last.result === null) return [];
    return written === undefined || sameJson(strip(written), strip(last.result ?? {}))
      ? []
      : [`${name}: its JSON says something else than was told`];
  }

  #isAsked(folder: { readonly id: number; readonly path: string }): string[] {
    const { clock, ledger, plan } = this.#world;
    const { question } = questionOf(ledger, folder);
    if (question === undefined || plan.mode !== 'watch' || plan.hooks === undefined || clock.timesSet > 0) return [];
    if (hookOf(plan.hooks, folder.path, 'onAttention') === undefined || clock.now() - question.since < 20_000) return [];
    const since = new Date(question.since).toISOString();
    const isTold = [...this.#taken.values()].some((told) => told.folder === folder.path && told.question?.since === since);
    return isTold ? [] : [`${folder.path} has a question, and nobody was told`];
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

function isRefused({ state }: Document): boolean {
  const { kind } = presentState(state);
  return kind === 'failed' || kind === 'rejected';
}

function isDone({ delivery, state }: Document): boolean {
  return delivery.kind === 'done' && hasResult(state.kind);
}
