import { inEnglish } from '../../../core/messages/wording.ts';
import type { Check } from '../../../workspace/health/check.ts';
import { plural } from '../../output/words.ts';

/** 1 if something does not work. Pure. */
export function doctorExit(checks: readonly Check[]): 0 | 1 {
  return checks.some(({ status }) => status === 'problem') ? 1 : 0;
}

const narrowest = 40;

/** A line or two for each check, and the sum. Pure. @param width columns of the terminal */
export function doctorLines(checks: readonly Check[], width: number): string[] {
  const indent = 20;
  const room = Math.max(narrowest, width - indent);
  const lines = checks.flatMap((check) => {
    const [first = '', ...rest] = wrapped(inEnglish(check.seen), room);
    const remedy = 'remedy' in check ? wrapped(`→ ${inEnglish(check.remedy)}`, room) : [];
    return [
      `${check.status.padEnd(9)}${check.area.padEnd(indent - 9)}${first}`,
      ...[...rest, ...remedy].map((line) => ' '.repeat(indent) + line),
    ];
  });
  return [...lines, '', sumOf(checks)];
}

function sumOf(checks: readonly Check[]): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length;
  const problems = count('problem') === 0 ? 'No problem' : plural(count('problem'), 'problem', 'problems');
  const warnings = count('warning') === 0 ? '' : `, ${plural(count('warning'), 'warning', 'warnings')}`;
  return `${problems}${warnings}; ${count('ok')} of ${plural(checks.length, 'check', 'checks')} well.`;
}

/** At spaces alone, so that a path or a command can be copied. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** For machines: a line each, and the sum. Pure. */
export function doctorEvents(checks: readonly Check[]): Readonly<Record<string, unknown>>[] {
  const exit = doctorExit(checks);
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length;
  return [
    ...checks.map((check) => ({
      ...{ event: 'check', status: check.status, area: check.area, seen: inEnglish(check.seen) },
      ...('remedy' in check && { remedy: inEnglish(check.remedy) }),
    })),
    { event: 'doctor', exit, ok: count('ok'), warnings: count('warning'), problems: count('problem') },
  ];
}
