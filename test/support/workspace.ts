/**
 * A workspace in a test: a real temporary directory, a real engine and ledger, and the embedded sandbox as its service.
 * A test may close it and open it again on the same data, as a program that starts again does.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FolderSettings, folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import {
  answerRequest,
  type ContractError,
  type Notice,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../electron/core/contract/contract.ts';
import { ok, type Result } from '../../electron/core/result.ts';
import type { KeychainProblem, KeyStore } from '../../electron/settings/keychain.ts';
import { createRedaction } from '../../electron/settings/redact.ts';
import { createParser, type Parser } from '../../electron/workspace/parser/parser.ts';
import { openWorkspace, type Workspace, type WorkspaceWorld } from '../../electron/workspace/workspace.ts';
import { projectRoot } from '../../resources/tools/build.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { memoryStore } from './memory-store.ts';
import { Scene } from './scene.ts';

/** A keychain in memory. `refusing` it is one that is not there. */
export interface TestKeychain extends KeyStore {
  readonly kept: Map<string, string>;
  refusing: KeychainProblem | undefined;
}

export function testKeychain(): TestKeychain {
  const kept = new Map<string, string>();
  const keychain: TestKeychain = {
    kept,
    refusing: undefined,
    get: async (origin) => orRefused(keychain, () => kept.get(origin)),
    set: async (origin, key) => orRefused(keychain, () => void kept.set(origin, key)),
    clear: async (origin) => orRefused(keychain, () => kept.delete(origin)),
  };
  return keychain;
}

function orRefused<Value>({ refusing }: TestKeychain, work: () => Value): Result<Value, KeychainProblem> {
  return refusing === undefined ? ok(work()) : { ok: false, error: refusing };
}

export interface TestWorkspace {
  readonly workspace: Workspace;
  readonly world: WorkspaceWorld;
  readonly scene: Scene;
  /** Above the data directory, for folders. */
  readonly root: string;
  readonly dataDirectory: string;
  readonly store: ReturnType<typeof memoryStore>;
  readonly keychain: TestKeychain;
  readonly notices: Notice[];
  /** The answer's value. @throws Error with the refusal */
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>>;
  /** The refusal. @throws Error if there is none */
  refused<Name extends RequestName>(name: Name, input: unknown): Promise<ContractError>;
  /** Makes a folder below `root` and gives its settings, with a settle time that tests can wait for. */
  folder(name: string, route: FolderSettings['route'], settings?: Partial<FolderSettings>): FolderSettings;
  /** Waits until something holds. */
  until<Value>(what: string, look: () => Value | Promise<Value>): Promise<NonNullable<Value>>;
  /** Closes it and opens another one on the same data. */
  again(changes?: Partial<WorkspaceWorld>): Promise<TestWorkspace>;
  /** Closes it. */
  close(): Promise<void>;
  /** Closes it and removes everything. */
  end(): Promise<void>;
}

/** All workspaces of tests take turns with its processes, each of which takes a second to start from its sources. */
const sharedParser: Parser = { ...createParser(), close: () => undefined };

/** Milliseconds after which a test that waits has gone wrong. */
const patience = 45_000;

export async function openTestWorkspace(changes: Partial<WorkspaceWorld> = {}, kept?: TestWorkspace): Promise<TestWorkspace> {
  const scene = kept?.scene ?? new Scene();
  const { root } = scene;
  const store = kept?.store ?? memoryStore();
  const keychain = kept?.keychain ?? testKeychain();
  const world: WorkspaceWorld = {
    dataDirectory: join(root, 'data'),
    store,
    keys: keychain,
    redaction: createRedaction(),
    about: {
      host: 'headless',
      version: '1.2.3',
      can: { startAtLogin: false, notifications: false },
    },
    by: 'ada',
    samplesDirectory: join(projectRoot, 'resources', 'samples'),
    locale: 'en',
    home: root,
    sandbox: { delays: { queued: 0, processing: 0 }, documents: quickDocuments, seed: 7 },
    parser: sharedParser,
    ...changes,
  };
  const workspace = await openWorkspace(world);
  await workspace.begun;
  const notices: Notice[] = [];
  workspace.onNotice((notice) => notices.push(notice));

  const test: TestWorkspace = {
    workspace,
    world,
    scene,
    root,
    dataDirectory: world.dataDirectory,
    store,
    keychain,
    notices,
    async ask(name, input) {
      const answer = await answerRequest(workspace.handlers, name, input, rethrow);
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
      return answer.value as RequestOutput<typeof name>;
    },
    async refused(name, input) {
      const answer = await answerRequest(workspace.handlers, name, input, rethrow);
      if (answer.ok) throw new Error(`${name} was not refused: ${JSON.stringify(answer.value)}`);
      return answer.error;
    },
    folder(name, route, settings = {}) {
      return folderSettingsSchema.parse({ path: scene.directory(name), route, settleSeconds: 0.1, ...settings });
    },
    async until(what, look) {
      const deadline = performance.now() + patience;
      for (;;) {
        const late = performance.now() > deadline;
        const seen = await look();
        if (seen) return seen as NonNullable<typeof seen>;
        if (late) throw new Error(`Waited in vain: ${what}\n${JSON.stringify(workspace.tray(), undefined, 1)}`);
        await pause(50);
      }
    },
    async again(more = {}) {
      await workspace.close();
      return openTestWorkspace({ ...changes, ...more }, test);
    },
    close: () => workspace.close(),
    async end() {
      await workspace.close();
      await scene.end();
    },
  };
  return test;
}

function rethrow(name: string, fault: unknown): never {
  throw new Error(`${name} met a fault`, { cause: fault });
}

/** A workspace with the sandbox chosen, and the route of the sample documents' extraction. */
export async function openWithSandbox(changes: Partial<WorkspaceWorld> = {}): Promise<{
  readonly test: TestWorkspace;
  readonly extraction: FolderSettings['route'];
  readonly classification: FolderSettings['route'];
}> {
  const test = await openTestWorkspace(changes);
  await test.ask('useSandbox', {});
  const routes = await test.ask('routes', {});
  const of = (kind: FolderSettings['route']['kind']) => {
    const found = routes.find(({ route }) => route.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    return found.route;
  };
  return { test, extraction: of('extraction'), classification: of('classification') };
}
