import { expect, it } from 'vitest';
import { limitsFrom } from '../../../../electron/headless/commands/options.ts';
import { Refusal } from '../../../../electron/headless/input/refusal.ts';

it('takes the requests a second from the flag, else from the config file, else leaves them as they usually are', () => {
  expect(limitsFrom({ requestsPerSecond: '7' }, 3)).toEqual({ requestsPerSecond: 7 });
  expect(limitsFrom({}, 3)).toEqual({ requestsPerSecond: 3 });
  expect(limitsFrom({}, undefined)).toEqual({});
});

it.for(['', '0', '1.5', '1001', 'many'])('refuses %j requests a second, and says what may be asked for', (requestsPerSecond) => {
  const refused = () => limitsFrom({ requestsPerSecond }, undefined);
  expect(refused).toThrow(Refusal);
  expect(refused).toThrow(`--requests-per-second must be a whole number from 1 to 1,000, not “${requestsPerSecond}”.`);
});
