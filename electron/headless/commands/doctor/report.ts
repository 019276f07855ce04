import { type Message, say } from '../../../core/messages/message.ts';
import { inEnglish, type Wording } from '../../../core/messages/wording.ts';
import type { Check } from '../../../workspace/health/check.ts';
import { messageMembers } from '../../output/message-members.ts';

/** 1 if something does not work. Pure. */
export function doctorExit(checks: readonly Check[]): 0 | 1 {
  return checks.some(({ status }) => status === 'problem') ? 1 : 0;
}

const narrowest = 40;

/** A line or two for each check, and the sum. Pure. @param width columns of the terminal */
export function doctorLines(checks: readonly Check[], width: number, { text }: Wording): string[] {
  const name = (status: Check['status']) => text(say(`answers.doctor.${status}`));
  const statusWidth = Math.max(...(['ok', 'warning', 'problem'] as const).map((status) => name(status).length)) + 2;
  const area = (check: Check) => text(say(`answers.doctor.area.${check.area}`));
  const indent = statusWidth + Math.max(...checks.map((check) => area(check).length)) + 2;
  const room = Math.max(narrowest, width - indent);
  const lines = checks.flatMap((check) => {
    const [first = '', ...rest] = wrapped(text(check.seen), room);
    const remedy = 'remedy' in check ? wrapped(`→ ${text(check.remedy)}`, room) : [];
    return [
      `${name(check.status).padEnd(statusWidth)}${area(check).padEnd(indent - statusWidth)}${first}`,
      ...[...rest, ...remedy].map((line) => ' '.repeat(indent) + line),
    ];
  });
  const { ok, warnings, problems } = countsOf(checks);
  return [...lines, '', text(say('answers.doctor.sum', { ok, warnings, problems, total: checks.length }))];
}

function countsOf(checks: readonly Check[]) {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length;
  return { ok: count('ok'), warnings: count('warning'), problems: count('problem') };
}

/** Breaks lines only at spaces, so that a path or a command can be copied. */
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

/** For machines: one line per check, and the sum. Pure. */
export function doctorEvents(checks: readonly Check[]): Readonly<Record<string, unknown>>[] {
  return [...checks.map(checkEvent), { event: 'doctor', exit: doctorExit(checks), ...countsOf(checks) }];
}

function checkEvent(check: Check): Readonly<Record<string, unknown>> {
  const { status, area, seen } = check;
  return {
    ...{ event: 'check', status, area, seen: inEnglish(seen), ...messageMembers(seen) },
    ...('remedy' in check && remedyMembers(check.remedy)),
  };
}

function remedyMembers(remedy: Message): Readonly<Record<string, unknown>> {
  return { remedy: inEnglish(remedy), remedyCode: remedy.code, remedyValues: remedy.values };
}
