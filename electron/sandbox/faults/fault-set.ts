import { randomUUID } from 'node:crypto';
import picomatch from 'picomatch';
import { type Message, say } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Clock } from '../clock.ts';
import { type EndpointName, endpointGroups, endpointNames } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import type { Random } from '../random.ts';
import { type FaultWord, faultWords, type Phase } from './fault-words.ts';

export interface Fault {
  readonly word: FaultWord;
  /** '' where the word takes none. */
  readonly value: string;
  /** The endpoints that it applies to. */
  readonly on: readonly EndpointName[];
  /** To how many requests (or connections, or files) it applies; absent: to all. */
  readonly times?: number;
  /** How many pass unharmed first. */
  readonly skip: number;
  /** A probability from 0 to 1. */
  readonly chance: number;
  /** How long it applies after it was added; absent: forever. */
  readonly seconds?: number;
  /** The request is processed all the same, and only its answer is replaced. */
  readonly kept: boolean;
}

/**
 * Reads a fault as it is written on the command line: `NAME[:VALUE][,on=ENDPOINT+…][,times=N][,skip=N][,chance=0.5]
 * [,seconds=N][,kept]`, e.g. `gateway:502,on=uploadFiles+createExtraction,times=2,kept`.
 * Endpoints are named as in `endpoints.ts`; `all`, `uploads` and `polls` are groups. The error is a message for people.
 */
export function parseFault(text: string): Result<Fault, Message> {
  const [head = '', ...rest] = splitOutsideBraces(text.trim());
  const [, name = '', given] = /^([^:]*)(?::(.*))?$/s.exec(head) ?? [];
  const word = faultWords.find((each) => each.name === name);
  if (word === undefined)
    return err(say('sandbox.fault.unknown', { name, names: faultWords.map((each) => each.name).join(', ') }));
  if (word.takes === undefined && given !== undefined) return err(say('sandbox.fault.noValue', { fault: head, name }));
  const value = given ?? word.byDefault;
  if (word.takes !== undefined && (value === undefined || (given !== undefined && !word.takes(given)))) {
    const form = `${name}${word.form?.replaceAll(/[[\]]/g, '')}`;
    return err(say('sandbox.fault.needsValue', { fault: head, name, form }));
  }
  let fault: Fault = { word, value: value ?? '', on: word.on ?? endpointNames, skip: 0, chance: 1, kept: false };
  for (const option of rest) {
    const changed = withOption(fault, option.trim());
    if (!changed.ok) return err(say('sandbox.fault.option', { fault: text, problem: changed.error }));
    fault = changed.value;
  }
  return ok(fault);
}

const numbers: Readonly<Record<string, RegExp>> = {
  times: /^[1-9]\d*$/,
  skip: /^\d+$/,
  seconds: /^\d+(\.\d+)?$/,
  chance: /^(0(\.\d+)?|1(\.0+)?)$/,
};

function withOption(fault: Fault, option: string): Result<Fault, Message> {
  const [, name = '', value = ''] = /^(\w+)(?:=(.*))?$/.exec(option) ?? [];
  if (name === 'on') return withEndpoints(fault, value);
  if (name === 'kept') {
    if (option !== 'kept') return err(say('sandbox.fault.keptWithValue'));
    return fault.word.mayBeKept ? ok({ ...fault, kept: true }) : err(say('sandbox.fault.keptWithoutMeaning'));
  }
  if (!Object.hasOwn(numbers, name)) return err(say('sandbox.fault.unknownOption', { option }));
  return numbers[name]?.test(value) ? ok({ ...fault, [name]: Number(value) }) : err(say('sandbox.fault.notANumber', { option }));
}

function withEndpoints(fault: Fault, value: string): Result<Fault, Message> {
  if (fault.word.phase === 'connection') return err(say('sandbox.fault.noEndpoint'));
  const named = value.split('+').map((part) => endpointsNamed(part));
  if (named.includes(undefined)) {
    const names = [...Object.keys(endpointGroups), ...endpointNames].join(', ');
    return err(say('sandbox.fault.unknownEndpoint', { value, names }));
  }
  return ok({ ...fault, on: named.flatMap((names) => names ?? []) });
}

function endpointsNamed(name: string): readonly EndpointName[] | undefined {
  if (Object.hasOwn(endpointGroups, name)) return endpointGroups[name];
  const endpoint = endpointNames.find((candidate) => candidate === name);
  return endpoint === undefined ? undefined : [endpoint];
}

/** Splits at commas, but not at those of a pattern such as `{a,b}.pdf`. */
function splitOutsideBraces(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** A fault that was added, and how often it has applied. */
interface FaultView {
  readonly id: string;
  /** As it was written. */
  readonly fault: string;
  /** How often it has applied. */
  readonly applied: number;
  /** It will not apply any more: its count or its time is used up. */
  readonly spent: boolean;
}

interface Active extends Fault {
  readonly id: string;
  /** As it was written. */
  readonly fault: string;
  readonly phase: Phase;
  readonly endsAt: number;
  skipped: number;
  applied: number;
}

/** A fault that applies, with its text. */
export type Met = Pick<Active, 'word' | 'value' | 'fault'>;

export type Faults = ReturnType<typeof createFaults>;

/** Faults on request, for tests and for anyone who wants to see how Intray copes. Each question whether one applies counts. */
export function createFaults({ clock, random }: { readonly clock: Clock; readonly random: Random }) {
  const active = new Map<string, Active>();

  const spent = ({ times = Number.POSITIVE_INFINITY, applied, endsAt }: Active) => applied >= times || clock.now() >= endsAt;

  function fires(fault: Active): boolean {
    if (spent(fault)) return false;
    if (fault.skipped < fault.skip) {
      fault.skipped += 1;
      return false;
    }
    if (fault.chance < 1 && random() >= fault.chance) return false;
    fault.applied += 1;
    return true;
  }

  function* meeting(
    phase: Phase,
    endpoint: EndpointName | undefined,
    fits: (fault: Fault) => boolean = () => true,
  ): Generator<Met> {
    for (const fault of active.values())
      if (fault.phase === phase && (endpoint === undefined || fault.on.includes(endpoint)) && fits(fault) && fires(fault))
        yield fault;
  }

  const view = (each: Active): FaultView => ({ id: each.id, fault: each.fault, applied: each.applied, spent: spent(each) });

  return {
    /** Throws a 400 that says what is wrong with the text (see `parseFault`). */
    add(text: string): FaultView {
      const parsed = parseFault(text);
      if (!parsed.ok) throw errors.badRequest(inEnglish(parsed.error));
      const { kept, word, seconds = Number.POSITIVE_INFINITY } = parsed.value;
      const added: Active = {
        ...parsed.value,
        ...{ id: randomUUID(), fault: text, phase: kept ? 'send' : word.phase, skipped: 0, applied: 0 },
        endsAt: clock.now() + seconds * 1000,
      };
      active.set(added.id, added);
      return view(added);
    },
    remove(id: string): void {
      if (!active.delete(id)) throw new ServiceError(404, `Fault not found: ${id}`);
    },
    clear: () => active.clear(),
    list: () => [...active.values()].map(view),
    takeConnection: (): Met | undefined => meeting('connection', undefined).next().value ?? undefined,
    takeRequest: (endpoint: EndpointName): Met | undefined => meeting('request', endpoint).next().value ?? undefined,
    /** The name of the file that a poison matches. */
    takePoison(endpoint: EndpointName, fileNames: readonly string[]): string | undefined {
      const victim = ({ value }: Pick<Fault, 'value'>) => fileNames.find((name) => matches(value, name));
      const met = meeting('upload', endpoint, (fault) => victim(fault) !== undefined).next().value;
      return met ? victim(met) : undefined;
    },
    takeFile: (kind: 'fail' | 'stuck', endpoint: EndpointName, fileName: string) =>
      meeting('file', endpoint, ({ word, value }) => word.name === kind && matches(value, fileName)).next().done === false,
    takeShapes: (endpoint: EndpointName): readonly Met[] => [...meeting('shape', endpoint)],
    takeSends: (endpoint: EndpointName): readonly Met[] => [...meeting('send', endpoint)],
  };
}

function matches(pattern: string, fileName: string): boolean {
  return picomatch.isMatch(fileName, pattern, { nocase: true, dot: true });
}
