import type { CommandOutline } from './outline.ts';

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
