import { describe, expect, it } from 'vitest';
import { hasProgram } from '../support/programs.ts';

describe('Looking for a program', () => {
  it('finds one that is on the PATH', () => {
    expect(hasProgram('node')).toBe(true);
  });

  it('does not find one that nobody has', () => {
    expect(hasProgram('intray-no-such-program')).toBe(false);
  });
});
