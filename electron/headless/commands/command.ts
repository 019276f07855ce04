import type { Message } from '../../core/messages/message.ts';
import type { Host } from '../host.ts';

/**
 * One command: what it takes, what its help says, and what it does, all in the module that exports it. `all.ts` lists
 * those modules, and `program.ts` builds the command line from them.
 */
export interface Command<Flags extends object = object> {
  readonly name: string;
  readonly summary: Message;
  readonly operands?: readonly Operand[];
  readonly options: readonly CommandOption[];
  /** Shown below the options. */
  readonly help?: readonly HelpPart[];
  /**
   * @returns what there is to say, which the program writes; the exit code of one that has said it
   * @throws Refusal if it could not do its work
   */
  run(invocation: Invocation<Flags>): Promise<Said | number>;
}

/** For machines (`--json`: a line each), and for people. */
export interface Said {
  readonly events: object | readonly object[];
  readonly lines: readonly (Message | string)[];
  /** Default: 0. */
  readonly exit?: 0 | 1 | 3;
}

/** Commands that share their first words, such as `intray key set` and `intray key test`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: Message;
  /** Also of those commands that have none of their own. */
  readonly help: readonly HelpPart[];
  readonly commands: readonly (Command | CommandGroup)[];
}

/** Commands by name. A module is loaded when its command is called, or for the help of the program. */
export type CommandList = Readonly<Record<string, () => Promise<{ readonly command: Command | CommandGroup }>>>;

/** What follows a command's name. */
export interface Operand {
  /** As help shows it: FOLDER. */
  readonly term: Message | string;
  /** Repeatable: one or more, or any number of them. Exactly one where absent. */
  readonly repeat?: 'some' | 'any';
}

export interface CommandOption {
  readonly flag: `--${string}`;
  /**
   * The flag's value in help; a string is shown as it is, and with `|` in it lists all that there are (`send|leave`). Without a value,
   * the flag is a switch.
   */
  readonly value?: Message | string;
  /** The flag may stand without its value. */
  readonly optional?: true;
  readonly text: Message;
  readonly repeatable?: true;
  readonly required?: true;
  /** The command itself refuses a value that there is not, together with what else is wrong. */
  readonly judged?: true;
}

/** All values that an option takes, where its value lists them. */
export function choicesOf(value: CommandOption['value']): readonly string[] {
  return typeof value === 'string' && value.includes('|') ? value.split('|') : [];
}

/** A paragraph, or a heading with lines to type, each with or without an explanation. */
export type HelpPart =
  | Message
  | { readonly heading: Message; readonly lines: readonly (string | readonly [typed: string, meaning: Message])[] };

/** A command as it was called. */
interface Invocation<Flags extends object> {
  readonly operands: readonly string[];
  readonly flags: Flags;
  readonly host: Host;
  /** Every command, for one that lists them. */
  readonly commands: CommandList;
}

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Text;

type FlagName<Flag extends string> = Flag extends `--no-${infer Name}`
  ? CamelCase<Name>
  : Flag extends `--${infer Name}`
    ? CamelCase<Name>
    : never;

type Choice<Text extends string> = Text extends `${infer First}|${infer Rest}` ? First | Choice<Rest> : Text;

type FlagValue<Option extends CommandOption> = Option extends { readonly repeatable: true }
  ? readonly string[]
  : Option extends { readonly value: infer Value extends `${string}|${string}` }
    ? Choice<Value>
    : Option extends { readonly optional: true }
      ? string | boolean
      : Option extends { readonly value: Message | string }
        ? string
        : boolean;

/** The type of the flags that a list of options gives. A flag that was not typed is absent. */
export type FlagsOf<Options extends readonly CommandOption[]> = {
  readonly [Option in Options[number] as FlagName<Option['flag']>]?: FlagValue<Option>;
};

/** Gives a command's `run` the flags of its options. */
export function defineCommand<const Options extends readonly CommandOption[]>(
  command: Omit<Command<FlagsOf<Options>>, 'options'> & { readonly options: Options },
): Command<FlagsOf<Options>> {
  return command;
}
