import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFile, makeTree } from '../support/make-files.ts';
import { filesBelow } from '../support/run-intray.ts';
import { expectResults, expectTable, resultOf, summaryOf } from './outputs.ts';
import { openProgram, type Program, sentOtherThanOnce } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
/** A hook that gives a fault to the first call of an endpoint and leaves the others alone. */
function once<Given>(endpoint: string, fault: Given): (request: { readonly endpoint: string | undefined }) => Given | undefined {
  let given = false;
  return (request) => {
    if (given || request.endpoint !== endpoint) return undefined;
    given = true;
    return fault;
  };
}

describe.concurrent('when the answer to an upload is lost', () => {
  it('holds the documents for a person, and never sends them again unasked', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      onRequest: once('uploadFiles', 'reset-after-whole' as const),
    });
    await makeFile(join(space.folder, 'a.pdf'), 'a');
    const first = await runFolder();
    expect(first.code, first.stderr).toBe(1);
    expect(summaryOf(first).balance).toMatchObject({ found: 1, delivered: 0, moving: 1 });
    const second = await runFolder();
    expect(second.code).toBe(1);
    expect([...service.uploads.values()]).toEqual([1]);
    expect(service.violations).toEqual([]);
  });

  it('sends them once more if that is what the folder says, and marks the result', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      onRequest: once('uploadFiles', 'reset-after-whole' as const),
    });
    await makeFile(join(space.folder, 'a.pdf'), 'a');
    const end = await runFolder(['--unresolved', 'resend']);
    // A possible duplicate is for a person to look at.
    expect(end.code, end.stderr).toBe(1);
    expect([...service.uploads.values()]).toEqual([2]);
    expect(await resultOf(space.folder, 'a.pdf')).toMatchObject({ possible_duplicate: true });
  });
});

describe.concurrent('when the service refuses', () => {
  it('finds the one bad file of a request, and delivers the others', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      onWhole: ({ fileNames }) =>
        fileNames.includes('bad.pdf') ? { status: 400, body: { error: 'bad.pdf is not accepted' } } : undefined,
    });
    const sources = Array.from({ length: 9 }, (_, index) => `${index}.pdf`);
    for (const source of [...sources, 'bad.pdf']) await makeFile(join(space.folder, source), source);
    const end = await runFolder();
    expect(end.code, end.stderr).toBe(1);
    expect(summaryOf(end).balance).toMatchObject({ found: 10, delivered: 9, rejected: 1 });
    expect(end.stdout).toContain('bad.pdf is not accepted');
    await expectResults(space.folder, sources);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.violations).toEqual([]);
  });

  it('slows down when it is asked to, sends again what was not accepted, and finishes', async ({ onTestFinished }) => {
    const faults = [
      once('uploadFiles', { status: 429, body: { error: 'Slow down.' }, headers: { 'retry-after': '1' } }),
      once('getBatchResults', { status: 503, body: { error: 'Busy.' } }),
    ];
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      onRequest: (request) => faults.map((fault) => fault(request)).find((fault) => fault !== undefined),
    });
    const sources = await makeTree(space.folder, 8);
    const end = await runFolder();
    expect(end.code, end.stderr).toBe(0);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.violations).toEqual([]);
    await expectResults(space.folder, sources);
  });

  it('stops when the key is revoked, and goes on with a new one where it was', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      onRequest: (request) => {
        if (request.endpoint === 'getBatchResults') service.revoke(service.key);
        return undefined;
      },
    });
    const sources = await makeTree(space.folder, 4);
    const first = await runFolder();
    expect(first.code, first.stderr).toBe(1);
    expect(`${first.stdout}${first.stderr}`).toMatch(/revoked/);
    service.addKey('strict-key-second');
    const second = await runFolder([], { key: 'strict-key-second' });
    expect(second.code, second.stderr).toBe(0);
    await expectResults(space.folder, sources);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.violations).toEqual([]);
  });
});

describe.concurrent('when it is killed', () => {
  const results = async ({ space }: Program): Promise<string[]> =>
    (await filesBelow(space.folder)).filter((path) => path.endsWith('.json'));
  const uploads = ({ service }: Program): number =>
    service.requests.filter((request) => request.endpoint === 'uploadFiles' && request.status === 200).length;

  it.for<[string, (program: Program) => boolean | Promise<boolean>]>([
    ['while it sends', (program) => uploads(program) > 0],
    ['while it writes', async (program) => (await results(program)).length > 0],
  ])(
    '%s, the next run goes on from there: nothing is sent twice, no output is half or double',
    async ([, now], { onTestFinished }) => {
      const program = await openProgram(onTestFinished, { processingMilliseconds: 1000 });
      const { space, service } = program;
      const sources = await makeTree(space.folder, 60);
      const killed = program.start(program.folderArgs(['--batch-size', '5']));
      await killed.until('it is time', () => now(program));
      killed.signal('SIGKILL');
      await killed.ended;
      const end = await program.runFolder(['--batch-size', '5']);
      const { balance } = summaryOf(end);
      // An answer that came with the end was not read: to ask for it again is no mistake.
      expect(service.violations.filter((violation) => !violation.includes('after every file was terminal'))).toEqual([]);
      expect(sentOtherThanOnce(service)).toEqual([]);
      // What was between its last byte and its answer when the end came is in doubt, and held for a person.
      const held = sources.length - (balance.delivered ?? 0);
      const sizes = service.requests.map(({ endpoint, fileNames }) => (endpoint === 'uploadFiles' ? fileNames.length : 0));
      expect(sumsOf(sizes), 'whole batches').toContain(held);
      expect(held).toBeLessThanOrEqual(20);
      expect(end.code, end.stderr).toBe(held === 0 ? 0 : 1);
      expect(balance).toMatchObject({ found: 60, moving: held, failed: 0 });
      const delivered = (await results(program)).map((path) => path.slice(0, -'.json'.length));
      expect(delivered).toHaveLength(60 - held);
      await expectResults(space.folder, delivered);
      await expectTable(space.folder, delivered);
      expect((await filesBelow(space.folder)).filter((path) => !/\.(pdf|png|jpg|docx|json|csv)$/.test(path))).toEqual([
        '.intray',
      ]);
    },
  );
});

/** What some of the numbers add up to. */
function sumsOf(numbers: readonly number[]): number[] {
  const sums = new Set([0]);
  for (const number of numbers) for (const sum of [...sums]) sums.add(sum + number);
  return [...sums];
}
