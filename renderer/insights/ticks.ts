const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The units of a time axis in milliseconds, each with its round steps. */
const units = [
  { unit: 'milliseconds', length: 1, steps: [10, 20, 50, 100, 200, 500] },
  { unit: 'seconds', length: second, steps: [1, 2, 5, 10, 20] },
  { unit: 'minutes', length: minute, steps: [1, 2, 5, 10, 20] },
  { unit: 'hours', length: hour, steps: [1, 2, 4, 12] },
  { unit: 'days', length: day, steps: [1, 2, 5, 10, 20, 50, 100] },
] as const;

const maxSteps = 5;

/**
 * Round ticks for a time axis, in milliseconds from 0 to the top of the axis; with the unit of all labels, so that even
 * steps look even, and its length in milliseconds.
 * @param longest the longest time to fit, in milliseconds
 */
export function timeTicks(longest: number) {
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
