import { type Check, fine, problem, warning } from './check.ts';

/** What the machine's clock is compared with. Times are milliseconds since the epoch. */
export interface ClockFacts {
  readonly now: number;
  /** The latest thing that the ledger remembers. */
  readonly lastChange: number | undefined;
  /** What the service's Date header said, and when it arrived here. */
  readonly service: { readonly said: number; readonly at: number } | undefined;
}

/** No clock that is right shows an earlier time: the program did not exist then. */
const earliest = Date.UTC(2025, 0, 1);
const latest = Date.UTC(2100, 0, 1);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const setIt = 'Set the clock of this machine, or let it be set from the network (NTP).';

/** Whether the clock is plausible, and agrees with the service's. Pure. */
export function judgeClock({ now, lastChange, service }: ClockFacts): Check[] {
  const shown = new Date(now).toISOString();
  if (now < earliest || now > latest) {
    return [problem('clock', `This machine's clock says ${shown}, which cannot be.`, setIt)];
  }
  return [...judgeLedger(now, lastChange), judgeService(shown, service)];
}

function judgeLedger(now: number, lastChange: number | undefined): Check[] {
  if (lastChange === undefined || lastChange - now < minuteMs) return [];
  return [
    warning(
      'clock',
      `The ledger remembers something that happened at ${new Date(lastChange).toISOString()}, which is still to come: the clock was set back.`,
      'If the clock is right now, nothing need be done: Intray waits for no such time. Else set it right.',
    ),
  ];
}

function judgeService(shown: string, service: ClockFacts['service']): Check {
  if (service === undefined) return fine('clock', `This machine's clock says ${shown}; there was nothing to compare it with.`);
  const apart = service.said - service.at;
  if (Math.abs(apart) < minuteMs) return fine('clock', `This machine's clock agrees with the service's (${shown}).`);
  const seen = `This machine's clock is ${duration(Math.abs(apart))} ${apart > 0 ? 'behind' : 'ahead of'} the service's.`;
  return Math.abs(apart) < hourMs
    ? warning('clock', seen, setIt)
    : problem('clock', seen, `${setIt} Certificates may be refused, and times in results are wrong.`);
}

function duration(ms: number): string {
  if (ms < 2 * hourMs) return `${Math.round(ms / minuteMs)} minutes`;
  return ms < 48 * hourMs ? `${Math.round(ms / hourMs)} hours` : `${Math.round(ms / (24 * hourMs))} days`;
}
