import { say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { startHelp } from '../../help.ts';
import type { HelpPart } from '../command.ts';
import type { CommandOutline } from './outline.ts';

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
