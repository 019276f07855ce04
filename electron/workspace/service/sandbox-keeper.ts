import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Settings } from '../../core/config/preferences.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { openFileMemory } from '../../sandbox/memory.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { WorkspaceWorld } from '../api.ts';
import { documentsOf, type Parser } from '../parser/parser.ts';

/** The sandbox while it is in use. Its address is the same in every run: results and routes belong to it. */
interface RunningSandbox extends Sandbox {
  readonly key: string;
  readonly routes: SampleRoutes;
}

/** What the settings remember of the sandbox. */
type KnownSandbox = Pick<Settings['sandbox'], 'port' | 'extraction' | 'classification'>;

/** Pages a month: more than anyone needs to try it. */
const pagesPerMonth = 100_000;

export type SandboxKeeper = ReturnType<typeof createSandboxKeeper>;

/** Runs the embedded service in this process; its data is stored in the data directory. */
export function createSandboxKeeper(
  world: Pick<WorkspaceWorld, 'dataDirectory' | 'samplesDirectory' | 'sandbox' | 'redaction' | 'clock'> & {
    readonly parser: Pick<Parser, 'call'>;
  },
) {
  let running: RunningSandbox | undefined;

  async function open(known: KnownSandbox): Promise<RunningSandbox> {
    mkdirSync(world.dataDirectory, { recursive: true, mode: 0o700 });
    const memory = openFileMemory(join(world.dataDirectory, 'sandbox.sqlite'));
    const starting = startSandbox({
      ...{ pagesPerMonth, documents: documentsOf(world.parser), ...world.sandbox, ...defined({ clock: world.clock }) },
      ...{ memory, port: known.port ?? 0 },
    });
    const sandbox = await starting.catch((error: unknown) => {
      memory.close();
      throw error;
    });
    const key = sandbox.keys[0]?.key ?? '';
    world.redaction.hide(key);
    running = { ...sandbox, key, routes: await sampleRoutes(sandbox, known) };
    return running;
  }

  /** The routes of the sample documents: those of an earlier run, if they are still there. */
  async function sampleRoutes(sandbox: Sandbox, { extraction, classification }: KnownSandbox): Promise<SampleRoutes> {
    const extractions = sandbox.control.extractions().map(({ extractionId }) => extractionId);
    const classifications = sandbox.control.classifications().map(({ id }) => id);
    if (
      extraction !== undefined &&
      classification !== undefined &&
      extractions.includes(extraction) &&
      classifications.includes(classification)
    )
      return { extraction, classification };
    return makeRoutes(sandbox, world.samplesDirectory);
  }

  return {
    get running(): RunningSandbox | undefined {
      return running;
    },
    /** Starts it, or gives the one that runs. */
    async start(known: KnownSandbox): Promise<Result<RunningSandbox, Message>> {
      if (running !== undefined) return ok(running);
      try {
        return ok(await open(known));
      } catch (error) {
        return err(say('workspace.sandboxFailed', { message: messageOf(error) }));
      }
    },
    async stop(): Promise<void> {
      const ended = running;
      running = undefined;
      await ended?.close();
    },
  };
}

/** The ids of the sample documents' routes. */
export interface SampleRoutes {
  readonly extraction: string;
  readonly classification: string;
}

/** Creates the extraction and the classification of the sample documents, as described in `samplesDirectory`. */
export async function makeRoutes({ control }: Pick<Sandbox, 'control'>, samplesDirectory: string): Promise<SampleRoutes> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(samplesDirectory, name), 'utf8'));
  return {
    extraction: control.createExtraction(await read('extraction.json')),
    classification: control.createClassification(await read('classification.json')).id,
  };
}

/** The names of the sample documents. */
export async function sampleNames(samplesDirectory: string): Promise<string[]> {
  const names = await readdir(samplesDirectory);
  return names.filter((name) => extname(name) !== '.json' && !name.startsWith('.')).sort();
}
