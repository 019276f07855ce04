/** Files that change, or go, while Intray is at work on them. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sha256Of, summaryOf } from '../acceptance/outputs.ts';
import { makeBytes } from '../support/make-files.ts';
import { makeDensePdf, megabyte, withPagesAppended } from './contents.ts';
import { type SlowLine, startSlowLine } from './slow-line.ts';
import { type WatchOptions, watchFolder } from './watched-folder.ts';

describe.concurrent('A file', () => {
  it('to which pages are appended after it was delivered is sent anew, and replaces its own JSON', async ({ onTestFinished }) => {
    const { into, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const one = makeBytes('pdf', 'one page');
    writeFileSync(into('scan.pdf'), one);
    writeFileSync(into('other.pdf'), makeBytes('pdf', 'other'));
    await untilDelivered('scan.pdf', 'other.pdf');
    const first = await sha256Of(into('scan.pdf'));
    const two = withPagesAppended(one, 'page two');
    await appendFile(into('scan.pdf'), two.subarray(one.length, one.length + 40));
    await appendFile(into('scan.pdf'), two.subarray(one.length + 40));
    await untilDelivered('scan.pdf', 'other.pdf');
    const second = await sha256Of(into('scan.pdf'));
    await appendFile(into('scan.pdf'), withPagesAppended(two, 'page three').subarray(two.length));
    await untilDelivered('scan.pdf', 'other.pdf');
    await expectAllWell(['other.pdf', 'scan.pdf'], [first, second]);
  });

  it('that is deleted while it settles is gone, and nothing is sent', async ({ onTestFinished }) => {
    const { into, intray, service, said, wasIn, untilDelivered, expectAllWell } = await watchFolder(onTestFinished, {
      // Long enough to be deleted in, also on a machine that is busy.
      settings: { settleSeconds: 8 },
    });
    writeFileSync(into('gone.pdf'), makeBytes('pdf', 'gone'));
    await intray.until('it is seen', () => wasIn('gone.pdf', 'settling'));
    rmSync(into('gone.pdf'));
    writeFileSync(into('stays.pdf'), makeBytes('pdf', 'stays'));
    await intray.until('it is known to be gone', () => said('gone.pdf')?.state === 'gone');
    await untilDelivered('stays.pdf');
    expect(service.uploads.size).toBe(1);
    await expectAllWell(['stays.pdf']);
    expect(summaryOf(await intray.ended).balance).toMatchObject({ found: 2, delivered: 1, gone: 1 });
  });

  it('that is replaced while it is being sent is taken back, and only the new content arrives', async ({ onTestFinished }) => {
    const line: { slow?: SlowLine } = {};
    const { into, from, intray, service, untilDelivered, expectAllWell } = await watchFolder(
      onTestFinished,
      slowly(line, onTestFinished),
    );
    await makeDensePdf(into('scan.pdf'), 'first', 16 * megabyte);
    await makeDensePdf(from('scan.pdf'), 'second', megabyte);
    await intray.until('it is being sent', () => (line.slow?.passed ?? 0) > megabyte);
    renameSync(from('scan.pdf'), into('scan.pdf'));
    await untilDelivered('scan.pdf');
    await intray.until('the service has seen the first upload cut', () => service.cut === 1);
    await expectAllWell(['scan.pdf']);
  });

  it('that is deleted while it is being sent is taken back, and what was sent with it arrives alone', async ({
    onTestFinished,
  }) => {
    const line: { slow?: SlowLine } = {};
    const { into, from, intray, service, said, untilDelivered, expectAllWell } = await watchFolder(
      onTestFinished,
      slowly(line, onTestFinished),
    );
    await makeDensePdf(from('large.pdf'), 'large', 16 * megabyte);
    await makeDensePdf(from('with it.pdf'), 'with it', 2 * megabyte);
    for (const name of ['large.pdf', 'with it.pdf']) renameSync(from(name), into(name));
    await intray.until('it is being sent', () => (line.slow?.passed ?? 0) > megabyte);
    rmSync(into('large.pdf'));
    await intray.until('it is known to be gone', () => said('large.pdf')?.state === 'gone');
    await untilDelivered('with it.pdf');
    expect(service.received.map(({ fileName }) => fileName)).toEqual(['with it.pdf']);
    await expectAllWell(['with it.pdf']);
  });

  it('that is replaced after it was sent, before the answer, has the result of its new content alone', async ({
    onTestFinished,
  }) => {
    const { into, from, intray, service, untilDelivered, expectAllWell } = await watchFolder(onTestFinished, {
      answerMilliseconds: 1_500,
    });
    writeFileSync(into('scan.pdf'), makeBytes('pdf', 'first'));
    writeFileSync(from('scan.pdf'), makeBytes('pdf', 'second'));
    const first = await sha256Of(into('scan.pdf'));
    await intray.until('it is sent', () => service.uploads.size === 1);
    renameSync(from('scan.pdf'), into('scan.pdf'));
    await untilDelivered('scan.pdf');
    await expectAllWell(['scan.pdf'], [first], []);
  });
});

/** A line that takes seconds for a large file, so that there is a time in which it is being sent. */
function slowly(line: { slow?: SlowLine }, onTestFinished: (work: () => Promise<void>) => void): WatchOptions {
  return {
    async through(url) {
      const slow = await startSlowLine(url, 5 * megabyte);
      line.slow = slow;
      onTestFinished(() => slow.close());
      return slow.url;
    },
  };
}
