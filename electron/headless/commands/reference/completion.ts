import { say } from '../../../core/messages/message.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';
import { type CommandList, defineCommand } from '../command.ts';
import { examples } from '../options.ts';
import { type CommandOutline, outlineCommands } from './outline.ts';

export const command = defineCommand({
  name: 'completion',
  summary: say('help.completion.summary'),
  operands: [{ term: 'bash|zsh|fish' }],
  options: [],
  help: [
    say('help.completion.about'),
    examples(
      'intray completion bash > ~/.local/share/bash-completion/completions/intray',
      'intray completion zsh > ~/.zfunc/_intray',
      'intray completion fish > ~/.config/fish/completions/intray.fish',
    ),
  ],
  run: ({ operands: [shell = ''], host, commands }) => completion(shell, commands, host),
});

/** `intray completion SHELL`: prints what the shell reads to complete commands, flags and their values. */
export async function completion(shell: string, commands: CommandList, host: Host): Promise<0> {
  const write = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined;
  if (write === undefined) throw new Refusal(say('commandLine.flags.shell', { text: shell }));
  host.output.write(write(await outlineCommands(commands, host.wording)));
  return 0;
}

type Outlines = readonly CommandOutline[];

const shells = { bash, zsh, fish } as const;

/** What may follow a command's words, each with its meaning. */
function wordsAfter(
  { words, below, options }: CommandOutline,
  all: Outlines,
): readonly (readonly [word: string, meaning: string])[] {
  if (below.length === 0) return [...options.map(({ flag, text }) => [flag, text] as const), ['--help', '']];
  return below.map((name) => [name, all.find((each) => each.words.join(' ') === `${words[0]} ${name}`)?.summary ?? '']);
}

/** The commands themselves are what follows none. */
function placesOf(all: Outlines): readonly (readonly [before: string, after: ReturnType<typeof wordsAfter>])[] {
  const first = all.flatMap(({ words, summary }) => (words.length === 1 ? [[words[0] ?? '', summary] as const] : []));
  return [['', first], ...all.map((each) => [each.words.join(' '), wordsAfter(each, all)] as const)];
}

/** Flags with a list of values, as lines of a `case`. */
function valueCases(all: Outlines, line: (flag: string, choices: readonly string[]) => string): string[] {
  const byFlag = new Map(
    all.flatMap(({ options }) => options.flatMap(({ flag, choices }) => (choices.length > 0 ? [[flag, choices] as const] : []))),
  );
  return [...byFlag].map(([flag, choices]) => line(flag, choices));
}

function groupsOf(all: Outlines): string {
  return all.flatMap(({ words, below }) => (below.length > 0 ? words : [])).join('|');
}

function bash(all: Outlines): string {
  return `_intray() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" before='' words=''
  [ "$COMP_CWORD" -gt 1 ] && before="\${COMP_WORDS[1]}"
  case "$before" in ${groupsOf(all)}) [ "$COMP_CWORD" -gt 2 ] && before="$before \${COMP_WORDS[2]}" ;; esac
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
  local before=''
  (( CURRENT > 2 )) && before="$words[2]"
  case "$before" in ${groupsOf(all)}) (( CURRENT > 3 )) && before="$before $words[3]" ;; esac
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
  const lines = all.flatMap(({ words: [first = '', second], summary, options }) => {
    const seen =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
    const named =
      second === undefined
        ? `complete -c intray -n __fish_use_subcommand -f -a ${first} -d ${quoted(summary)}`
        : `complete -c intray -n ${quoted(`__fish_seen_subcommand_from ${first}`)} -f -a ${second} -d ${quoted(summary)}`;
    const flags = options.map(({ flag, value, choices, text }) => {
      const argument = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined ? '' : ' -r';
      return `complete -c intray -n ${quoted(seen)} -l ${flag.slice(2)}${argument} -d ${quoted(text)}`;
    });
    return [named, ...flags];
  });
  return `${lines.join('\n')}\n`;
}

/** For all three shells: single quotes, and a typographic one inside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
