import { type Message, say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { startHelp } from '../../help.ts';
import { type Command, type CommandGroup, type CommandList, choicesOf, type HelpPart } from '../command.ts';

type Outlines = readonly CommandOutline[];

/** What each shell reads to complete commands, flags and their values. */
export const shells = { bash, zsh, fish } as const;

/** What may follow each command's words, each with its meaning. The commands themselves are what follows none. */
function placesOf(
  all: Outlines,
): readonly (readonly [before: string, after: readonly (readonly [word: string, meaning: string])[]])[] {
  const next = (before: string) =>
    all.flatMap(({ words, summary }) =>
      words.slice(0, -1).join(' ') === before ? [[words.at(-1) ?? '', summary] as const] : [],
    );
  const flags = ({ options }: CommandOutline) => [
    ...options.map(({ flag, text }) => [flag, text] as const),
    ['--help', ''] as const,
  ];
  const places = all.map((each) => {
    const before = each.words.join(' ');
    return [before, each.below.length > 0 ? next(before) : flags(each)] as const;
  });
  return [['', next('')], ...places];
}

/** Flags with a list of values, as lines of a `case`. */
function valueCases(all: Outlines, line: (flag: string, choices: readonly string[]) => string): string[] {
  const byFlag = new Map(
    all.flatMap(({ options }) => options.flatMap(({ flag, choices }) => (choices.length > 0 ? [[flag, choices] as const] : []))),
  );
  return [...byFlag].map(([flag, choices]) => line(flag, choices));
}

/** The words after which a command goes on, for a `case`. */
function groupsOf(all: Outlines): string {
  return all.flatMap(({ words, below }) => (below.length > 0 ? [`'${words.join(' ')}'`] : [])).join('|');
}

function bash(all: Outlines): string {
  return `_intray() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" before='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$before" in ''|${groupsOf(all)}) before="\${before:+$before }$word" ;; esac
  done
  case "$before" in
${placesOf(all)
  .map(([before, after]) => `    '${before}') words='${after.map(([word]) => word).join(' ')}' ;;`)
  .join('\n')}
  esac
  case "$previous" in
${valueCases(all, (flag, choices) => `    ${flag}) words='${choices.join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _intray intray
`;
}

function zsh(all: Outlines): string {
  const item = ([word, meaning]: readonly [string, string]) => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`);
  return `#compdef intray
_intray() {
  local -a after
  local before='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$before" in ''|${groupsOf(all)}) before="\${before:+$before }$word" ;; esac
  done
  case "$before" in
${placesOf(all)
  .map(([before, after]) => `    '${before}') after=(${after.map(item).join(' ')}) ;;`)
  .join('\n')}
  esac
  case "$words[CURRENT-1]" in
${valueCases(all, (flag, choices) => `    ${flag}) after=(${choices.join(' ')}) ;;`).join('\n')}
  esac
  _describe 'intray' after || _files
}
compdef _intray intray
`;
}

function fish(all: Outlines): string {
  const lines = all.flatMap(({ words, summary, options }) => {
    const seen = (some: readonly string[]) => some.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const before = seen(words.slice(0, -1)) || '__fish_use_subcommand';
    const named = `complete -c intray -n ${quoted(before)} -f -a ${words.at(-1)} -d ${quoted(summary)}`;
    const flags = options.map(({ flag, value, choices, text }) => {
      const argument =
        choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined || value.startsWith('[') ? '' : ' -r';
      return `complete -c intray -n ${quoted(seen(words))} -l ${flag.slice(2)}${argument} -d ${quoted(text)}`;
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
export function manualPage(all: readonly CommandOutline[], wording: Wording): string {
  const { text } = wording;
  const lines = [
    '.TH INTRAY 1 "" Intray',
    '.SH NAME',
    `intray \\- ${line(text(say('help.program')))}`,
    '.SH SYNOPSIS',
    `.B intray\n.I ${line(text(say('help.terms.command')))}\n${line(text(say('help.optionsTerm')))}`,
    ...startHelp.flatMap((part) => partOf(part, wording)),
    `.SH ${heading(text(say('help.commands')))}`,
    ...all.flatMap((each) => (each.below.length > 0 ? [] : commandOf(each, wording))),
  ];
  return `${lines.join('\n')}\n`;
}

function commandOf({ words, operands, summary, options, help }: CommandOutline, wording: Wording): string[] {
  return [
    `.SS "${line(['intray', ...words, ...operands].join(' '))}"`,
    line(`${summary[0]?.toLocaleUpperCase()}${summary.slice(1)}.`),
    ...options.flatMap(({ flag, value, text }) => [
      '.TP',
      `.B ${line(flag)}${value === undefined ? '' : `\n.I ${line(value)}`}`.replace(/\n\.I /, ' '),
      line(text),
    ]),
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

/** One command as a list of all of them has it, from the same modules as its help: `key set` has two words. */
interface CommandOutline {
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
