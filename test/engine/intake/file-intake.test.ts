/** How intake looks at one file on the real disk: what it asks of it, and that nothing that happens to it meanwhile is missed. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { lookAtFile } from '../../../electron/engine/intake/look-at-file.ts';
import type { Folder } from '../../../electron/engine/loop/watched-folders.ts';
import type { Files, OpenFile } from '../../../electron/engine/ports.ts';
import { freshLedger } from '../../ledger/fixture.ts';
import { makeBytes, makeFile } from '../../support/make-files.ts';

const megabyte = 1024 * 1024;
const files = createFiles();
let root: string;
const at = (name: string) => join(root, name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'intray-intake-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the intake of a file', () => {
  const folder = {
    path: '',
    settings: { route: { kind: 'extraction', id: 'e-1' }, settleSeconds: 2, outputs: { json: false, csv: 'off' } },
  } as unknown as Folder;

  let time = 10_000;
  afterEach(() => {
    time = 10_000;
  });

  /** Looks at a file that was last seen as it is now, `meanwhile` being done between one question and the next. */
  async function look(
    name: string,
    document: Partial<Document> = {},
    meanwhile?: (question: keyof OpenFile) => void,
    beforeItOpens = () => {},
  ) {
    const asked: string[] = [];
    const telling: Files = {
      ...files,
      open: async (path, facts, whole) => {
        asked.push(whole ? 'open to hash' : 'open');
        beforeItOpens();
        const tell =
          <Given extends unknown[], Value>(question: keyof OpenFile, ask: (...given: Given) => Promise<Value>) =>
          async (...given: Given): Promise<Value> => {
            asked.push(question);
            const answer = await ask(...given);
            meanwhile?.(question);
            return answer;
          };
        const file = await files.open(path, facts, whole);
        const { close, readInto } = file;
        return {
          close,
          readInto,
          read: tell('read', file.read),
          contentType: tell('contentType', file.contentType),
          hash: tell('hash', file.hash),
        };
      },
    };
    const clock = { now: () => time, elapsed: () => 0, after: () => () => {} };
    const { ledger, folderId: id } = freshLedger();
    ledger.meta.write('root', statSync(root).ino, id);
    const { size, mtimeMs, ino } = statSync(at(name));
    const seen = { path: name, facts: { size, mtimeMs, ino }, state: { kind: 'settling', since: 5_000 }, ...document };
    const outcome = await lookAtFile(
      { files: telling, clock, ledger },
      { ...folder, id, path: root },
      seen as Document,
      { check: async () => undefined },
      new AbortController().signal,
    );
    return { outcome, asked };
  }

  it('opens it once', async () => {
    const content = makeBytes('docx', 'a letter');
    writeFileSync(at('a.docx'), content);
    const { outcome, asked } = await look('a.docx');
    expect(outcome).toMatchObject({
      kind: 'settled',
      hash: createHash('sha256').update(content).digest('hex'),
      contentType: expect.stringContaining('wordprocessing'),
    });
    expect(asked.filter((question) => question.startsWith('open'))).toEqual(['open to hash']);
  });

  it('does not open it before it has settled, nor when it has changed', async () => {
    writeFileSync(at('a.pdf'), makeBytes('pdf', 'a'));
    expect(await look('a.pdf', { state: { kind: 'settling', since: 9_000 } })).toMatchObject({
      outcome: { kind: 'wait' },
      asked: [],
    });
    const before = { size: 1, mtimeMs: 1, ino: 1 };
    expect(await look('a.pdf', { facts: before })).toMatchObject({ outcome: { kind: 'wait', changed: {} }, asked: [] });
  });

  it('is looked at again once it may have settled, not at once, where it changes before it is opened', async () => {
    writeFileSync(at('a.pdf'), makeBytes('pdf', 'a'));
    const { outcome } = await look('a.pdf', {}, undefined, () => appendFileSync(at('a.pdf'), 'more'));
    expect(outcome).toEqual({ kind: 'wait', at: time + 2_000, changed: undefined });
  });

  it('does not take an hour by which the clock is set meanwhile for an hour without a change', async () => {
    writeFileSync(at('a.pdf'), Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000)]));
    const { outcome } = await look('a.pdf', {}, () => {
      time += 3_600_000;
    });
    expect(outcome).toMatchObject({ kind: 'wait', changed: undefined });
  });

  it('does not hash a file whose tail shows that it is unfinished', async () => {
    for (const size of [1_000, 2 * megabyte]) {
      writeFileSync(at('a.pdf'), Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size)]));
      const { outcome, asked } = await look('a.pdf');
      expect(outcome).toMatchObject({ kind: 'wait', changed: undefined });
      expect(asked).not.toContain('hash');
    }
  });

  it('does not hash a file whose hash is known, and reads little of it', async () => {
    writeFileSync(at('a.pdf'), makeBytes('pdf', 'a'));
    const { outcome, asked } = await look('a.pdf', { hash: 'known' });
    expect(outcome).toMatchObject({ kind: 'settled', hash: 'known' });
    expect(asked[0]).toBe('open');
    expect(asked).not.toContain('hash');
  });

  it('says that a part is missing, unless it is of no known type', async () => {
    const whole = makeBytes('pdf', 'a');
    writeFileSync(at('a.pdf'), whole.subarray(0, 200));
    const long = { state: { kind: 'settling', since: -60_000 } } as const;
    const { outcome } = await look('a.pdf', long);
    expect(outcome).toMatchObject({ kind: 'settled', doubt: { values: { message: { code: 'unfit.incomplete.pdf' } } } });
    writeFileSync(at('b.pdf'), whole);
    expect((await look('b.pdf')).outcome).not.toHaveProperty('doubt');
  });

  it('delays a file with a hole in it, ten minutes at most, and says why', async () => {
    for (const size of [100_000, 2 * megabyte]) {
      const [head, tail] = [makeBytes('pdf', 'a').subarray(0, -10), Buffer.from('\n%%EOF\n')];
      writeFileSync(at('a.pdf'), Buffer.concat([head, Buffer.alloc(size), tail]));
      const { outcome } = await look('a.pdf');
      expect(outcome).toMatchObject({
        kind: 'wait',
        at: 605_000,
        changed: undefined,
        delayed: { code: 'unfit.incomplete.hole' },
      });
      const later = await look('a.pdf', { state: { kind: 'settling', since: 10_000 - 600_000 } });
      expect(later.outcome).toMatchObject({ kind: 'settled' });
    }
  });

  it('says how much too large a file is, to the byte', async () => {
    const limit = 25 * megabyte;
    await makeFile(at('a.pdf'), 'a', { size: limit });
    expect((await look('a.pdf')).outcome).toMatchObject({ kind: 'settled' });
    await makeFile(at('a.pdf'), 'a', { size: limit + 1 });
    const { outcome } = await look('a.pdf');
    expect(outcome.kind === 'refused' && inEnglish(outcome.message)).toContain(
      '26,214,401 bytes; the service accepts files up to 26,214,400',
    );
  });

  it('takes an animated PNG as a PNG', async () => {
    const whole = makeBytes('png', 'a');
    const control = Buffer.from('000000086163544c000000010000000000000000', 'hex');
    writeFileSync(at('a.png'), Buffer.concat([whole.subarray(0, 33), control, whole.subarray(33)]));
    expect((await look('a.png')).outcome).toMatchObject({ kind: 'settled', contentType: 'image/png' });
  });

  it.each(['a.jpe', 'a.jfif'])('takes %s as a JPEG', async (name) => {
    writeFileSync(at(name), makeBytes('jpg', 'a'));
    expect((await look(name)).outcome).toMatchObject({ kind: 'settled', contentType: 'image/jpeg' });
  });

  it('does not take in the hash of a part, whatever its facts say after', async () => {
    await makeFile(at('a.pdf'), 'whole', { size: 2 * megabyte });
    const whole = readFileSync(at('a.pdf'));
    utimesSync(at('a.pdf'), 1_600_000_000, 1_600_000_000);
    const { outcome } = await look('a.pdf', {}, (question) => {
      if (question === 'contentType') truncateSync(at('a.pdf'), megabyte);
      if (question !== 'hash') return;
      writeFileSync(at('a.pdf'), whole);
      utimesSync(at('a.pdf'), 1_600_000_000, 1_600_000_000);
    });
    expect(outcome).toMatchObject({ kind: 'wait', changed: { size: 2 * megabyte } });
  });

  it.each(
    [100_000, 2 * megabyte].flatMap((size) => (['read', 'contentType', 'hash'] as const).map((when) => [size, when] as const)),
  )('of %i bytes finds out that it grew, was written to or was replaced after %s', async (size, when) => {
    const another = Buffer.concat([Buffer.from('%PDF-1.7/Type/Page '), Buffer.alloc(size - 24, 1), Buffer.from('%%EOF')]);
    const changes: (() => void)[] = [
      () => appendFileSync(at('a.pdf'), 'more'),
      () => writeFileSync(at('a.pdf'), another),
      () => {
        writeFileSync(at('b'), another);
        renameSync(at('b'), at('a.pdf'));
      },
    ];
    for (const change of changes) {
      await makeFile(at('a.pdf'), 'whole', { size });
      utimesSync(at('a.pdf'), 1_600_000_000, 1_600_000_000);
      let done = false;
      const { outcome } = await look('a.pdf', {}, (question) => {
        if (question === when && !done) change();
        done ||= question === when;
      });
      expect(outcome).toMatchObject({ kind: 'wait', changed: { size: statSync(at('a.pdf')).size } });
    }
  });
});
