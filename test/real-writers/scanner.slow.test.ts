/** SANE's own scanning program with its test device, which sends its picture slowly. */
import { describe, expect } from 'vitest';
import { itWith } from '../support/programs.ts';
import { namesIn, takesAll, watchFolder } from './watched-folder.ts';

const scanner = ['--device-name', 'test', '--mode', 'Color', '--test-picture', 'Color pattern'];
/** Each buffer of a page is held back so long that a page takes several times the settle time. */
const slowly = ['--read-delay=yes', '--read-delay-duration', '200000', '--read-limit=yes', '--read-limit-size', '32768'];

describe.concurrent('A page from a scanner', () => {
  itWith('scanimage', 'of a batch is passed over until it has its own name', async ({ onTestFinished }) => {
    const { intray, into, run, service, everHad, untilDelivered, expectAllWell } = await watchFolder(onTestFinished, {
      settings: takesAll,
    });
    const names = ['page1.png', 'page2.png', 'page3.png'];
    const scanning = run(
      'scanimage',
      ...scanner,
      ...slowly,
      '--resolution',
      '100',
      '--format=png',
      `--batch=${into('page%d.png')}`,
      '--batch-count=3',
    );
    await intray.until('a page is on its way', () => everHad((name) => name === 'page1.png.part'));
    expect(service.uploads.size).toBe(0);
    await scanning;
    await untilDelivered(...names);
    // The test device's pages are all the same: one is sent, and the others take its result.
    expect(service.uploads.size).toBe(1);
    await expectAllWell(names);
  });

  itWith('scanimage', 'that grows under its own name is read when it is whole', async ({ onTestFinished }) => {
    const { folder, intray, into, run, service, untilDelivered, expectAllWell } = await watchFolder(onTestFinished);
    const names = ['scan.jpeg', 'scan.pdf', 'scan.png'];
    const scanning = Promise.all(
      names.map((name, index) =>
        run(
          'scanimage',
          ...scanner,
          ...slowly,
          '--resolution',
          String(120 + index),
          `--format=${name.slice(5)}`,
          '--output-file',
          into(name),
        ),
      ),
    );
    await intray.until('they are all begun', () => names.every((name) => namesIn(folder).includes(name)));
    expect(service.uploads.size).toBe(0);
    await scanning;
    await untilDelivered(...names);
    await expectAllWell(names);
  });

  itWith('scanimage', 'of one batch after the other has the same names, and other content', async ({ onTestFinished }) => {
    const { into, run, untilDelivered, expectAllWell, service } = await watchFolder(onTestFinished);
    const batch = (picture: string) =>
      run(
        'scanimage',
        '--device-name',
        'test',
        '--mode',
        'Color',
        '--test-picture',
        picture,
        '--format=jpeg',
        `--batch=${into('out%d.jpg')}`,
        '--batch-count=2',
      );
    await batch('Grid');
    await untilDelivered('out1.jpg', 'out2.jpg');
    const [grid = ''] = [...service.uploads.keys()];
    await batch('Color pattern');
    await untilDelivered('out1.jpg', 'out2.jpg');
    // Both pages of a batch have the same content.
    await expectAllWell(['out1.jpg', 'out2.jpg'], [grid], [grid, grid]);
  });
});
