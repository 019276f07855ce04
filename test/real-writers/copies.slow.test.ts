/** Programs that copy and move: they make the file under its name at once and fill it, or rename it into place at the end. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { sha256Of } from '../acceptance/outputs.ts';
import { makeBytes } from '../support/make-files.ts';
import { hasProgram, itUnlessMissing, itWith } from '../support/programs.ts';
import { makeDensePdf, megabyte } from './contents.ts';
import { noOtherFileSystem, takesAll, watchFolder } from './watched-folder.ts';

describe.concurrent('A file that is copied or moved in', () => {
  itWith(
    'cp',
    'by cp, large ones among them and some with their old time, is read when it is whole',
    async ({ onTestFinished }) => {
      const { into, from, run, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
      for (const [name, size] of [
        ['a', 24],
        ['b', 20],
        ['c', 1],
      ] as const)
        await makeDensePdf(from(`${name}.pdf`), name, size * megabyte);
      await Promise.all([
        run('cp', from('a.pdf'), into('a.pdf')),
        run('cp', '-p', from('b.pdf'), into('b.pdf')),
        run('cp', '-p', from('c.pdf'), into('c.pdf')),
      ]);
      await untilDelivered('a.pdf', 'b.pdf', 'c.pdf');
      // The same content once more, over itself: that is nothing new.
      await run('cp', from('c.pdf'), into('c.pdf'));
      await run('cp', '-p', from('b.pdf'), into('b2.pdf'));
      await untilDelivered('b2.pdf', 'c.pdf');
      await expectAllWell(['a.pdf', 'b.pdf', 'b2.pdf', 'c.pdf']);
    },
  );

  itWith(
    'mv',
    'by mv within its file system is whole from the first look, also in the place of another',
    async ({ onTestFinished }) => {
      const { into, from, run, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
      await makeDensePdf(from('a.pdf'), 'first', 2 * megabyte);
      writeFileSync(from('new a.pdf'), makeBytes('pdf', 'second'));
      const first = await sha256Of(from('a.pdf'));
      await run('mv', from('a.pdf'), into('a.pdf'));
      await untilDelivered('a.pdf');
      await run('mv', from('new a.pdf'), into('a.pdf'));
      await untilDelivered('a.pdf');
      await expectAllWell(['a.pdf'], [first]);
    },
  );

  itUnlessMissing(
    hasProgram('mv') ? noOtherFileSystem() : 'mv',
    'by mv from another file system is read when it is whole',
    async ({ onTestFinished }) => {
      const { into, elsewhere = '', run, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
      const names = ['a.pdf', 'b.pdf', 'c.pdf'];
      for (const name of names) await makeDensePdf(join(elsewhere, name), name, 12 * megabyte);
      await run('mv', ...names.map((name) => join(elsewhere, name)), into(''));
      await untilDelivered(...names);
      await expectAllWell(names);
    },
  );

  itWith('rsync', 'by rsync is passed over under its temporary name and taken under its own', async ({ onTestFinished }) => {
    const { intray, into, from, run, everHad, untilDelivered, expectAllWell, service } = await watchFolder(onTestFinished, {
      settings: takesAll,
    });
    await makeDensePdf(from('slow.pdf'), 'slow', 4 * megabyte);
    writeFileSync(from('quick.png'), makeBytes('png', 'quick'));
    const copying = run('rsync', '-t', '--bwlimit=2000', from('quick.png'), from('slow.pdf'), into(''));
    await intray.until('the temporary file was there', () => everHad((name) => name.startsWith('.slow.pdf.')));
    await copying;
    await untilDelivered('slow.pdf', 'quick.png');
    expect(service.received.map(({ fileName }) => fileName).sort()).toEqual(['quick.png', 'slow.pdf']);
    expect(intray.stdout()).not.toContain('.slow.pdf.');
    await expectAllWell(['quick.png', 'slow.pdf']);
  });

  itWith(
    'rsync',
    'by rsync --inplace, slowly, is read when it is whole, and again when it was brought up to date',
    async ({ onTestFinished }) => {
      const { into, from, run, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
      await makeDensePdf(from('a.pdf'), 'first', 4 * megabyte);
      const first = await sha256Of(from('a.pdf'));
      await run('rsync', '-t', '--inplace', '--whole-file', '--bwlimit=2000', from('a.pdf'), into('a.pdf'));
      await untilDelivered('a.pdf');
      await makeDensePdf(from('a.pdf'), 'second', 3 * megabyte);
      await run('rsync', '-t', '--inplace', '--no-whole-file', '--bwlimit=2000', from('a.pdf'), into('a.pdf'));
      await untilDelivered('a.pdf');
      // With nothing to do it touches nothing; with another time alone the content stays what it was.
      await run('rsync', '--inplace', '--ignore-times', from('a.pdf'), into('a.pdf'));
      await run('rsync', '-t', from('a.pdf'), into('a.pdf'));
      await untilDelivered('a.pdf');
      await expectAllWell(['a.pdf'], [first]);
    },
  );

  itWith('rsync', 'by rsync as a whole tree, with its files held back to the end, is taken once', async ({ onTestFinished }) => {
    const { into, from, run, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const names = ['x/1.pdf', 'x/2.png', 'x/y/3.jpg', 'x/y/4.docx'];
    await run('mkdir', '-p', from('x/y'));
    for (const name of names)
      writeFileSync(
        from(name),
        makeBytes(name.endsWith('pdf') ? 'pdf' : name.endsWith('png') ? 'png' : name.endsWith('jpg') ? 'jpg' : 'docx', name),
      );
    await run('rsync', '-a', '--delay-updates', from('x'), into(''));
    await untilDelivered(...names);
    await expectAllWell(names);
  });
});
