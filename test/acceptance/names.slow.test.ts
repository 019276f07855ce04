import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import { jsonLines } from '../support/run-intray.ts';
import { expectResults, expectTable, summaryOf } from './outputs.ts';
import { openProgram, sentOtherThanOnce } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
const nfc = 'Müller Öl.pdf'.normalize('NFC');
const nfd = 'Müller Öl.pdf'.normalize('NFD');

/** Names that every file system takes. */
const everywhere = [
  'Rechnung März 2026.pdf',
  "it's 100 %.pdf",
  'ÄÖÜ äöü ß.docx',
  '🧾 Beleg 👩‍👩‍👧.png',
  '日本語 עברית.jpg',
  '[a] {b} (1), c; d + e = f.pdf',
  '$HOME `id` & co.pdf',
  '-rf.pdf',
  'UPPER.PDF',
  'many.dots.in.it.pdf',
  ' leading space.pdf',
  `${'a'.repeat(196)}.pdf`,
  // 200 characters, and with the result's ending exactly as long as a name may be.
  `${'ü'.repeat(50)}${'b'.repeat(146)}.pdf`,
  'Januar/scan.pdf',
  'Februar/scan.pdf',
  'Februar/scan.png',
  'Ordner "neu"/Käse/scan.pdf'.replaceAll('"', "'"),
  `nfc/${nfc}`,
  `nfd/${nfd}`,
];

/** Names that only some file systems take, or tell apart. */
const onlyLinux = ['"quoted".pdf', 'line\nbreak.pdf', 'back\\slash.pdf', nfc, nfd, 'case.pdf', 'CASE.pdf', 'what?*|<>:.pdf'];

it('delivers every name that a file can have, each once, to its own file', async ({ onTestFinished }) => {
  const { space, service, runFolder } = await openProgram(onTestFinished);
  const sources = [...everywhere, ...(process.platform === 'linux' ? onlyLinux : [])];
  for (const [index, source] of sources.entries()) await makeFile(join(space.folder, source), `name ${index}`);
  const end = await runFolder(['--batch-size', '30']);
  expect(end.code, end.stderr).toBe(0);
  expect(service.violations).toEqual([]);
  expect(sentOtherThanOnce(service)).toEqual([]);
  expect(summaryOf(end).balance).toMatchObject({ found: sources.length, delivered: sources.length });
  await expectResults(space.folder, sources);
  await expectTable(space.folder, sources);
  const told = new Set(jsonLines(end.stdout).flatMap((line) => (line.event === 'document' ? [line.path] : [])));
  expect(told).toEqual(new Set(sources));
});
