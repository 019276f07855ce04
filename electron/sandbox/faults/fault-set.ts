import { randomUUID } from 'node:crypto';
import picomatch from 'picomatch';
import { inEnglish } from '../../core/messages/wording.ts';
import type { Clock } from '../clock.ts';
import type { EndpointName } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import type { Random } from '../random.ts';
import type { Phase } from './fault-words.ts';
import { type Fault, parseFault } from './parse-fault.ts';

/** A fault that was added, and how often it has applied. */
export interface FaultView {
  readonly id: string;
  /** As it was written. */
  readonly fault: string;
  /** How often it has applied. */
  readonly applied: number;
  /** It will not apply any more: its count or its time is used up. */
  readonly spent: boolean;
}

/** A fault that applies, with its text. */
export interface Met extends Pick<Fault, 'value' | 'word'> {
  readonly fault: string;
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

export type Faults = ReturnType<typeof createFaults>;

/** Faults on request, for tests and for anyone who wants to see how Intray copes. Each question whether one applies counts. */
export function createFaults({ clock, random }: { readonly clock: Clock; readonly random: Random }) {
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

  function* meeting(phase: Phase, endpoint: EndpointName | undefined, fits: (fault: Fault) => boolean = () => true) {
    for (const candidate of active.values()) {
      const { fault, text } = candidate;
      if (candidate.phase !== phase || (endpoint !== undefined && !fault.on.includes(endpoint)) || !fits(fault)) continue;
      if (fires(candidate)) yield { word: fault.word, value: fault.value, fault: text };
    }
  }

  const view = (candidate: Active): FaultView => ({
    id: candidate.id,
    fault: candidate.text,
    applied: candidate.applied,
    spent: spent(candidate),
  });

  return {
    /** Throws a 400 that says what is wrong with the text (`parse-fault.ts`). */
    add(text: string): FaultView {
      const parsed = parseFault(text);
      if (!parsed.ok) throw errors.badRequest(inEnglish(parsed.error));
      const fault = parsed.value;
      const added: Active = {
        id: randomUUID(),
        text,
        fault,
        phase: fault.kept ? 'send' : fault.word.phase,
        endsAt: fault.seconds === undefined ? Number.POSITIVE_INFINITY : clock.now() + fault.seconds * 1000,
        skipped: 0,
        applied: 0,
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
