import { CommanderError } from 'commander';
import { type Message, say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { createKeychain } from '../settings/keychain.ts';
import { type Host, systemHost } from './host.ts';
import { Fault, Refusal } from './input/refusal.ts';
import { errorEvent, jsonLine } from './output/events.ts';
import { createProgram } from './program.ts';

/** Intray itself failed, or what stands in its way passes: a service manager starts it again (EX_TEMPFAIL of sysexits.h). */
const tryAgain = 75;

/** Runs the program to its end. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const host = systemHost(createKeychain());
  process.on('uncaughtException', (error) => process.exit(explain(error, args, host)));
  return runCommandLine(args, host);
}

/** Runs one command line to its end, as `intray` with these arguments would. @returns the exit code */
export async function runCommandLine(args: readonly string[], host: Host): Promise<number> {
  let exit = 0;
  try {
    const program = await createProgram(args, host, (code) => {
      exit = code;
    });
    if (args.length === 0) program.help();
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    return explain(error, args, host);
  }
}

/** Prints the reason on standard error, and the stack if it was asked for. @returns the exit code */
function explain(error: unknown, args: readonly string[], host: Host): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  // A group was called without one of its commands: commander has printed its help on standard error.
  if (error instanceof CommanderError && error.code === 'commander.help') return 2;
  if (host.verbose && !(error instanceof CommanderError))
    host.messages.write(`${error instanceof Error ? fullStack(error) : String(error)}\n`);
  const said = reasonsOf(error);
  host.messages.write(`${said.map(host.wording.text).join('\n')}\n`);
  const exit = error instanceof CommanderError || (error instanceof Refusal && !error.passes) ? 2 : tryAgain;
  if (args.includes('--json')) host.output.write(jsonLine(errorEvent(said, exit)));
  return exit;
}

function reasonsOf(error: unknown): readonly Message[] {
  if (error instanceof Refusal) return error.said;
  if (error instanceof Fault) return [say('commandLine.failed', { message: messageOf(error.cause), path: error.logFile })];
  if (error instanceof CommanderError) return [say('commandLine.seeHelp', { problem: say('commandLine.notUnderstood') })];
  return [say('commandLine.failedUnlogged', { message: messageOf(error) })];
}

function fullStack(error: Error): string {
  return error.cause instanceof Error ? `${error.stack}\ncaused by: ${fullStack(error.cause)}` : `${error.stack}`;
}
