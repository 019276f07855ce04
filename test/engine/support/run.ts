/** One process of a scene: an engine with the ports it stands on, which can end in order or be killed. */
import { join } from 'node:path';
import { Agent } from 'undici';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Document } from '../../../electron/core/document/document.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { defined } from '../../../electron/core/plain-data.ts';
import type { Ending, Engine, EngineOptions, Limits, Notice } from '../../../electron/engine/api.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { createEngine } from '../../../electron/engine/engine.ts';
import type { Clock, Files, HookRunner, Watcher, World } from '../../../electron/engine/ports.ts';
import { createWatcher } from '../../../electron/engine/watch/watcher.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import type { Service } from '../../../electron/service/service.ts';
import type { Timeouts } from '../../../electron/service/transport.ts';
import { SeenInLedger } from '../../support/inside/seen-in-ledger.ts';
import type { Seen, SeenFile, Stage } from '../../support/seen.ts';
import {
  type Busy,
  type Call,
  keptLog,
  type Life,
  type LogEntry,
  type Refuse,
  watchedFiles,
  watchedService,
  withCountedWaits,
  withoutInodes,
} from './ports.ts';
import type { Timeline } from './timeline.ts';

export interface RunOptions {
  readonly url: string;
  readonly key: string | (() => string);
  readonly folders: readonly FolderSettings[];
  readonly mode?: EngineOptions['mode'];
  readonly limits?: Partial<Limits>;
  readonly timeouts?: Partial<Timeouts>;
  readonly watcher?: Watcher;
  /** See `EngineOptions`. */
  readonly identity?: EngineOptions['identity'];
  /** What is mounted where the folders are. Default: what really is. */
  readonly volume?: () => string;
  /** How long the disk takes to list a directory, in milliseconds. Default: no time. */
  readonly listingMs?: number;
  /** Whether it is looked for other programs that have a file open: at all processes. Default: no. */
  readonly seesWriters?: boolean;
  /** Whether the disk has numbers for its files. Default: yes. */
  readonly hasInodes?: boolean;
  /** How many pages a file has, by its content. */
  readonly countPages?: World['countPages'];
  readonly plainPages?: World['plainPages'];
  /** See `EngineOptions` and `World`. */
  readonly hooks?: EngineOptions['hooks'];
  readonly hookRunner?: HookRunner;
  /** Default: the scene's. */
  readonly clock?: Clock;
  /** The service as this process has it. Default: the real client. */
  readonly service?: (client: Service) => Service;
}

export class Run {
  readonly engine: Engine;
  /** For tests of the inside; others read `seen`. */
  readonly ledger: Ledger;
  readonly seen: Seen;
  readonly busy: Busy;
  readonly calls: Call[] = [];
  readonly notices: Notice[] = [];
  readonly log: LogEntry[] = [];
  /** What the disk refuses, for as long as it is set. */
  refuse: Refuse = () => undefined;
  /** Called just before `sent` is committed, and just after. */
  beforeSent: () => void = () => {};
  afterSent: () => void = () => {};
  readonly #scene: Timeline;
  readonly #life: Life = { dead: false };
  readonly #connections = new Agent();
  readonly #watches = new Set<() => Promise<unknown>>();
  #ended: Ending | undefined;

  constructor(scene: Timeline, options: RunOptions) {
    const { key } = options;
    this.#scene = scene;
    this.busy = { count: 0, onEnd: scene.callEnded };
    this.ledger = withCountedWaits(openLedger(join(scene.root, 'ledger.sqlite')), this.busy);
    this.seen = new SeenInLedger(this.ledger, new URL(options.url).origin);
    const service = createServiceClient({
      url: options.url,
      key: typeof key === 'string' ? () => key : key,
      dispatcher: this.#connections,
      ...(options.timeouts !== undefined && { timeouts: options.timeouts }),
    });
    const context = {
      clock: scene.clock,
      busy: this.busy,
      life: this.#life,
      calls: this.calls,
      beforeSent: () => this.beforeSent(),
      afterSent: () => this.afterSent(),
    };
    this.engine = createEngine(
      {
        files: listedIn(
          options.listingMs ?? 0,
          scene.clock.for(this),
          watchedFiles(filesOn(options), this.busy, this.#life, (operation, path) => this.refuse(operation, path)),
        ),
        watcher: this.#closing(options.watcher ?? createWatcher()),
        service: watchedService(options.service?.(service) ?? service, context),
        ledger: this.ledger,
        clock: options.clock ?? scene.clock.for(this),
        random: () => 0.5,
        log: keptLog(this.log),
        ...defined({ countPages: options.countPages, plainPages: options.plainPages }),
        ...(options.hookRunner !== undefined && { hooks: options.hookRunner }),
      },
      {
        folders: options.folders,
        mode: options.mode ?? 'watch',
        locale: 'en-GB',
        identity: options.identity,
        hooks: options.hooks,
        ...(options.limits !== undefined && { limits: options.limits }),
      },
    );
    this.engine.onNotice((notice) => this.notices.push(notice));
    void this.engine.ended.then((ending) => {
      this.#ended = ending;
    });
  }

  get dead(): boolean {
    return this.#life.dead;
  }

  documents(): Document[] {
    const { documents } = this.ledger.documents.page({ limit: 10_000 });
    return [...documents].sort((a, b) => a.id - b.id);
  }

  /** The newest document of a path. */
  document(path: string): Document {
    const found = this.documents().findLast((document) => document.path === path);
    if (found === undefined) throw new Error(`The ledger knows no ${path}.`);
    return found;
  }

  has(path: string): boolean {
    return this.documents().some((document) => document.path === path);
  }

  state(path: string): Document['state']['kind'] {
    return this.document(path).state.kind;
  }

  /** The newest content at a path. */
  file(path: string): SeenFile {
    const [found] = this.seen
      .files()
      .toSorted((one, other) => other.id - one.id)
      .filter((file) => file.path === path);
    if (found === undefined) throw new Error(`Nobody knows ${path}.`);
    return found;
  }

  /** How far it has come; undefined: it is not known yet. */
  stage(path: string): Stage | 'gone' | undefined {
    if (!this.has(path)) return undefined;
    const { isGone, stage } = this.file(path);
    return isGone ? 'gone' : stage;
  }

  /** A document's history, in English, line by line. */
  history(path: string): string[] {
    return this.ledger.history
      .of(this.document(path).id)
      .map(({ event, note }) => (note === undefined ? event : `${event}: ${inEnglish(note)}`));
  }

  uploads(): Call[] {
    return this.calls.filter(({ name }) => name === 'uploadFiles' || name === 'uploadClassificationBatch');
  }

  polls(): Call[] {
    return this.calls.filter(({ name }) => name === 'getBatchResults' || name === 'getClassificationBatch');
  }

  gate(): string {
    return this.engine.status().gate.kind;
  }

  delivered(): number {
    return this.engine.status().balance.delivered;
  }

  /** In `run`: lets time pass until the engine has ended. */
  async ending(): Promise<Ending> {
    const ending = await this.#scene.done(this.engine.ended);
    this.#expectEnd();
    return ending;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** The process is killed: from here on it does nothing more, its connections are cut, and the system ends its watches. */
  kill(): void {
    if (this.#life.dead) return;
    this.#life.dead = true;
    this.#scene.callEnded();
    this.#scene.clock.forget(this);
    this.#scene.atEnd(() => this.#connections.destroy());
    void this.#connections.destroy();
    const closed = Promise.all([...this.#watches].map((close) => close()));
    this.#scene.atEnd(async () => void (await closed));
    this.ledger.close();
  }

  /** Ends in order. */
  async end(): Promise<void> {
    if (this.#life.dead) return;
    await this.#scene.done(this.engine.stop(), { although: 'calls are under way' });
    this.#expectEnd();
    this.#life.dead = true;
    this.ledger.close();
    await this.#connections.destroy();
  }

  #expectEnd(): void {
    if (this.#scene.clock.isWaitedFor(this)) throw new Error('It has ended, and a timer keeps its process from ending.');
  }

  /** A watch that a killed engine does not close would go on for as long as the tests do. */
  #closing(watcher: Watcher): Watcher {
    return {
      watch: (...wanted) => {
        // Nothing begins in a process that is dead.
        if (this.dead) return { by: 'events', close: async () => {} };
        const watch = watcher.watch(...wanted);
        this.#watches.add(watch.close);
        return watch;
      },
    };
  }
}

function filesOn({ volume, hasInodes = true, seesWriters = false }: RunOptions): Files {
  const files = hasInodes ? createFiles() : withoutInodes(createFiles());
  return {
    ...files,
    ...(!seesWriters && { isBeingWritten: async () => false }),
    async stat(path) {
      const entry = await files.stat(path);
      return entry?.kind === 'directory' && volume !== undefined ? { ...entry, volume: volume() } : entry;
    },
  };
}

/** Time passes while a directory is listed: that is nothing which keeps the scene busy. */
function listedIn(milliseconds: number, clock: Clock, files: Files): Files {
  if (milliseconds === 0) return files;
  return {
    ...files,
    async list(...given) {
      await new Promise<void>((resolve) => clock.after(milliseconds, resolve));
      return files.list(...given);
    },
  };
}
