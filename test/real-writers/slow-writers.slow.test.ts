/** Writers that pause, reserve, or hide what they do: only the end of a file says that it is whole. */
import { closeSync, openSync, renameSync, truncateSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fileTypes, makeBytes } from '../support/make-files.ts';
import { itWith } from '../support/programs.ts';
import { makeDensePdf, megabyte } from './contents.ts';
import { takesAll, watchFolder } from './watched-folder.ts';

/** Several times the settle time of the watched folder. */
const longPause = 1_500;

describe.concurrent('A writer that', () => {
  it('pauses for longer than the settle time is waited for, whichever the type', async ({ onTestFinished }) => {
    const { into, intray, service, wasIn, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const names = fileTypes.map((type) => `scan.${type}`);
    for (const part of [0.3, 0.6, 0.97]) {
      for (const type of fileTypes) {
        const bytes = makeBytes(type, `slow ${type}`);
        writeFileSync(into(`scan.${type}`), bytes.subarray(0, Math.floor(bytes.length * part)));
      }
      await intray.until('they are seen', () => names.every((name) => wasIn(name, 'settling')));
      await pause(longPause);
      expect(service.requests.filter(({ endpoint }) => endpoint === 'uploadFiles')).toEqual([]);
    }
    for (const type of fileTypes) writeFileSync(into(`scan.${type}`), makeBytes(type, `slow ${type}`));
    await untilDelivered(...names);
    await expectAllWell(names);
  });

  itWith(['fallocate', 'dd'], 'reserves all the space first and fills it in later is waited for', async ({ onTestFinished }) => {
    const { into, from, run, service, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    await makeDensePdf(from('a.pdf'), 'reserved', 4 * megabyte);
    await run('fallocate', '--length', String(4 * megabyte), into('a.pdf'));
    await pause(longPause);
    const fill = (...what: readonly string[]) =>
      run('dd', `if=${from('a.pdf')}`, `of=${into('a.pdf')}`, 'bs=1M', 'conv=notrunc', 'status=none', ...what);
    await fill('count=1');
    await pause(longPause);
    await fill('skip=1', 'seek=1', 'count=2');
    await pause(longPause);
    expect(service.requests.filter(({ endpoint }) => endpoint === 'uploadFiles')).toEqual([]);
    await fill('skip=3', 'seek=3');
    await untilDelivered('a.pdf');
    await expectAllWell(['a.pdf']);
  });

  it('reserves too much and cuts it off at the end is waited for', async ({ onTestFinished }) => {
    const { into, service, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const bytes = makeBytes('docx', 'cut off');
    writeFileSync(into('a.docx'), Buffer.concat([bytes, Buffer.alloc(100_000)]));
    await pause(longPause);
    expect(service.uploads.size).toBe(0);
    truncateSync(into('a.docx'), bytes.length);
    await untilDelivered('a.docx');
    await expectAllWell(['a.docx']);
  });

  it('writes pieces as a share does, and has size and time stand still until it closes, is waited for', async ({
    onTestFinished,
  }) => {
    const { into, from, service, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const bytes = await makeDensePdf(from('a.pdf'), 'share', megabyte);
    const [opened, original] = [new Date(), new Date('2020-02-29T12:00:00Z')];
    const file = openSync(into('a.pdf'), 'w');
    truncateSync(into('a.pdf'), bytes.length);
    const piece = 128 * 1024;
    for (let position = 0; position < bytes.length; position += piece) {
      expect(service.uploads.size).toBe(0);
      writeSync(file, bytes, position, Math.min(piece, bytes.length - position), position);
      utimesSync(into('a.pdf'), opened, opened);
      if (position + piece < bytes.length) await pause(250);
    }
    closeSync(file);
    utimesSync(into('a.pdf'), original, original);
    await untilDelivered('a.pdf');
    await expectAllWell(['a.pdf']);
  });

  it('gives a file its own time after it was taken costs nothing', async ({ onTestFinished }) => {
    const { into, intray, service, untilDelivered, expectAllWell } = await watchFolder(onTestFinished, {
      processingMilliseconds: 1_500,
    });
    const original = new Date('2020-02-29T12:00:00Z');
    writeFileSync(into('a.pdf'), makeBytes('pdf', 'late time'));
    await intray.until('it is sent', () => service.uploads.size === 1);
    utimesSync(into('a.pdf'), original, original);
    await untilDelivered('a.pdf');
    utimesSync(into('a.pdf'), new Date(), new Date());
    writeFileSync(into('b.pdf'), makeBytes('pdf', 'another'));
    await untilDelivered('a.pdf', 'b.pdf');
    await expectAllWell(['a.pdf', 'b.pdf']);
  });

  it('downloads under another name, as browsers do, is passed over until it renames', async ({ onTestFinished }) => {
    const { into, service, said, untilDelivered, expectAllWell } = await watchFolder(onTestFinished, { settings: takesAll });
    const bytes = makeBytes('pdf', 'download');
    // One browser has only its own name for it; another holds the final name with an empty file.
    const downloads = [into('Unconfirmed 4711.crdownload'), into('second.pdf.part')];
    writeFileSync(into('second.pdf'), '');
    writeFileSync(downloads[0] ?? '', bytes);
    writeFileSync(downloads[1] ?? '', bytes.subarray(0, 200));
    await pause(longPause);
    expect(service.uploads.size).toBe(0);
    expect(said('Unconfirmed 4711.crdownload')).toBeUndefined();
    renameSync(downloads[0] ?? '', into('first.pdf'));
    writeFileSync(downloads[1] ?? '', makeBytes('pdf', 'second download'));
    renameSync(downloads[1] ?? '', into('second.pdf'));
    await untilDelivered('first.pdf', 'second.pdf');
    await expectAllWell(['first.pdf', 'second.pdf']);
  });

  itWith('sh', 'holds its file open is waited for until it has closed it', async ({ onTestFinished }) => {
    const { into, from, start, intray, service, wasIn, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const bytes = makeBytes('pdf', 'held open');
    writeFileSync(from('one'), bytes.subarray(0, 300));
    writeFileSync(from('two'), bytes.subarray(300));
    const until = (name: string) => `while [ ! -e "${from(name)}" ]; do sleep 0.1; done`;
    start(
      'sh',
      '-c',
      `exec 3>"$0"; cat "$1" >&3; ${until('go on')}; cat "$2" >&3; ${until('close')}`,
      into('a.pdf'),
      from('one'),
      from('two'),
    );
    await intray.until('it is seen', () => wasIn('a.pdf', 'settling'));
    await pause(longPause);
    expect(service.uploads.size).toBe(0);
    writeFileSync(from('go on'), '');
    await pause(longPause);
    // Elsewhere the system does not tell.
    if (process.platform === 'linux') expect(service.uploads.size).toBe(0);
    writeFileSync(from('close'), '');
    await untilDelivered('a.pdf');
    await expectAllWell(['a.pdf']);
  });
});
