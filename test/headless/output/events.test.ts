import { describe, expect, it } from 'vitest';
import { jsonLine } from '../../../electron/headless/output/events.ts';

describe('A line of --json', () => {
  it('holds nothing that steers a terminal, and the same value', () => {
    const event = { event: 'document', path: 'a\u001b[2J\u009b31m \u202efdp.exe \u2066x\u2069 \u200f\u2028\u007f ü 日本 👍' };
    const line = jsonLine(event);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029](?!$)/u);
    expect(line).toContain('\\u009b31m \\u202efdp.exe');
    expect(line).toContain('ü 日本 👍');
    expect(JSON.parse(line)).toEqual(event);
    expect(line.endsWith('}\n')).toBe(true);
  });
});
