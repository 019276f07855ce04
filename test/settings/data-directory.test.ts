import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../electron/settings/data-directory.ts';

const context = { directory: '/work', home: '/home/ann', platform: 'linux' } as const;

describe('the data directory', () => {
  it("is the system's location for application data by default", () => {
    const chosen = dataDirectory(undefined, context);
    expect(isAbsolute(chosen)).toBe(true);
    expect(chosen.toLowerCase()).toContain('intray');
  });

  it.each([
    ['data', '/work/data'],
    ['~/intray', '/home/ann/intray'],
    ['/var/lib/intray/', '/var/lib/intray'],
  ])('is %s when chosen so: %s', (chosen, path) => {
    expect(dataDirectory(chosen, context)).toBe(path);
  });
});
