import type { Wording } from '../../../core/messages/wording.ts';
import type { Command, CommandGroup, CommandList, HelpPart } from '../command.ts';

/** One command as a list of all of them has it, from the same modules as its help: `key set` has two words. */
export interface CommandOutline {
  readonly words: readonly string[];
  readonly summary: string;
  /** As help shows them: `FOLDER`, `[FILE...]`. */
  readonly operands: readonly string[];
  readonly options: readonly OptionOutline[];
  readonly help: readonly HelpPart[];
  /** The second words of a group. */
  readonly below: readonly string[];
}

export interface OptionOutline {
  readonly flag: string;
  /** What follows it; undefined for a switch. */
  readonly value: string | undefined;
  /** The values that it takes, where there are only so many. */
  readonly choices: readonly string[];
  readonly text: string;
}

/** Every command and each command of a group, in one language. */
export async function outlineCommands(commands: CommandList, { text }: Wording): Promise<readonly CommandOutline[]> {
  const modules = await Promise.all(Object.values(commands).map((load) => load()));
  const plain = (term: Parameters<typeof text>[0] | string) => (typeof term === 'string' ? term : text(term));
  const outline = ({ name, summary, operands = [], options, help = [] }: Command, before: readonly string[]): CommandOutline => ({
    words: [...before, name],
    summary: text(summary),
    operands: operands.map(
      ({ term, repeat }) => ({ some: `${plain(term)}...`, any: `[${plain(term)}...]`, one: plain(term) })[repeat ?? 'one'],
    ),
    options: options.flatMap(({ flag, value, text: meaning, hidden }) => {
      if (hidden === true) return [];
      const shown = value === undefined ? undefined : plain(value);
      return [{ flag, value: shown, choices: shown?.includes('|') === true ? shown.split('|') : [], text: text(meaning) }];
    }),
    help,
    below: [],
  });
  const inGroup = ({ name, summary, help, commands: own }: CommandGroup): CommandOutline[] => [
    { words: [name], summary: text(summary), operands: [], options: [], help, below: own.map((each) => each.name) },
    ...own.map((each) => outline({ ...each, help: each.help ?? [] }, [name])),
  ];
  return modules.flatMap(({ command }) => ('commands' in command ? inGroup(command) : [outline(command, [])]));
}
