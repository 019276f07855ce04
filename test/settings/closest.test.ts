import { describe, expect, it } from 'vitest';
import { closestName } from '../../electron/settings/schema-problems.ts';

const names = ['path', 'route', 'settleSeconds', 'include', 'ignore', 'existing', 'outputs'];

describe('the name that was probably meant', () => {
  it.each([
    ['exsiting', 'existing'],
    ['Existing', 'existing'],
    ['settleSecond', 'settleSeconds'],
    ['settle_seconds', 'settleSeconds'],
    ['rout', 'route'],
    ['output', 'outputs'],
    ['ptah', 'path'],
  ])('%s → %s', (wrong, meant) => {
    expect(closestName(wrong, names)).toBe(meant);
  });

  it.each(['speed', 'x', '', 'webhook'])('none for %j', (wrong) => {
    expect(closestName(wrong, names)).toBeUndefined();
  });
});
