/**
 * The process is killed some twenty times while people, in the window and on the command line, put documents into another category, or have
 * them classified again: there, and back.
 * Each point of the way between the two steps is one of them.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { whileOpen } from '../support/inside/mortal-ledger.ts';
import { makeFile } from '../support/make-files.ts';
import type { Seen } from '../support/seen.ts';
import { type StrictService, startStrictService } from '../support/strict/strict-service.ts';
import { extractedDataOf } from '../support/strict/values.ts';
import { readTable } from '../support/table.ts';
import { isLeftover, namesBelow, seenHalfWritten, sha256 } from './after-life.ts';
import { type CategoryLifePlan, missed } from './category-life.ts';
import type { KillPoint } from './fate.ts';
import { bundle, startLife } from './lives.ts';

/** Where each life ends: those of even documents after a category was set, those of odd ones after they were classified again. */
const there = [
  ['overrideCategory after 1', 'redoClassification after 1'],
  ['commit before 1', 'commit before 1'],
  ['uploadFiles before 1', 'getClassificationBatch after 1'],
  ['uploadFiles boundary 1', 'uploadFiles boundary 1'],
  ['uploadFiles sent 1', 'uploadFiles whole 1'],
  ['getBatchResults after 1', 'getBatchResults before 1'],
].flat();
const back = [
  ['commit after 1', 'commit after 1'],
  ['replaceWhole before 1', 'getClassificationBatch before 1'],
  ['replaceWhole half 1', 'replaceWhole half 1'],
  ['replaceWhole after 1', 'replaceWhole after 2'],
  ['writeAt half 1', 'writeAt after 1'],
].flat();

const count = there.length;
const names = Array.from({ length: count }, (_, index) => `scan ${index}.pdf`);
const categories = ['Invoices', 'Receipts'];
const other = (category: string | undefined) => (category === 'Invoices' ? 'Receipts' : 'Invoices');
const whereOf = (index: number) => (index % 4 < 2 ? 'window' : 'command line');
const isSet = (index: number) => index % 2 === 0;

let service: StrictService;
let root: string;

afterEach(async () => {
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

function pointOf(text: string): KillPoint {
  const [operation = '', moment = '', occurrence = ''] = text.split(' ');
  return { operation, moment: moment as KillPoint['moment'], occurrence: Number(occurrence) };
}

it('sends each page once to each place, keeps what it leaves, and replaces outputs once, through twenty-two kills', async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-categories-')));
  mkdirSync(join(root, 'data'));
  const folder = join(root, 'mail');
  for (const name of names) await makeFile(join(folder, name), `content of ${name}`);
  let made = 0;
  const idOf = (category: string) => `category ${categories.indexOf(category)}`;
  /** When each content was classified: another run says the other category. */
  const runs = new Map<string, Set<number>>();
  service = await startStrictService({
    answerMilliseconds: 80,
    processingMilliseconds: 50,
    // The first ids are those of the categories.
    newId: (kind) => `${kind} ${made++}`,
    category(file) {
      const times = runs.get(file.sha256) ?? new Set();
      runs.set(file.sha256, times.add((file as typeof file & { acceptedAt: number }).acceptedAt));
      return categories[(times.size + 1) % 2] ?? null;
    },
  });
  const [invoices, receipts] = categories.map((name) => service.addExtraction({ name })) as [string, string];
  const extractions = { Invoices: invoices, Receipts: receipts };
  const classification = service.addClassification(categories.map((name) => ({ name })));
  const program = await bundle('category-life.ts', join(root, 'program'));
  const plan = { root, url: service.url, key: service.key, classification, extractions };
  const live = (more: Pick<CategoryLifePlan, 'deeds' | 'kill'>) =>
    startLife(program, { ...plan, ...more }, join(root, 'compiled'));
  const first = await live({ deeds: [] });
  expect(first, first.complaints).toMatchObject({ code: 0 });

  const wished = new Map<string, string>();
  const wish = (index: number) => {
    const path = names[index] ?? '';
    const where = whereOf(index);
    if (!isSet(index)) return { path, where } as const;
    const category = other(wished.get(path) ?? 'Invoices');
    wished.set(path, category);
    return { path, where, categoryId: idOf(category) } as const;
  };
  const reached: string[] = [];
  for (const [round, point] of [...there, ...back].entries()) {
    const life = await live({ deeds: [wish(round % count)], kill: pointOf(point) });
    expect(life.signal, `${point}: ${life.complaints}`).toBe('SIGKILL');
    expect(seenHalfWritten(folder), point).toEqual([]);
    if (!life.said.includes(missed)) reached.push(point);
  }
  expect(reached.length).toBeGreaterThan(19);

  // What somebody could not see done is asked for again, and some go there once more.
  const last = names.flatMap((path, index) => {
    const category = wished.get(path);
    return category === undefined
      ? []
      : [{ path, where: whereOf(index), categoryId: idOf(index % 3 === 0 ? other(category) : category) } as const];
  });
  const end = await live({ deeds: last });
  expect(end, end.complaints).toMatchObject({ code: 0 });

  const read = (seen: Seen) => {
    const documents = seen.files();
    const rows = new Map(
      categories.map((name) => [name, readTable(readFileSync(join(folder, `intray-${name}.csv`))).map(({ file }) => file)]),
    );
    const sent = (owner: string, hash: string) =>
      service.received.filter((file) => file.owner === owner && file.sha256 === hash).length;
    expect(documents).toHaveLength(count);
    expect(seen.wishes()).toEqual([]);
    let unresolved = 0;
    for (const { earlier, path, hash = '', stage, route } of documents) {
      const verdict = earlier[0]?.result;
      const category = verdict?.kind === 'classification' ? (verdict.category.name ?? '') : '';
      const wanted = last.find((each) => each.path === path)?.categoryId;
      const said = categories[((runs.get(hash)?.size ?? 0) + 1) % 2] ?? '';
      expect(idOf(category), path).toBe(wanted ?? idOf(said));
      expect(route.id, path).toBe(extractions[category as keyof typeof extractions]);
      expect(sent(classification, hash), path).toBe(1);
      for (const extraction of [invoices, receipts]) expect(sent(extraction, hash), path).toBeLessThan(2);
      // What was sent to the other extraction is kept with its result.
      const elsewhere = extractions[other(category) as keyof typeof extractions];
      const left = seen.jobs(hash).find((job) => job.route.id === elsewhere);
      if (sent(elsewhere, hash) === 1) expect(left, path).toMatchObject({ tries: 1 });
      if (left !== undefined && left.tries > 0 && left.stage !== 'in doubt')
        expect(left.result, path).toMatchObject({ values: extractedDataOf(hash) });
      if (stage === 'in doubt') {
        unresolved += 1;
        continue;
      }
      expect(sent(route.id, hash), path).toBe(1);
      expect(JSON.parse(readFileSync(join(folder, `${path}.json`), 'utf8')), path).toMatchObject({
        source: { sha256: sha256(join(folder, path)) },
        route: { kind: 'extraction', name: category },
        extracted_data: extractedDataOf(hash),
        classification: { category: { name: category } },
      });
      for (const [name, files] of rows)
        expect(
          files.filter((file) => file === path),
          `${path} in ${name}`,
        ).toHaveLength(name === category ? 1 : 0);
    }
    // Only answers that nobody heard are in doubt: of the four that are killed in an upload, and of what was on its way at other kills.
    expect(unresolved).toBeLessThan(count / 2);
  };
  whileOpen(join(root, 'data'), read, new URL(service.url).origin);
  const files = namesBelow(folder);
  expect(files.filter(isLeftover)).toEqual([]);
  expect(files.filter((name) => name.endsWith('.csv'))).toEqual([
    'intray-Invoices.csv',
    'intray-Receipts.csv',
    'intray-mail.csv',
  ]);
  const classified = readTable(readFileSync(join(folder, 'intray-mail.csv'))).map(({ file }) => file ?? '');
  expect(classified.toSorted()).toEqual(names.toSorted());
  expect(service.violations.filter((violation) => !/ms after /.test(violation))).toEqual([]);
}, 600_000);
