import { commands } from '../../electron/headless/commands/all.ts';
import type { Command, CommandGroup } from '../../electron/headless/commands/command.ts';
import { createProgram } from '../../electron/headless/program.ts';
import { testHost } from './test-host.ts';

/** What a command line comes to. */
export interface Parsed {
  /** The command that would run, as it is typed: `key set`. */
  readonly command: string;
  readonly operands: readonly string[];
  readonly flags: object;
  readonly exit: number;
}

/** Parses a command line as the program does, and runs nothing. @throws Refusal if it is not understood */
export async function parsed(...args: string[]): Promise<Parsed> {
  let call: Omit<Parsed, 'exit'> = { command: '', operands: [], flags: {} };
  const recording = (command: Command | CommandGroup, group = ''): Command | CommandGroup => {
    const name = `${group}${command.name}`;
    if ('commands' in command) return { ...command, commands: command.commands.map((each) => recording(each, `${name} `)) };
    return {
      ...command,
      async run({ operands, flags }) {
        call = { command: name, operands, flags };
        return 7;
      },
    };
  };
  const list = Object.entries(commands).map(([name, load]) => {
    const loadRecording = async () => {
      return { command: recording((await load()).command) };
    };
    return [name, loadRecording] as const;
  });
  let exit = 0;
  const program = await createProgram(args, testHost(), (code) => (exit = code), Object.fromEntries(list));
  await program.parseAsync(args, { from: 'user' });
  return { ...call, exit };
}
