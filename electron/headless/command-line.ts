import { CommanderError } from 'commander';
import { createKeychain } from '../settings/keychain.ts';
import { type Host, systemHost } from './host.ts';
import { Fault, Refusal } from './input/refusal.ts';
import { programVersion } from './input/version.ts';
import { errorEvent } from './output/events.ts';
import { isSet, sentence } from './output/words.ts';
import { type Actions, createProgram } from './program.ts';

/** Runs the command line to its end. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const host = systemHost(createKeychain());
  const json = args.includes('--json');
  process.on('uncaughtException', (error) => process.exit(explain(error, host, json)));
  let exit = 0;
  const program = createProgram({
    version: programVersion(),
    actions: createActions(host),
    onExit: (code) => {
      exit = code;
    },
    writeOutput: host.output.write,
    writeError: host.messages.write,
  });
  try {
    if (args.length === 0) program.help();
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    return explain(error, host, json);
  }
}

/** Each command's code is loaded when it is called, so that help is quick and status needs no sandbox. */
function createActions(host: Host): Actions {
  return {
    run: async (folder, flags) => (await import('./commands/run.ts')).run(folder, flags, host),
    watch: async (flags) => (await import('./commands/watch.ts')).watch(flags, host),
    serve: async (flags) => (await import('./commands/serve.ts')).serve(flags, host),
    status: async (flags) => (await import('./commands/status/status.ts')).status(flags, host),
    sendAgain: async (files, flags) => (await import('./commands/send-again.ts')).sendAgain(files, flags, host),
    doctor: async (flags) => (await import('./commands/doctor/doctor.ts')).doctor(flags, host),
    keySet: async (flags) => (await import('./commands/key.ts')).setKey(flags, host),
    keyTest: async (flags) => (await import('./commands/key.ts')).testKey(flags, host),
    keyClear: async (flags) => (await import('./commands/key.ts')).clearKey(flags, host),
    exportResults: async (paths, flags) => (await import('./commands/export/export.ts')).exportResults(paths, flags, host),
    extractionShow: async (id, flags) => (await import('./commands/definitions/extraction.ts')).showExtraction(id, flags, host),
    extractionCreate: async (flags) => (await import('./commands/definitions/extraction.ts')).createExtraction(flags, host),
    extractionUpdate: async (id, flags) =>
      (await import('./commands/definitions/extraction.ts')).updateExtraction(id, flags, host),
    extractionDelete: async (id, flags) =>
      (await import('./commands/definitions/extraction.ts')).deleteExtraction(id, flags, host),
    classificationCreate: async (flags) =>
      (await import('./commands/definitions/classification.ts')).createClassification(flags, host),
    classificationOverride: async (classification, file, category, flags) =>
      (await import('./commands/definitions/classification.ts')).overrideCategory(classification, file, category, flags, host),
    classificationRedo: async (classification, file, flags) =>
      (await import('./commands/definitions/classification.ts')).redoClassification(classification, file, flags, host),
    demo: async (flags) => (await import('./commands/demo/demo.ts')).demo(flags, host),
    sandbox: async (flags) => (await import('./commands/sandbox.ts')).sandbox(flags, host),
  };
}

/** One sentence on standard error, whatever happened; the stack only for who asks for it. */
function explain(error: unknown, host: Host, json: boolean): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // A group of commands without one of them has printed its help, on standard error.
    if (error.code === 'commander.help') return 2;
    return refuse(usageSentence(error.message), host, json);
  }
  if (isSet(host.environment.INTRAY_DEBUG)) host.messages.write(`${error instanceof Error ? fullStack(error) : String(error)}\n`);
  if (error instanceof Refusal) return refuse(error.message, host, json);
  const message =
    error instanceof Fault && error.cause instanceof Error
      ? error.cause.message
      : error instanceof Error
        ? error.message
        : String(error);
  const where = error instanceof Fault ? ` Nothing is lost; the log is at ${error.logFile}.` : ' INTRAY_DEBUG=1 shows where.';
  return refuse(`Intray failed: ${sentence(message)}${where}`, host, json);
}

function refuse(message: string, host: Host, json: boolean): number {
  host.messages.write(`${message}\n`);
  if (json) host.output.write(`${JSON.stringify(errorEvent(message))}\n`);
  return 2;
}

/** Commander's message as one sentence. Pure. */
export function usageSentence(message: string): string {
  const bare = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\s*\(Did you mean (.*?)\?\)/, '; did you mean $1?')
    .trim();
  return `${bare[0]?.toUpperCase()}${bare.slice(1)}${bare.endsWith('?') ? '' : ';'} --help explains it.`;
}

function fullStack(error: Error): string {
  return error.cause instanceof Error ? `${error.stack}\ncaused by: ${fullStack(error.cause)}` : `${error.stack}`;
}
