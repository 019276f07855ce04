import { afterEach, describe, expect, it } from 'vitest';
import { startNode } from '../../../electron/process.ts';
import { createParser, type Parser, pageCounter } from '../../../electron/workspace/parser/parser.ts';

const parsers: Parser[] = [];
afterEach(() => {
  for (const parser of parsers.splice(0)) parser.close();
});

/** The system refuses whatever is to be started with it. */
const refused = { NAME: 'text\0more' };

describe('A process that the system does not start', () => {
  it('is one that has ended, for whoever speaks to it', async () => {
    const child = startNode('parser-process', { environment: refused });
    child.send({ name: 'docxText', args: [] });
    child.kill();
    const [exit, how] = await new Promise<readonly [string, string]>((resolve) => child.onExit((...ended) => resolve(ended)));
    expect(exit).toContain('null bytes');
    expect(how).toBe('never begun');
  });

  it('says nothing about the document that it was to read: that is counted later', async () => {
    const parser = createParser({ start: (script, options) => startNode(script, { ...options, environment: refused }) });
    parsers.push(parser);
    expect(await parser.call('docxText', Buffer.from('x'))).toEqual({ ok: false, error: 'not-now' });
    const file = { path: '/nowhere.pdf', facts: { size: 1, mtimeMs: 1, ino: 1 }, contentType: 'application/pdf' } as const;
    expect(await pageCounter(parser)(file)).toBe('later');
  });
});
