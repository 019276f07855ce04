import type { Message } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { type Command, type CommandGroup, type CommandList, choicesOf, type HelpPart } from '../command.ts';

/** One command as a list of all of them has it, from the same modules as its help: `key set` has two words. */
export interface CommandOutline {
  readonly words: readonly string[];
  readonly summary: string;
  /** As help shows them: `FOLDER`, `[FILE...]`. */
  readonly operands: readonly string[];
  readonly options: readonly {
    readonly flag: string;
    /** What follows it, in brackets where it may be left out; undefined for a switch. */
    readonly value: string | undefined;
    /** The values that it takes, where there are only so many. */
    readonly choices: readonly string[];
    readonly text: string;
  }[];
  readonly help: readonly HelpPart[];
  /** The next words, of a group. */
  readonly below: readonly string[];
}

/** Every command and each command of a group, in one language. */
export async function outlineCommands(commands: CommandList, { text }: Wording): Promise<readonly CommandOutline[]> {
  const modules = await Promise.all(Object.values(commands).map((load) => load()));
  const plain = (term: Message | string) => (typeof term === 'string' ? term : text(term));
  const outline = (definition: Command | CommandGroup, before: readonly string[]): readonly CommandOutline[] => {
    const { name, summary, help = [] } = definition;
    const own = { words: [...before, name], summary: text(summary), help };
    if ('commands' in definition)
      return [
        { ...own, operands: [], options: [], below: definition.commands.map((each) => each.name) },
        ...definition.commands.flatMap((each) => outline(each, own.words)),
      ];
    const operands = (definition.operands ?? []).map(
      ({ term, repeat }) => ({ some: `${plain(term)}...`, any: `[${plain(term)}...]`, one: plain(term) })[repeat ?? 'one'],
    );
    const options = definition.options.map(({ flag, value, optional, text: meaning }) => ({
      ...{ flag, value: value === undefined ? undefined : optional === true ? `[${plain(value)}]` : plain(value) },
      ...{ choices: choicesOf(value), text: text(meaning) },
    }));
    return [{ ...own, operands, options, below: [] }];
  };
  return modules.flatMap(({ command }) => outline(command, []));
}
