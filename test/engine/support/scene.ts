/**
 * A running engine in a test: a real temporary directory, a real ledger, the real client over loopback, and a clock that
 * the test moves. A scene outlives its engines: `start` begins one on the same data, as a program that starts again does.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { vi } from 'vitest';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { Run, type RunOptions } from './run.ts';
import { ScriptedClock } from './scripted-clock.ts';

export const hour = 3_600_000;
export const minute = 60_000;

/** Real milliseconds after which a test that waits has gone wrong. */
const patience = 40_000;
/** While much time passes, timers may ring so much later: less than what the engine takes for a sleep of the machine. */
const longStride = 8_000;

vi.setConfig({ testTimeout: 60_000 });

export interface WaitOptions {
  /** Milliseconds of the scene's clock after which the wait has failed. Default: ten minutes. */
  readonly within?: number;
  /** Time passes although calls are under way: for an answer that the test holds back. */
  readonly although?: 'calls are under way';
  /** Timers may ring seconds late: for long waits. */
  readonly coarse?: boolean;
}

export class Scene {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-engine-')));
  readonly clock = new ScriptedClock();
  readonly runs: Run[] = [];
  readonly #ends: (() => Promise<void> | void)[] = [];

  /** Makes a folder and its settings; what is there is sent unless the settings say otherwise. */
  folder(
    name: string,
    route: string | FolderSettings['route'],
    settings: Partial<Omit<FolderSettings, 'path' | 'route'>> = {},
  ): FolderSettings {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return folderSettingsSchema.parse({
      path,
      route: typeof route === 'string' ? { kind: 'extraction', id: route } : route,
      existing: 'send',
      ...settings,
    });
  }

  /** Writes documents, each with a content of its own: its name. */
  async put(folder: { readonly path: string }, ...names: readonly string[]): Promise<void> {
    for (const name of names) await makeFile(join(folder.path, name), `content of ${name}`);
  }

  /** A process: an engine that has been started. */
  async start(options: RunOptions): Promise<Run> {
    const run = this.prepare(options);
    await run.engine.start();
    return run;
  }

  prepare(options: RunOptions): Run {
    const run = new Run(this, options);
    this.runs.push(run);
    return run;
  }

  /** To be done when the test has ended. */
  atEnd(work: () => Promise<void> | void): void {
    this.#ends.push(work);
  }

  /** Lets time pass until `condition` holds. */
  async until(what: string, condition: () => unknown, options: WaitOptions = {}): Promise<void> {
    const limit = this.clock.elapsed + (options.within ?? 10 * minute);
    const deadline = performance.now() + patience;
    for (;;) {
      await this.#settled(options, deadline);
      if (condition()) return;
      if (performance.now() > deadline || this.clock.elapsed >= limit)
        throw new Error(`Waited in vain: ${what}.\n${this.#story()}`);
      if (!this.clock.step(limit, options.coarse === true ? longStride : 0)) await pause(1);
    }
  }

  /** Lets so many milliseconds of the scene's clock pass. */
  async pass(milliseconds: number, options: WaitOptions = {}): Promise<void> {
    const end = this.clock.elapsed + milliseconds;
    const deadline = performance.now() + patience;
    for (;;) {
      await this.#settled(options, deadline);
      if (this.clock.elapsed >= end) return;
      if (performance.now() > deadline) throw new Error(`Time does not pass.\n${this.#story()}`);
      this.clock.step(end, end - this.clock.elapsed > 3 * minute ? longStride : 0);
    }
  }

  /** Lets time pass until a promise is settled. */
  async done<Value>(promise: Promise<Value>, options: WaitOptions = {}): Promise<Value> {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    await this.until('a promise is settled', () => settled, { within: 2 * hour, ...options });
    return promise;
  }

  /** Resolves when no call to the outside world is under way and the engine has done what followed from the last one. */
  async #settled({ although }: WaitOptions, deadline: number): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await setImmediate();
      const since = performance.now();
      while (this.#underWay() > 0 && performance.now() < deadline) {
        if (although !== undefined && performance.now() - since > 25) return;
        quiet = 0;
        await setImmediate();
      }
    }
  }

  /** Calls to the outside world of the processes that live. */
  #underWay(): number {
    return this.runs.reduce((sum, run) => sum + (run.dead ? 0 : run.busy.count), 0);
  }

  #story(): string {
    const run = this.runs.at(-1);
    if (run === undefined || run.dead) return '';
    const documents = run.documents().map(({ path, state, delivery }) => `  ${path}: ${JSON.stringify(state)} ${delivery.kind}`);
    const log = run.log.slice(-12).map(({ level, message, details }) => `  ${level} ${message} ${JSON.stringify(details ?? {})}`);
    return [`under way: ${this.#underWay()}`, JSON.stringify(run.engine.status()), ...documents.slice(0, 20), ...log].join('\n');
  }

  /** Files below a folder, relative, sorted. */
  names(folder: { readonly path: string }): string[] {
    return readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.path.length + 1))
      .sort();
  }

  /** The JSON beside a source; undefined if there is none. */
  json(folder: { readonly path: string }, source: string): Record<string, unknown> | undefined {
    const path = join(folder.path, `${source}.json`);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : undefined;
  }

  /** Rows of the folder's tables, by column. */
  rows(folder: { readonly path: string }): Record<string, string>[] {
    return this.names(folder)
      .filter((name) => name.endsWith('.csv'))
      .flatMap((name): Record<string, string>[] =>
        parse(readFileSync(join(folder.path, name)), { bom: true, columns: true, delimiter: [',', ';'] }),
      );
  }

  async end(): Promise<void> {
    for (const run of this.runs) await run.end();
    for (const work of this.#ends.reverse()) await work();
    rmSync(this.root, { recursive: true, force: true });
  }
}
