const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The units of a time axis, in milliseconds, each with its round steps. */
const units = [
  { unit: 'milliseconds', length: 1, steps: [10, 20, 50, 100, 200, 500] },
  { unit: 'seconds', length: second, steps: [1, 2, 5, 10, 20] },
  { unit: 'minutes', length: minute, steps: [1, 2, 5, 10, 20] },
  { unit: 'hours', length: hour, steps: [1, 2, 4, 12] },
  { unit: 'days', length: day, steps: [1, 2, 5, 10, 20, 50, 100] },
] as const;

const maxSteps = 5;

export interface TimeTicks {
  /** Milliseconds, from 0; the last is the top of the axis. */
  readonly ticks: readonly number[];
  /** What the whole axis is written in, so that its steps look as even as they are. */
  readonly unit: (typeof units)[number]['unit'];
  /** Milliseconds of one unit. */
  readonly length: number;
}

/** Round steps for an axis of times. @param longest milliseconds that must find room */
export function timeTicks(longest: number): TimeTicks {
  const all = units.flatMap(({ unit, length, steps }) => steps.map((step) => ({ unit, length, step: step * length })));
  const found = all.find(({ step }) => step * maxSteps >= longest) ?? {
    unit: 'days' as const,
    length: day,
    step: Math.ceil(longest / maxSteps / (100 * day)) * 100 * day,
  };
  const count = Math.max(1, Math.ceil(longest / found.step));
  return {
    ticks: Array.from({ length: count + 1 }, (_, position) => position * found.step),
    unit: found.unit,
    length: found.length,
  };
}
