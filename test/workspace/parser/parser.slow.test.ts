import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type StartProcess, startNode } from '../../../electron/process.ts';
import { createParser, documentsOf, type Parser } from '../../../electron/workspace/parser/parser.ts';
import { start as startSandbox } from '../../sandbox/support.ts';
import { docxBomb, docxOfZeros, slowPdf } from '../../support/hostile-files.ts';
import { docx, makeBytes, makeFile } from '../../support/make-files.ts';

const parsers: Parser[] = [];
afterEach(() => {
  for (const parser of parsers.splice(0)) parser.close();
});

/** A parser, and what it started and how that ended. */
function watched(timeoutMs?: number): { readonly parser: Parser; readonly starts: unknown[]; readonly exits: string[] } {
  const starts: unknown[] = [];
  const exits: string[] = [];
  const start: StartProcess = (script, options) => {
    starts.push(options);
    const started = startNode(script, options);
    started.onExit((exit) => exits.push(exit));
    return started;
  };
  const parser = createParser({ start, ...(timeoutMs !== undefined && { timeoutMs }) });
  parsers.push(parser);
  return { parser, starts, exits };
}

describe('The process that reads strangers’ documents', () => {
  it('has no environment and a limit on memory, and is used again', async () => {
    const { parser, starts } = watched();
    for (const text of ['one', 'two'])
      expect(await parser.call('docxText', makeBytes('docx', text))).toEqual({ ok: true, value: expect.stringContaining(text) });
    expect(starts).toEqual([{ environment: {}, memoryMb: 256, confined: true }]);
  });

  it('counts the pages of a file that it reads itself, and says where that is another one by now', async () => {
    const { parser } = watched();
    const directory = mkdtempSync(join(tmpdir(), 'intray-parser-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'a.pdf');
    await makeFile(path, 'x');
    const { ino, mtimeMs, size } = statSync(path);
    const counted = (facts: object) =>
      parser.call('pagesOfFile', { path, facts: { ino, mtimeMs, size, ...facts }, contentType: 'application/pdf' });
    expect(await counted({})).toEqual({ ok: true, value: 1 });
    expect(await counted({ mtimeMs: 1 })).toEqual({ ok: true, value: 'later' });
    rmSync(path);
    expect(await counted({})).toEqual({ ok: true, value: 'later' });
  });

  it.each([
    ['a Word document states', docx('x', 12), 12],
    ['a Word document does not state', docx('x'), undefined],
    ['a damaged one states', docx('x', 12).subarray(0, -40), undefined],
    ['one that unpacks to far too much states', docxBomb(), undefined],
  ])('takes the pages that %s', async (_, bytes, pages) => {
    const { parser } = watched();
    const directory = mkdtempSync(join(tmpdir(), 'intray-parser-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'a.docx');
    writeFileSync(path, bytes);
    const { ino, mtimeMs, size } = statSync(path);
    const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await parser.call('pagesOfFile', { path, facts: { ino, mtimeMs, size }, contentType })).toEqual({
      ok: true,
      value: pages,
    });
  });

  it('says that a damaged document cannot be read, and goes on', async () => {
    const { parser, starts } = watched();
    expect(await parser.call('docxText', Buffer.from('PK no more'))).toEqual({ ok: false, error: 'unreadable' });
    expect(await parser.call('countPages', makeBytes('pdf', 'x'), 'x.pdf')).toEqual({ ok: true, value: 1 });
    expect(starts).toHaveLength(1);
  });

  it('is killed by a DOCX that takes all memory, and costs that one document; this program keeps running meanwhile', async () => {
    const { parser, exits } = watched();
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    });
    const bomb = docxBomb();
    expect(bomb.length).toBeLessThan(40_000);
    const [stopped, other] = await Promise.all([
      parser.call('docxText', bomb),
      parser.call('docxText', makeBytes('docx', 'beside it')),
    ]);
    clearInterval(turning);
    expect(stopped).toEqual({ ok: false, error: 'stopped' });
    expect(other).toMatchObject({ ok: true });
    await expect.poll(() => exits).toHaveLength(1);
    expect(turns).toBeGreaterThan(50);
    expect(await parser.call('docxText', makeBytes('docx', 'after it'))).toMatchObject({ ok: true });
  });

  it('is killed when a PDF takes longer than it may', async () => {
    const { parser, exits } = watched(2_000);
    expect(await parser.call('readDocument', slowPdf(), 'slow.pdf')).toEqual({ ok: false, error: 'stopped' });
    await expect.poll(() => exits).toEqual(['SIGKILL']);
  });

  it('counts the bytes that a DOCX really unpacks to, whatever its directory says', async () => {
    const { parser, exits } = watched();
    const large = docxOfZeros(101 * 1024 * 1024);
    expect(await parser.call('readDocument', large, 'large.docx')).toEqual({
      ok: true,
      value: { kind: 'unreadable', reason: expect.stringContaining('far larger unpacked') },
    });
    expect(await parser.call('docxText', large)).toEqual({ ok: false, error: 'unreadable' });
    expect(exits).toEqual([]);
  });

  it('reads nothing once it is closed', async () => {
    const { parser, exits } = watched();
    const reading = parser.call('readDocument', slowPdf(), 'slow.pdf');
    const waiting = parser.call('docxText', makeBytes('docx', 'x'));
    parser.close();
    expect(await reading).toEqual({ ok: false, error: 'stopped' });
    expect(await waiting).toEqual({ ok: false, error: 'stopped' });
    expect(await parser.call('docxText', makeBytes('docx', 'x'))).toEqual({ ok: false, error: 'stopped' });
    await expect.poll(() => exits.length).toBeLessThanOrEqual(2);
  });
});

describe('The sandbox', () => {
  it('lets a document fail that takes too much, and reads the others of its batch', async () => {
    const { parser } = watched(12_000);
    const caller = await startSandbox({ documents: documentsOf(parser) });
    const id = caller.extraction();
    const { body } = await caller.upload(id, {
      'bomb.docx': docxBomb(),
      'slow.pdf': slowPdf(),
      'good.docx': makeBytes('docx', 'Number: R-7\tTotal: 12.50'),
    });
    const { files } = (await caller.settled(id, body.batchId)).body;
    expect(files).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
      { status: expect.stringMatching(/processed|needs_review/) },
    ]);
  });
});
