import { say } from '../../core/messages/message.ts';
import { type Check, fine, problem, warning } from './check.ts';

/** What this computer's clock is compared with. Times are milliseconds since the epoch. */
export interface ClockFacts {
  readonly now: number;
  /** The latest change in the ledger. */
  readonly lastChange: number | undefined;
  /** What the service's Date header said, and when it arrived here. */
  readonly service: { readonly said: number; readonly at: number } | undefined;
}

/** No correct clock shows an earlier time: Intray did not exist then. */
const earliest = Date.UTC(2025, 0, 1);
const latest = Date.UTC(2100, 0, 1);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Whether the clock is plausible, and agrees with the service's. Pure. */
export function judgeClock({ now, lastChange, service }: ClockFacts): Check[] {
  const time = new Date(now).toISOString();
  if (now < earliest || now > latest)
    return [problem('clock', say('health.clock.impossible', { time }), say('health.clock.remedy'))];
  return [...judgeLedger(now, lastChange), judgeService(time, service)];
}

function judgeLedger(now: number, lastChange: number | undefined): Check[] {
  if (lastChange === undefined || lastChange - now < minuteMs) return [];
  const time = new Date(lastChange).toISOString();
  return [warning('clock', say('health.clock.setBack', { time }), say('health.clock.setBackRemedy'))];
}

function judgeService(time: string, service: ClockFacts['service']): Check {
  if (service === undefined) return fine('clock', say('health.clock.alone', { time }));
  const difference = service.said - service.at;
  const differenceMs = Math.abs(difference);
  if (differenceMs < minuteMs) return fine('clock', say('health.clock.agrees', { time }));
  const seen = difference > 0 ? say('health.clock.behind', { differenceMs }) : say('health.clock.ahead', { differenceMs });
  return differenceMs < hourMs
    ? warning('clock', seen, say('health.clock.remedy'))
    : problem('clock', seen, say('health.clock.farRemedy'));
}
