import { type Message, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';
import { maxDirectoryBytes, maxFileBytes, nameOfValue, safeName } from './safe-name.ts';
import { type Choice, type Part, segmentsOf, type Template } from './template.ts';

/** What a document says of a name in a template. */
export type FilingValue =
  /** `date`: an ISO date, if it is one. */
  | { readonly kind: 'value'; readonly text: string; readonly date?: string }
  | { readonly kind: 'missing' }
  /** It should not be relied on. */
  | { readonly kind: 'doubtful'; readonly message: Message };

/** `path`: where a document goes, relative, with `/`; or why it stays where it is. */
export type Filled = { readonly kind: 'path'; readonly path: string } | { readonly kind: 'stays'; readonly message: Message };

/**
 * Where a document goes. A missing value gives way to the next choice; a doubtful one does not, because what it would be filed
 * by might be wrong. Pure.
 * @param ending of the file, with its dot; `''` if it has none
 */
export function fillTemplate(template: Template, valueFor: (field: string) => FilingValue, ending: string): Filled {
  const segments = segmentsOf(template.parts);
  const names: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    let name = '';
    for (const part of isLast ? withoutEnding(segment, ending) : segment) {
      const chosen = part.kind === 'text' ? part.text : textOf(part.choices, valueFor);
      if (typeof chosen !== 'string') return { kind: 'stays', message: chosen };
      name += chosen;
    }
    const safe = safeName(name, isLast ? maxFileBytes - ending.length : maxDirectoryBytes);
    if (safe !== undefined) names.push(isLast ? `${safe}${ending}` : safe);
    else if (isLast) return { kind: 'stays', message: say('filing.noName') };
  }
  return { kind: 'path', path: names.join('/') };
}

const knownEnding = /\.(?:pdf|png|jpe?g|docx)$/i;

function withoutEnding(parts: readonly Part[], ending: string): readonly Part[] {
  const last = parts.at(-1);
  if (last?.kind !== 'text') return parts;
  const own = ending !== '' && last.text.toLowerCase().endsWith(ending.toLowerCase()) ? ending.length : 0;
  const length = own || (knownEnding.exec(last.text)?.[0].length ?? 0);
  return length === 0 ? parts : [...parts.slice(0, -1), { kind: 'text', text: last.text.slice(0, -length) }];
}

/** The text of the first choice that has a value; a message if none has, or it is doubtful. */
function textOf(choices: readonly Choice[], valueFor: (field: string) => FilingValue): string | Message {
  const missing: string[] = [];
  for (const choice of choices) {
    if (choice.kind === 'text') return choice.text;
    const { field, date, letters } = choice;
    const value = valueFor(field);
    switch (value.kind) {
      case 'doubtful':
        return value.message;
      case 'missing':
        missing.push(field);
        continue;
      case 'value': {
        if (date !== undefined && value.date === undefined) return say('filing.noDate', { field, value: value.text });
        const text = date === undefined || value.date === undefined ? value.text : dated(value.date, date);
        const name = nameOfValue(cased(text, letters));
        if (name !== undefined) return name;
        missing.push(field);
        continue;
      }
      default:
        assertNever(value);
    }
  }
  return say('filing.missing', { fields: missing, count: missing.length });
}

function cased(text: string, letters: 'upper' | 'lower' | undefined): string {
  if (letters === undefined) return text;
  return letters === 'upper' ? text.toUpperCase() : text.toLowerCase();
}

function dated(iso: string, format: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  return format.replace(/yyyy|yy|MM|M|dd|d/g, (part) => parts[part] ?? part);
}
