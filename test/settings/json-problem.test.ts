import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonProblem } from '../../electron/settings/json-problem.ts';

describe('the first mistake of a JSON text', () => {
  it('is none where JSON.parse finds none', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, spread) => {
        expect(findJsonProblem(spread ? JSON.stringify(JSON.parse(text), undefined, 2) : text)).toBeUndefined();
      }),
    );
  });

  it('is found where JSON.parse finds one, and lies within the text', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', "'", 'x', ':', '\\'))
      .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1))
      .filter((text) => !isJson(text));
    fc.assert(
      fc.property(broken, (text) => {
        const problem = findJsonProblem(text);
        expect(problem).toBeDefined();
        expect(problem?.line).toBe(1);
        expect(problem?.column).toBeLessThanOrEqual(text.length + 1);
        expect(problem?.message).not.toBe('');
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
