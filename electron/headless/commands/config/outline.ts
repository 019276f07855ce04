import { say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { asSentence, operandTerm, optionTerm, startHelp } from '../../help.ts';
import { type Command, type CommandGroup, type CommandList, choicesOf, type HelpPart } from '../command.ts';

/** A command or a group, and the words that call it: `key set` has two. */
interface Named {
  readonly words: readonly string[];
  readonly definition: Command | CommandGroup;
}

/** Every command and each command of a group. */
export async function namedCommands(commands: CommandList): Promise<readonly Named[]> {
  const modules = await Promise.all(Object.values(commands).map((load) => load()));
  const named = (definition: Command | CommandGroup, before: readonly string[]): readonly Named[] => {
    const words = [...before, definition.name];
    return [
      { words, definition },
      ...('commands' in definition ? definition.commands.flatMap((each) => named(each, words)) : []),
    ];
  };
  return modules.flatMap(({ command }) => named(command, []));
}

/** What each shell reads to complete commands, flags and their values. */
export const shells = { bash, zsh, fish } as const;

type Text = Wording['text'];

/** What may follow each command's words, each with its meaning. The commands themselves are what follows none. */
function placesOf(all: readonly Named[], text: Text) {
  const named = (some: readonly (Command | CommandGroup)[]) => some.map(({ name, summary }) => [name, text(summary)] as const);
  const first = all.flatMap(({ words, definition }) => (words.length === 1 ? [definition] : []));
  const places = all.map(({ words, definition }) => {
    const after =
      'commands' in definition
        ? named(definition.commands)
        : [...definition.options.map(({ flag, text: meaning }) => [flag, text(meaning)] as const), ['--help', ''] as const];
    return [words.join(' '), after] as const;
  });
  return [['', named(first)] as const, ...places];
}

/** Flags with a list of values, as lines of a `case`. */
function valueCases(all: readonly Named[], line: (flag: string, choices: readonly string[]) => string): string {
  const options = all.flatMap(({ definition }) => ('options' in definition ? definition.options : []));
  const byFlag = new Map(options.map(({ flag, value }) => [flag, choicesOf(value)]));
  return [...byFlag].flatMap(([flag, choices]) => (choices.length > 0 ? [line(flag, choices)] : [])).join('\n');
}

/** The words after which a command goes on, for a `case`. */
function groupsOf(all: readonly Named[]): string {
  return all.flatMap(({ words, definition }) => ('commands' in definition ? [`'${words.join(' ')}'`] : [])).join('|');
}

function bash(all: readonly Named[], text: Text): string {
  return `_intray() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" before='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$before" in ''|${groupsOf(all)}) before="\${before:+$before }$word" ;; esac
  done
  case "$before" in
${placesOf(all, text)
  .map(([before, after]) => `    '${before}') words='${after.map(([word]) => word).join(' ')}' ;;`)
  .join('\n')}
  esac
  case "$previous" in
${valueCases(all, (flag, choices) => `    ${flag}) words='${choices.join(' ')}' ;;`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _intray intray
`;
}

function zsh(all: readonly Named[], text: Text): string {
  const item = ([word, meaning]: readonly [string, string]) => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`);
  return `#compdef intray
_intray() {
  local -a after
  local before='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$before" in ''|${groupsOf(all)}) before="\${before:+$before }$word" ;; esac
  done
  case "$before" in
${placesOf(all, text)
  .map(([before, after]) => `    '${before}') after=(${after.map(item).join(' ')}) ;;`)
  .join('\n')}
  esac
  case "$words[CURRENT-1]" in
${valueCases(all, (flag, choices) => `    ${flag}) after=(${choices.join(' ')}) ;;`)}
  esac
  _describe 'intray' after || _files
}
compdef _intray intray
`;
}

function fish(all: readonly Named[], text: Text): string {
  const lines = all.flatMap(({ words, definition }) => {
    const seen = (some: readonly string[]) => some.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const before = seen(words.slice(0, -1)) || '__fish_use_subcommand';
    const named = `complete -c intray -n ${quoted(before)} -f -a ${words.at(-1)} -d ${quoted(text(definition.summary))}`;
    const options = 'commands' in definition ? [] : definition.options;
    const flags = options.map(({ flag, value, optional, text: meaning }) => {
      const choices = choicesOf(value);
      const argument =
        choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined || optional === true ? '' : ' -r';
      return `complete -c intray -n ${quoted(seen(words))} -l ${flag.slice(2)}${argument} -d ${quoted(text(meaning))}`;
    });
    return [named, ...flags];
  });
  return `${lines.join('\n')}\n`;
}

/** For all three shells: single quotes, and a typographic one inside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

/** The manual page, in the macros of man(7), from what the help of each command says. Pure. */
export function manualPage(all: readonly Named[], wording: Wording): string {
  const { text } = wording;
  const lines = [
    '.TH INTRAY 1 "" Intray',
    '.SH NAME',
    `intray \\- ${line(text(say('help.program')))}`,
    '.SH SYNOPSIS',
    `.B intray\n.I ${line(text(say('help.terms.command')))}\n${line(text(say('help.optionsTerm')))}`,
    ...startHelp.flatMap((part) => partOf(part, wording)),
    `.SH ${heading(text(say('help.commands')))}`,
    ...all.flatMap(({ words, definition }) => ('commands' in definition ? [] : commandOf(words, definition, wording))),
  ];
  return `${lines.join('\n')}\n`;
}

function commandOf(
  words: readonly string[],
  { operands = [], options, summary, help = [] }: Command,
  wording: Wording,
): string[] {
  const called = ['intray', ...words, ...operands.map((operand) => operandTerm(operand, wording))];
  return [
    `.SS "${line(called.join(' '))}"`,
    line(asSentence(wording.text(summary))),
    ...options.flatMap((option) => ['.TP', `.B ${line(optionTerm(option, wording))}`, line(wording.text(option.text))]),
    ...help.flatMap((part) => partOf(part, wording)),
  ];
}

function partOf(part: HelpPart, { text }: Wording): string[] {
  if ('code' in part) return ['.PP', line(text(part))];
  const lines = part.lines.flatMap((each) =>
    typeof each === 'string' ? ['.br', `\\&  ${line(each)}`] : ['.TP', `.B ${line(each[0])}`, line(text(each[1]))],
  );
  return ['.PP', line(text(part.heading)), ...lines];
}

function heading(text: string): string {
  return line(text.replace(/[\s:]+$/u, '').toLocaleUpperCase());
}

/** Text as roff reads it: no request, no escape, no end of line. */
function line(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^(?=[.'])/, '\\&');
}
