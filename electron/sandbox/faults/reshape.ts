import { assertNever } from '../../core/result.ts';
import type { Random } from '../random.ts';
import { shuffled } from '../random.ts';
import type { Respelling, ShapeEffect } from './fault.ts';

type Answer = Readonly<Record<string, unknown>>;

export const respelled: Readonly<Record<Respelling, (name: string) => string>> = {
  latin1: (name) => Buffer.from(name).toString('latin1'),
  underscores: (name) => name.replaceAll(' ', '_'),
  percent: encodeURIComponent,
  nfd: (name) => name.normalize('NFD'),
  quotes: (name) => name.replaceAll('"', '%22'),
  ascii: (name) => name.replace(/[^\x20-\x7e]/g, '?'),
};

/** An answer's JSON as a fault changes it. `member` is omitted if `missing-member` names none. */
export function reshape(effect: ShapeEffect, answer: Answer, member: string | undefined, random: Random): Answer {
  switch (effect.kind) {
    case 'missing-member': {
      const missing = effect.member ?? member;
      return missing === undefined ? answer : (without(answer, missing) as Answer);
    }
    case 'shuffle':
      return withFiles(answer, (files) => shuffled(files, random));
    case 'rename':
      return withFiles(answer, (files) => files.map((file, index) => ({ ...file, file_name: `document-${index + 1}` })));
    case 'respell':
      return withFiles(answer, (files) =>
        files.map((file) => ({ ...file, file_name: respelled[effect.how](`${file.file_name}`) })),
      );
    case 'partial-files':
      return withFiles(answer, (files) => files.slice(0, 1));
    case 'no-result':
      return withFiles(answer, (files) => files.map(({ id, file_name, status }) => ({ id, file_name, status })));
    case 'text-result':
      return withFiles(answer, (files) =>
        files.map((file) => {
          const { result } = file;
          if (!isObject(result)) return file;
          return { ...file, result: { ...result, extracted_data: JSON.stringify(result.extracted_data) } };
        }),
      );
    case 'unknown-status': {
      const { status } = effect;
      const renamed = withFiles(answer, (files) => files.map((file) => ({ ...file, status })));
      return isObject(renamed.batch) ? { ...renamed, batch: { ...renamed.batch, status } } : renamed;
    }
    default:
      return assertNever(effect);
  }
}

function withFiles(answer: Answer, change: (files: readonly Answer[]) => readonly Answer[]): Answer {
  const files = answer.files;
  return Array.isArray(files) ? { ...answer, files: change(files.filter(isObject)) } : answer;
}

/** Without a member, at any depth. */
function without(value: unknown, member: string): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, member));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== member);
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner, member)]));
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
