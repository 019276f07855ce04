import { type Command, Help, type HelpConfiguration } from 'commander';
import { say } from '../core/messages/message.ts';
import type { Wording } from '../core/messages/wording.ts';
import type { HelpPart } from './commands/command.ts';

/** Shown below the commands in the help of the program itself. */
export const startHelp: readonly HelpPart[] = [
  {
    heading: say('help.start.heading'),
    lines: [
      ['intray demo', say('help.start.demo')],
      ['intray serve --open', say('help.start.serve')],
      ['intray key set --url https://…', say('help.start.key')],
      'intray run ~/scans --extraction ID --url https://…',
    ],
  },
  say('help.start.eachCommand'),
  say('help.start.streams'),
];

/** What commander's help says in words of its own, in one language. */
export function helpIn({ text }: Wording): HelpConfiguration {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': text(say('help.usage')),
    'Options:': text(say('help.options')),
    'Commands:': text(say('help.commands')),
  };
  return {
    boxWrap,
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: ({ description, mandatory }) => (mandatory ? text(say('help.required', { description })) : description),
    subcommandTerm: (command) => `${command.name()}${operandsOf(command)}`,
    commandUsage: (command) =>
      [
        `${nameOf(command)} ${text(say('help.optionsTerm'))}`,
        command.commands.length === 0 ? '' : ` ${text(say('help.commandTerm'))}`,
        operandsOf(command),
      ].join(''),
  };
}

const defaultWidth = 80;

/** Non-breaking spaces, and what stands for each while commander breaks lines, which it does at any white space. */
const unbroken = { '\u00a0': '\ue000', '\u202f': '\ue001' };

/** Wraps text to a width, but never between a French word and its `:`. */
export function boxWrap(text: string, width: number): string {
  const pairs = Object.entries(unbroken);
  const marked = pairs.reduce((before, [space, mark]) => before.replaceAll(space, mark), text);
  return pairs.reduce((before, [space, mark]) => before.replaceAll(mark, space), new Help().boxWrap(marked, width));
}

/** The full name of a command: `intray key set`. */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function operandsOf({ registeredArguments }: Command): string {
  return registeredArguments
    .map((operand) => {
      const term = `${operand.name()}${operand.variadic ? '...' : ''}`;
      return operand.required ? ` <${term}>` : ` [${term}]`;
    })
    .join('');
}

/** What is shown below the options: paragraphs, and lines to type with their meaning beside them. */
export function helpBelow(parts: readonly HelpPart[], { text }: Wording, helper: Help): string {
  const width = helper.helpWidth ?? defaultWidth;
  return parts
    .map((part) => {
      if ('code' in part) return `\n${helper.boxWrap(text(part), width)}`;
      const termWidth = Math.max(...part.lines.map((line) => (typeof line === 'string' ? 0 : line[0].length)));
      const lines = part.lines.map((line) =>
        typeof line === 'string' ? `  ${line}` : helper.formatItem(line[0], termWidth, text(line[1]), helper),
      );
      return `\n${[helper.boxWrap(text(part.heading), width), ...lines].join('\n')}`;
    })
    .join('\n');
}
