import type { Command, HelpConfiguration } from 'commander';
import { say } from '../core/messages/message.ts';
import type { Wording } from '../core/messages/wording.ts';
import type { CommandOption, HelpPart, Operand } from './commands/command.ts';
import { columns, wrapped } from './output/columns.ts';

/** Shown below the commands in the help of the program itself. */
export const startHelp: readonly HelpPart[] = [
  {
    heading: say('help.start.heading'),
    lines: [
      ['intray demo', say('help.start.demo')],
      ['intray watch --window --open', say('help.start.window')],
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
    // At spaces only: a French word keeps its `:`.
    boxWrap: (words, width) => wrapped(words, width).join('\n'),
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

/** An operand's name: FOLDER. */
export function operandName({ term }: Operand, { text }: Wording): string {
  return typeof term === 'string' ? term : text(term);
}

/** As commander reads it, and help shows it. */
export function operandTerm(operand: Operand, wording: Wording): string {
  const name = operandName(operand, wording);
  if (operand.repeat === undefined) return `<${name}>`;
  return operand.repeat === 'some' ? `<${name}...>` : `[${name}...]`;
}

/** A flag with its value, likewise. */
export function optionTerm({ flag, value = '', optional }: CommandOption, { text }: Wording): string {
  const name = typeof value === 'string' ? value : text(value);
  return name === '' ? flag : `${flag} ${optional === true ? `[${name}]` : `<${name}>`}`;
}

export function asSentence(text: string): string {
  return `${text[0]?.toLocaleUpperCase()}${text.slice(1)}.`;
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
export function helpBelow(parts: readonly HelpPart[], { text }: Wording, width: number): string {
  return parts
    .map((part) => {
      if ('code' in part) return ['', ...wrapped(text(part), width)].join('\n');
      const explained = part.lines.flatMap((line) => (typeof line === 'string' ? [] : [['', line[0], text(line[1])]]));
      const alone = part.lines.flatMap((line) => (typeof line === 'string' ? [`  ${line}`] : []));
      return ['', ...wrapped(text(part.heading), width), ...columns(explained, { width }), ...alone].join('\n');
    })
    .join('\n');
}
