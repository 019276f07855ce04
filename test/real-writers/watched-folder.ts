/**
 * What every test with a real writer has: `intray watch` on a folder of its own, against a strict service, and the three
 * things that must hold whoever writes: nothing is read half written, nothing is forgotten, nothing is sent twice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectResults, expectTable, sha256Of, summaryOf } from '../acceptance/outputs.ts';
import { openProgram } from '../acceptance/program.ts';
import { filesBelow, type Intray, type JsonLine, jsonLines } from '../support/run-intray.ts';
import type { StrictOptions, StrictService } from '../support/strict/strict-service.ts';

export interface WatchOptions extends StrictOptions {
  /** Of the folder, beside its path and route. Default: settles in 0.4 s, and sends what changes. */
  readonly settings?: object;
  /** The service's address as Intray is told it. */
  readonly through?: (url: string) => Promise<string>;
}

export interface WatchedFolder {
  /** The watched folder. */
  readonly folder: string;
  /** Beside it, on the same file system. */
  readonly outside: string;
  /** On another file system, if there is one; else undefined. */
  readonly elsewhere: string | undefined;
  readonly service: StrictService;
  readonly intray: Intray;
  /** A path in the folder, and one outside. */
  into(name: string): string;
  from(name: string): string;
  /** Runs a program to its end; fails with what it said if it ends otherwise than well. */
  run(program: string, ...args: readonly string[]): Promise<void>;
  /** Starts a program that is ended with the test at the latest. */
  start(program: string, ...args: readonly string[]): ChildProcess;
  /** What Intray last said of a path; undefined if it never did. */
  said(path: string): JsonLine | undefined;
  /** Whether Intray said of a path that it is in this state, at some time. */
  wasIn(path: string, state: string): boolean;
  /** Whether a name that fits was in the folder at some time, however short: also one that Intray passes over. */
  everHad(fits: (name: string) => boolean): boolean;
  /** Waits until each of these files has the results of the content that it has now. */
  untilDelivered(...paths: readonly string[]): Promise<void>;
  /**
   * Ends Intray and looks at everything: these files are there with their own results and rows, each content arrived once
   * and whole, and nothing else arrived, but for contents that were sent before and have been replaced since (SHA-256); each has a
   * row that says so, unless others are named that have.
   */
  expectAllWell(paths: readonly string[], replaced?: readonly string[], withRow?: readonly string[]): Promise<void>;
}

/** Settings of a folder that takes whatever comes, so that only its name keeps a file that is being written from being taken. */
export const takesAll = { include: ['*'], settleSeconds: 0.4 } as const;

type OnTestFinished = Parameters<typeof openProgram>[0];

export async function watchFolder(onTestFinished: OnTestFinished, options: WatchOptions = {}): Promise<WatchedFolder> {
  const { settings, through, ...strict } = options;
  const { space, service, extraction, start } = await openProgram(onTestFinished, strict);
  const outside = join(space.root, 'outside');
  mkdirSync(outside);
  const elsewhere = elsewhereThan(space.root, onTestFinished);
  // The system keeps what it tells until it is read: a test that is held up misses no name.
  const names = new Set<string>();
  const watching = watch(space.folder, (_, name) => void (name !== null && names.add(name)));
  onTestFinished(async () => watching.close());
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
  });

  const route = { kind: 'extraction', id: extraction };
  const folder = { path: space.folder, route, settleSeconds: 0.4, changed: 'send', ...settings };
  const config = join(space.root, 'config.json');
  const url = through === undefined ? service.url : await through(service.url);
  writeFileSync(config, JSON.stringify({ url, folders: [folder] }));
  const intray = start(['watch', '--config', config, '--data-dir', space.dataDir, '--json']);
  await intray.until('it watches', () => lines().some((line) => line.event === 'folder' && line.health === 'watching'));

  /** The whole lines so far. */
  function lines(): JsonLine[] {
    const text = intray.stdout();
    return jsonLines(text.slice(0, text.lastIndexOf('\n') + 1));
  }
  const about = (path: string): JsonLine[] => lines().filter((line) => line.event === 'document' && line.path === path);

  const begin = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: outside });
    children.push(child);
    return child;
  };

  return {
    folder: space.folder,
    outside,
    elsewhere,
    service,
    intray,
    into: (name) => join(space.folder, name),
    from: (name) => join(outside, name),
    run: (program, ...args) => ended(begin(program, args), program),
    start: (program, ...args) => begin(program, args),
    said: (path) => about(path).at(-1),
    wasIn: (path, state) => about(path).some((line) => line.state === state),
    everHad: (fits) => [...names].some(fits),
    untilDelivered: (...paths) =>
      intray.until(
        `${paths.join(', ')} delivered`,
        async () => {
          for (const path of paths) {
            if (!(await hasOwnResult(space.folder, path)) || about(path).at(-1)?.delivered !== true) return false;
          }
          return true;
        },
        90_000,
      ),
    async expectAllWell(paths, replaced = [], withRow = replaced) {
      intray.signal('SIGTERM');
      const end = await intray.ended;
      expect(end.code, end.stderr).toBe(0);
      const there = (await filesBelow(space.folder)).filter((path) => !/(\.(json|csv)|^\.intray)$/.test(path));
      expect(there).toEqual([...paths].sort());
      const contents = await Promise.all(paths.map((path) => sha256Of(join(space.folder, path))));
      expect([...service.uploads.keys()].sort()).toEqual([...new Set([...contents, ...replaced])].sort());
      expect([...service.uploads.values()].filter((times) => times !== 1)).toEqual([]);
      expect(service.violations).toEqual([]);
      await expectResults(space.folder, paths);
      await expectTable(space.folder, paths, undefined, withRow);
      expect(summaryOf(end).balance).toMatchObject({ moving: 0, failed: 0, rejected: 0 });
    },
  };
}

/** The JSON beside a file is that of its content: the service makes the number of a document from its hash. */
async function hasOwnResult(folder: string, path: string): Promise<boolean> {
  try {
    const text = readFileSync(join(folder, `${path}.json`), 'utf8');
    return text.includes(`RE-${(await sha256Of(join(folder, path))).slice(0, 16)}`);
  } catch {
    return false;
  }
}

function ended(child: ChildProcess, program: string): Promise<void> {
  const said: Buffer[] = [];
  child.stdout?.on('data', (bytes: Buffer) => said.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code ?? signal}: ${Buffer.concat(said).toString('utf8').slice(-1_000)}`));
    });
  });
}

/** A second file system of this machine. */
const otherFileSystem = '/dev/shm';

/** What keeps a test from moving files across file systems here, for people; undefined if nothing does. */
export function noOtherFileSystem(): string | undefined {
  const here = statSync(tmpdir()).dev;
  const there = statSync(otherFileSystem, { throwIfNoEntry: false })?.dev;
  return there === undefined || there === here ? 'second file system at /dev/shm' : undefined;
}

function elsewhereThan(root: string, onTestFinished: OnTestFinished): string | undefined {
  if (noOtherFileSystem() !== undefined || statSync(root).dev === statSync(otherFileSystem).dev) return undefined;
  const directory = mkdtempSync(join(otherFileSystem, 'intray-writers-'));
  onTestFinished(async () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Every name that is in a directory at this moment, also those that Intray passes over. */
export function namesIn(directory: string): string[] {
  return readdirSync(directory);
}
