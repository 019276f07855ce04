/** Starts lives (`life.ts`, `category-life.ts`) in processes of their own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../../resources/tools/build.ts';

/** A life takes about two seconds; a machine may be busy. */
const lifeMs = 180_000;

export interface Life {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
  readonly complaints: string;
}

/** A life in one file: it starts in half the time, and there are some hundreds. @returns its path */
export async function bundle(name: string, outDir: string): Promise<string> {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    build: { ssr: join(import.meta.dirname, name), outDir, emptyOutDir: true, target: 'node24' },
    ssr: { noExternal: true },
  });
  return join(outDir, name.replace(/\.ts$/, '.js'));
}

/** @param compiled keeps what Node has compiled: the lives that are not killed write it, those that are only read */
export function startLife(program: string, plan: object, compiled: string): Promise<Life> {
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    timeout: lifeMs,
    killSignal: 'SIGTERM',
  });
  let [said, complaints] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (complaints += bytes.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, said, complaints }));
  });
}
