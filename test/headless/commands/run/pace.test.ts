import { expect, it } from 'vitest';
import { paceFrom } from '../../../../electron/headless/commands/options.ts';
import { Refusal } from '../../../../electron/headless/input/refusal.ts';

it('takes the pace from the flags, else from the config file, else leaves it as it usually is', () => {
  const configured = { requestsPerSecond: 3 };
  expect(paceFrom({ requestsPerSecond: '7' }, configured)).toEqual({ requestsPerSecond: 7 });
  expect(paceFrom({}, configured)).toEqual(configured);
  expect(paceFrom({}, {})).toEqual({});
});

it.for(['', '0', '1.5', '1001', 'many'])('refuses %j requests a second, and says what may be asked for', (requestsPerSecond) => {
  const refused = () => paceFrom({ requestsPerSecond }, {});
  expect(refused).toThrow(Refusal);
  expect(refused).toThrow(`--requests-per-second must be a whole number from 1 to 1,000, not “${requestsPerSecond}”.`);
});
