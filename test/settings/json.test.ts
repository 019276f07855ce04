import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { readJson } from '../../electron/settings/json.ts';

describe('JSON that people edit', () => {
  it('is read as JSON.parse reads it, with or without comments allowed', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), fc.boolean(), (text, spread, comments) => {
        const written = spread ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
        const read = readJson(written, { comments });
        expect(read.ok && JSON.stringify(read.value.value)).toBe(JSON.stringify(JSON.parse(written)));
      }),
    );
  });

  it('is refused where JSON.parse refuses it, at a place within the text', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', "'", 'x', ':', '\\'))
      .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1))
      .filter((text) => !isJson(text));
    fc.assert(
      fc.property(broken, (text) => {
        const read = readJson(text, { comments: false });
        if (read.ok) throw new Error('it was read');
        expect(read.error.line).toBe(1);
        expect(read.error.column).toBeLessThanOrEqual(text.length + 1);
        expect(inEnglish(read.error.problem)).not.toBe('');
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
