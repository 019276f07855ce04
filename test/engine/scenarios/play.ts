/**
 * Scenarios as a table: each has a folder of its own, and one engine watches all of them. They are played in rounds; after each, all
 * comes to rest. What is looked at is what a person has: files, words, and what the service was sent.
 */
import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { DiskProblemKind } from '../../support/inside/engine.ts';
import { makeFile } from '../../support/make-files.ts';
import { type SeenFile, stages } from '../../support/seen.ts';
import type { Refuse } from '../support/ports.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

type Operation = Parameters<Refuse>[0];
type Deed = (desk: Desk) => unknown;

export interface Scenario {
  readonly says: string;
  /** What its folder has other settings for. */
  readonly folder?: Partial<Omit<FolderSettings, 'path' | 'route'>>;
  /** What happens, one after the other: a name is a document that comes. */
  readonly rounds: readonly (readonly (string | Deed)[])[];
  /** The files that there are in the end. */
  readonly names?: readonly string[];
  /** The documents that have a row, by table. */
  readonly rows?: Readonly<Record<string, readonly string[]>>;
  readonly ends?: (desk: Desk) => void;
}

/** The name of the table of every folder here, and of the next ones. */
export const table = 'intray-Invoices.csv';
export const nextTable = 'intray-Invoices (2).csv';

/** No system tells what happens in folders, and they are looked at whole only when somebody asks for it. */
export const untold: Partial<RunOptions> = {
  watcher: { watch: () => ({ by: 'events', close: async () => {} }) },
  limits: { rescanMs: 24 * hour },
};

/** Where one scenario happens; paths are relative to its folder. */
export class Desk {
  /** Called before the disk is touched in its folder, with the operation and where it writes; it may refuse. */
  before: (operation: Operation, name: string) => DiskProblemKind | undefined = () => undefined;
  readonly #scene: Timeline;
  readonly #run: () => Run;
  readonly #folder: FolderSettings;

  constructor(scene: Timeline, run: () => Run, folder: FolderSettings) {
    this.#scene = scene;
    this.#run = run;
    this.#folder = folder;
  }

  get run(): Run {
    return this.#run();
  }

  get now(): number {
    return this.#scene.clock.now();
  }

  path(name: string): string {
    return join(this.#folder.path, name);
  }

  /** Outside of the folder. */
  elsewhere(name: string): string {
    return join(this.#scene.directory('elsewhere'), `${this.#folder.path.replace(/.* /, '')}-${name}`);
  }

  /** A document comes, with a content of its own. */
  async scan(name: string, content = name): Promise<void> {
    await makeFile(this.path(name), `${this.#folder.path.replace(/.* /, 'desk ')}, ${content}`);
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  append(name: string, content: string): void {
    appendFileSync(this.path(name), content);
  }

  edit(name: string, from: string, to: string): void {
    const text = this.text(name);
    expect(text).toContain(from);
    writeFileSync(this.path(name), text.replace(from, to));
  }

  remove(name: string): void {
    rmSync(this.path(name));
  }

  /** A person gives a file or directory another name. */
  rename(from: string, to: string): void {
    mkdirSync(dirname(this.path(to)), { recursive: true });
    renameSync(this.path(from), this.path(to));
  }

  /** Moves it away, and a link into its place. */
  replaceByLink(name: string): void {
    renameSync(this.path(name), this.elsewhere(name));
    symlinkSync(this.elsewhere(name), this.path(name));
  }

  /** Takes it out of the folder. */
  takeAway(name: string): void {
    renameSync(this.path(name), this.elsewhere(name));
  }

  /** Puts back what was taken away. */
  bringBack(name: string): void {
    renameSync(this.elsewhere(name), this.path(name));
  }

  /** Puts a copy of it into its place. */
  restore(name: string): void {
    copyFileSync(this.path(name), this.elsewhere(name));
    rmSync(this.path(name));
    copyFileSync(this.elsewhere(name), this.path(name));
  }

  touch(name: string, at: number): void {
    utimesSync(this.path(name), at / 1_000, at / 1_000);
  }

  /** From now on the disk refuses an operation, there or anywhere. */
  refuse(wanted: Operation, kind: DiskProblemKind, at = ''): void {
    this.before = (operation, name) => (operation === wanted && name.endsWith(at) ? kind : undefined);
  }

  /** Something happens just before the disk is touched: the first times, or each time. */
  justBefore(wanted: Operation, at: string, times: number, deed: (time: number) => void): void {
    let time = 0;
    this.before = (operation, name) => {
      if (operation === wanted && name === at && time < times) deed(++time);
      return undefined;
    };
  }

  /** The disk does what it is asked to. */
  works(): void {
    this.before = () => undefined;
  }

  text(name: string): string {
    return this.#scene.text(this.path(name));
  }

  json(name: string): Record<string, unknown> {
    return this.#scene.json(this.path(name));
  }

  rows(name: string): Record<string, string>[] {
    return this.#scene.rows(this.path(name));
  }

  /** The documents that have a row. */
  listed(name: string): (string | undefined)[] {
    return this.rows(name).map(({ file }) => file);
  }

  names(): string[] {
    return this.#scene.names(this.#folder).filter((name) => name !== '.intray');
  }

  files(): readonly SeenFile[] {
    return this.run.seen.files(this.#folder.path);
  }

  file(name: string): SeenFile {
    const [file] = this.files().filter(({ path }) => path === name);
    if (file === undefined) throw new Error(`Nobody knows ${name}.`);
    return file;
  }

  /** What its log says: codes with their values. */
  said(name: string): string {
    return JSON.stringify(this.run.seen.log(this.file(name).id));
  }

  /** A person corrects its values. */
  correct(name: string, corrections: Readonly<Record<string, string>>): void {
    expect(this.run.engine.act(this.file(name).id, { kind: 'confirm', corrections: corrections }, 'Anna')).toMatchObject({
      ok: true,
    });
  }
}

/**
 * @param groups by what they are about
 * @param options of the engine
 */
export function play(groups: Readonly<Record<string, readonly Scenario[]>>, options: Partial<RunOptions> = {}): void {
  const scenarios = Object.values(groups).flat();
  const broken = new Map<Scenario, unknown>();
  let scene: Timeline;
  let desks: ReadonlyMap<Scenario, Desk>;

  beforeAll(async () => {
    scene = new Timeline();
    const sandbox = await sandboxOf(scene);
    const made = scenarios.map(({ folder: settings }, index) => {
      const folder = scene.folder(`desk ${index}`, sandbox.extraction, { changed: 'send', ...settings });
      return { folder, desk: new Desk(scene, () => run, folder) };
    });
    desks = new Map(scenarios.map((scenario, index) => [scenario, made[index]?.desk as Desk]));
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: made.map(({ folder }) => folder), ...options });
    run.refuse = (operation, path) => {
      const touched = made.find(({ folder }) => path.startsWith(`${folder.path}/`));
      return touched?.desk.before(operation, path.slice(touched.folder.path.length + 1));
    };
    await run.engine.start();
    for (let round = 0; scenarios.some(({ rounds }) => rounds.length > round); round += 1) {
      for (const [scenario, desk] of desks)
        if (!broken.has(scenario))
          try {
            for (const each of scenario.rounds[round] ?? []) await (typeof each === 'string' ? desk.scan(each) : each(desk));
          } catch (error) {
            broken.set(scenario, error);
          }
      run.engine.lookNow();
      await scene.pass(minute / 4);
      await scene.until('all is at rest', () => run.seen.files().every(isAtRest));
    }
  }, 120_000);

  afterAll(() => scene.end());

  describe.each(Object.entries(groups))('%s', (_, group) => {
    it.for(group.map((scenario) => [scenario.says, scenario] as const))('%s', ([, scenario]) => {
      if (broken.has(scenario)) throw broken.get(scenario);
      const desk = desks.get(scenario) as Desk;
      if (scenario.names !== undefined) expect(desk.names()).toEqual(scenario.names);
      for (const [name, rows] of Object.entries(scenario.rows ?? {}))
        expect(desk.listed(name).toSorted(), name).toEqual(rows.toSorted());
      scenario.ends?.(desk);
    });
  });
}

function isAtRest({ hindrance, isGone, outputs, stage }: SeenFile): boolean {
  if (isGone || outputs === 'done' || hindrance !== undefined || stage === 'blocked') return true;
  return outputs === 'none' && !stages[stage].moves && !stages[stage].hasResult;
}
