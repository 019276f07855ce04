import picomatch from 'picomatch';
import { inEnglish } from '../../core/messages/wording.ts';
import type { Clock } from '../clock.ts';
import type { EndpointName } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import type { Random } from '../random.ts';
import { type CannedEffect, type Effect, type Fault, type Phase, phaseOf, type ShapeEffect } from './fault.ts';
import { parseFault } from './parse-fault.ts';

/** A fault that was added, and how often it has applied. */
export interface FaultView {
  readonly id: string;
  /** As it was written; for a fault given as data, its kind. */
  readonly fault: string;
  /** How often it has applied. */
  readonly applied: number;
  /** It will not apply any more: its count or its time is used up. */
  readonly spent: boolean;
}

/** Faults on request, for tests and for anyone who wants to see how Intray copes. */
export interface FaultControl {
  /** Text is read by `parse-fault.ts`. Throws a 400 that says what is wrong with it. */
  add(fault: string | Fault): FaultView;
  remove(id: string): void;
  clear(): void;
  list(): readonly FaultView[];
}

export interface Met<Kind extends Effect = Effect> {
  readonly effect: Kind;
  readonly fault: string;
}

type OfPhase<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;
export type RequestEffect = OfPhase<'reset' | 'hang'> | CannedEffect;
export type SendEffect = OfPhase<'reset' | 'hang' | 'slow' | 'garbage'> | CannedEffect;

/** The server's side: asks at each point whether a fault applies there. Each question counts. */
export interface Faults extends FaultControl {
  takeConnection(): Met | undefined;
  takeRequest(endpoint: EndpointName): Met<RequestEffect> | undefined;
  /** The name of the file that a poison matches. */
  takePoison(endpoint: EndpointName, fileNames: readonly string[]): string | undefined;
  takeFile(kind: 'fail' | 'stuck', endpoint: EndpointName, fileName: string): boolean;
  takeShapes(endpoint: EndpointName): readonly Met<ShapeEffect>[];
  takeSends(endpoint: EndpointName): readonly Met<SendEffect>[];
}

interface Active {
  readonly id: string;
  readonly text: string;
  readonly fault: Fault;
  readonly phase: Phase;
  readonly endsAt: number;
  skipped: number;
  applied: number;
}

export function createFaults({
  clock,
  random,
  newId,
}: {
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
}): Faults {
  const active = new Map<string, Active>();

  const spent = ({ fault, applied, endsAt }: Active) =>
    applied >= (fault.times ?? Number.POSITIVE_INFINITY) || clock.now() >= endsAt;

  function fires(candidate: Active): boolean {
    const { fault } = candidate;
    if (spent(candidate)) return false;
    if (candidate.skipped < fault.skip) {
      candidate.skipped += 1;
      return false;
    }
    if (fault.chance < 1 && random() >= fault.chance) return false;
    candidate.applied += 1;
    return true;
  }

  function* meeting(phase: Phase, endpoint: EndpointName | undefined, fits: (effect: Effect) => boolean = () => true) {
    for (const candidate of active.values()) {
      const { fault } = candidate;
      if (candidate.phase !== phase || (endpoint !== undefined && !fault.on.includes(endpoint)) || !fits(fault.effect)) continue;
      if (fires(candidate)) yield { effect: fault.effect, fault: candidate.text };
    }
  }

  const view = (candidate: Active): FaultView => ({
    id: candidate.id,
    fault: candidate.text,
    applied: candidate.applied,
    spent: spent(candidate),
  });

  return {
    add(given) {
      const parsed = typeof given === 'string' ? parseFault(given) : ({ ok: true, value: given } as const);
      if (!parsed.ok) throw errors.badRequest(inEnglish(parsed.error));
      const fault = parsed.value;
      const added: Active = {
        id: newId(),
        text: typeof given === 'string' ? given : given.effect.kind,
        fault,
        phase: phaseOf(fault),
        endsAt: fault.seconds === undefined ? Number.POSITIVE_INFINITY : clock.now() + fault.seconds * 1000,
        skipped: 0,
        applied: 0,
      };
      active.set(added.id, added);
      return view(added);
    },
    remove(id) {
      if (!active.delete(id)) throw new ServiceError(404, `Fault not found: ${id}`);
    },
    clear: () => active.clear(),
    list: () => [...active.values()].map(view),
    takeConnection: () => meeting('connection', undefined).next().value ?? undefined,
    takeRequest: (endpoint) => (meeting('request', endpoint).next().value ?? undefined) as Met<RequestEffect> | undefined,
    takePoison(endpoint, fileNames) {
      const victim = (effect: Effect) => fileNames.find((name) => effect.kind === 'poison' && matches(effect.pattern, name));
      const met = meeting('upload', endpoint, (effect) => victim(effect) !== undefined).next().value;
      return met ? victim(met.effect) : undefined;
    },
    takeFile: (kind, endpoint, fileName) =>
      meeting('file', endpoint, (effect) => effect.kind === kind && matches(effect.pattern, fileName)).next().done === false,
    takeShapes: (endpoint) => [...meeting('shape', endpoint)] as Met<ShapeEffect>[],
    takeSends: (endpoint) => [...meeting('send', endpoint)] as Met<SendEffect>[],
  };
}

function matches(pattern: string, fileName: string): boolean {
  return picomatch.isMatch(fileName, pattern, { nocase: true, dot: true });
}
