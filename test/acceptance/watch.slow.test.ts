import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBytes, makeFile, makeTree } from '../support/make-files.ts';
import { filesBelow, type Intray, type IntrayEnd, jsonLines } from '../support/run-intray.ts';
import type { StrictOptions } from '../support/strict/strict-service.ts';
import { expectNoKey, expectResults, expectTable, summaryOf } from './outputs.ts';
import { openProgram, type Program, sentOtherThanOnce } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
interface Stage extends Program {
  /** Starts `intray watch` on the folder; it has begun when it says so of the folder. */
  watch(settings?: object): Promise<Intray>;
  /** Waits until so many documents have all their outputs on disk. */
  untilDelivered(intray: Intray, count: number): Promise<void>;
  /** A signal ends it soon, with 0 or by SIGINT itself, and nothing half written is left. */
  stop(intray: Intray, signal?: NodeJS.Signals): Promise<IntrayEnd>;
  expectSentOnce(contents: number): void;
}

async function openStage(onTestFinished: Parameters<typeof openProgram>[0], options: StrictOptions = {}): Promise<Stage> {
  const program = await openProgram(onTestFinished, options);
  const { space, service, extraction } = program;
  const config = join(space.root, 'config.json');
  return {
    ...program,
    async watch(settings = {}) {
      const route = { kind: 'extraction', id: extraction };
      const folder = { path: space.folder, route, settleSeconds: 0.2, existing: 'send', ...settings };
      writeFileSync(config, JSON.stringify({ url: service.url, folders: [folder] }));
      const intray = program.start(['watch', '--config', config, '--data-dir', space.dataDir, '--json']);
      await intray.until('it watches', () => seen(intray).some((line) => line.event === 'folder' && line.health === 'watching'));
      return intray;
    },
    async untilDelivered(intray, count) {
      const results = (): number =>
        readdirSync(space.folder, { recursive: true }).filter((path) => String(path).endsWith('.json')).length;
      const told = () =>
        seen(intray).flatMap((line) => (line.event === 'document' && line.delivered === true ? [line.path] : []));
      // The files are counted first: that costs less than to read what has been said.
      await intray.until(`${count} are delivered`, () => results() >= count && new Set(told()).size >= count);
    },
    async stop(intray, signal = 'SIGTERM') {
      intray.signal(signal);
      const end = await intray.ended;
      expect(end.signal ?? end.code, end.stderr).toBe(signal === 'SIGINT' ? 'SIGINT' : 0);
      summaryOf(end);
      const odd = (await filesBelow(space.folder)).filter((path) => !/\.(pdf|png|jpg|docx|json|csv)$/.test(path));
      expect(odd).toEqual(['.intray']);
      await expectNoKey(service.key, [space.root], end.stdout, end.stderr);
      return end;
    },
    expectSentOnce(contents) {
      expect(service.violations).toEqual([]);
      expect(sentOtherThanOnce(service)).toEqual([]);
      expect(service.uploads.size).toBe(contents);
    },
  };
}

/** The whole lines so far. */
function seen(intray: Intray): ReturnType<typeof jsonLines> {
  const text = intray.stdout();
  return jsonLines(text.slice(0, text.lastIndexOf('\n') + 1));
}

function isTold(intray: Intray, path: string): boolean {
  return seen(intray).some((line) => line.event === 'document' && line.path === path);
}

describe.concurrent('intray watch', () => {
  it('takes 200 files that are dropped at once, each once', async ({ onTestFinished }) => {
    const { space, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished);
    const intray = await watch({ askAbove: 0 });
    const sources = Array.from({ length: 200 }, (_, index) => `scan ${index}.pdf`);
    for (const source of sources) writeFileSync(join(space.folder, source), makeBytes('pdf', source));
    await untilDelivered(intray, 200);
    const end = await stop(intray);
    expect(summaryOf(end).balance).toMatchObject({ found: 200, delivered: 200, moving: 0 });
    expectSentOnce(200);
    await expectResults(space.folder, sources);
    await expectTable(space.folder, sources);
  });

  it('takes a folder that is moved in as a whole', async ({ onTestFinished }) => {
    const { space, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished);
    const intray = await watch();
    const outside = join(space.root, 'outside');
    const sources = (await makeTree(outside, 20)).map((path) => `moved in/${path}`);
    renameSync(outside, join(space.folder, 'moved in'));
    await untilDelivered(intray, 20);
    await stop(intray);
    expectSentOnce(20);
    await expectResults(space.folder, sources);
  });

  it('takes a file that is renamed while it settles only under its new name', async ({ onTestFinished }) => {
    const { space, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished);
    const intray = await watch({ settleSeconds: 5 });
    await makeFile(join(space.folder, 'scan0001.pdf'), 'renamed early');
    await intray.until('it is seen', () => isTold(intray, 'scan0001.pdf'));
    renameSync(join(space.folder, 'scan0001.pdf'), join(space.folder, 'Rechnung.pdf'));
    await untilDelivered(intray, 1);
    const end = await stop(intray);
    expectSentOnce(1);
    await expectResults(space.folder, ['Rechnung.pdf']);
    expect(summaryOf(end).balance).toMatchObject({ delivered: 1, moving: 0 });
  });

  it('delivers beside a file that is renamed while the service works on it', async ({ onTestFinished }) => {
    const { space, service, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished, {
      processingMilliseconds: 3000,
    });
    const intray = await watch();
    await makeFile(join(space.folder, 'scan0001.pdf'), 'renamed late');
    await intray.until('it is sent', () => service.uploads.size === 1);
    mkdirSync(join(space.folder, 'sorted'));
    renameSync(join(space.folder, 'scan0001.pdf'), join(space.folder, 'sorted', 'Rechnung.pdf'));
    await untilDelivered(intray, 1);
    await stop(intray);
    expectSentOnce(1);
    await expectResults(space.folder, ['sorted/Rechnung.pdf']);
    await expectTable(space.folder, ['sorted/Rechnung.pdf']);
  });

  it('waits for a file that is still being written, however slowly', async ({ onTestFinished }) => {
    const { space, service, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished);
    const intray = await watch({ settleSeconds: 0.5 });
    const bytes = makeBytes('pdf', 'slow writer');
    const path = join(space.folder, 'slow.pdf');
    for (let length = 100; length < bytes.length; length += 120) {
      writeFileSync(path, bytes.subarray(0, length));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(service.uploads.size).toBe(0);
    writeFileSync(path, bytes);
    await untilDelivered(intray, 1);
    await stop(intray);
    expectSentOnce(1);
    await expectResults(space.folder, ['slow.pdf']);
  });

  it('skips what was there before, unless it is told to send it', async ({ onTestFinished }) => {
    const { space, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished);
    await makeFile(join(space.folder, 'old.pdf'), 'old');
    const intray = await watch({ existing: 'skip' });
    await makeFile(join(space.folder, 'new.pdf'), 'new');
    await untilDelivered(intray, 1);
    await stop(intray);
    expectSentOnce(1);
    await expectResults(space.folder, ['new.pdf']);
  });

  it.for(['SIGINT', 'SIGTERM'] as const)(
    'leaves at %s in the middle of its work, and the next one goes on from there',
    async (signal, { onTestFinished }) => {
      const { space, service, watch, untilDelivered, stop, expectSentOnce } = await openStage(onTestFinished, {
        processingMilliseconds: 2500,
        answerMilliseconds: 100,
      });
      const sources = await makeTree(space.folder, 30);
      const first = await watch({ batchSize: 5 });
      await first.until('some are accepted', () =>
        service.requests.some((request) => request.endpoint === 'uploadFiles' && request.status === 200),
      );
      await stop(first, signal);
      for (const path of await filesBelow(space.folder)) {
        if (path.endsWith('.json')) JSON.parse(await readFile(join(space.folder, path), 'utf8'));
      }
      const second = await watch({ batchSize: 5 });
      await untilDelivered(second, 30);
      const end = await stop(second, signal);
      expect(summaryOf(end).balance).toMatchObject({ found: 30, delivered: 30 });
      expectSentOnce(30);
      await expectResults(space.folder, sources);
      await expectTable(space.folder, sources);
    },
  );
});
