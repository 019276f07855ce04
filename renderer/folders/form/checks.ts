import { type Message, say } from '../../../electron/core/messages/message.ts';
import type { ClassificationDraft, Draft, ExtractionDraft, TypedCategory } from './draft.ts';
import { settingsOf } from './settings-of.ts';
import type { Problems } from './typed-text.ts';

/** What is wrong with the form, before anything is sent. Pure. */
export function problemsOf(draft: Draft): Problems {
  const settings = settingsOf(draft);
  return { ...(!settings.ok && settings.error), ...pathProblems(draft.path), ...routeProblems(draft) };
}

function pathProblems(path: string): Problems {
  if (path.trim() === '') return { path: say('folders.wrong.pathMissing') };
  return isWholePath(path) ? {} : { path: say('folders.wrong.pathRelative') };
}

/** Absolute on any system, or relative to the home directory. */
export function isWholePath(path: string): boolean {
  return /^(\/|~(?=$|[\\/])|[a-z]:[\\/]|\\\\)/i.test(path.trim());
}

/** What is wrong with where documents go. Pure. */
export function routeProblems(draft: Draft): Problems {
  switch (draft.choice) {
    case '':
      return { choice: say('folders.wrong.routeMissing') };
    case 'find-extraction':
      return draft.extractionId.trim() === '' ? { extractionId: say('folders.wrong.idMissing') } : {};
    case 'find-classification':
      return {
        ...(draft.classificationId.trim() === '' && { classificationId: say('folders.wrong.idMissing') }),
        ...typedProblems(draft.categories),
      };
    case 'new-extraction':
      return within('newExtraction', extractionProblems(draft.newExtraction));
    case 'new-classification':
      return within('newClassification', classificationProblems(draft.newClassification));
    default:
      // A known route.
      return {};
  }
}

function typedProblems(categories: readonly TypedCategory[]): Problems {
  const nameless = categories.flatMap((category, index): [string, Message][] =>
    isBlank(category) || category.name.trim() !== '' ? [] : [[`categories.${index}.name`, say('folders.wrong.nameMissing')]],
  );
  const own = { missing: say('folders.wrong.idMissing'), twice: say('folders.wrong.idTwice') };
  return { ...rowProblems('categories', categories, 'id', own), ...Object.fromEntries(nameless) };
}

function extractionProblems({ name, fields, sample }: ExtractionDraft): Problems {
  const key = { missing: say('folders.wrong.keyMissing'), twice: say('folders.wrong.keyTwice') };
  return {
    ...(name.trim() === '' && { name: say('folders.wrong.nameMissing') }),
    ...rowProblems('fields', fields, 'key', { ...key, none: say('folders.wrong.noField') }),
    ...(sample.trim() === ''
      ? { sample: say('folders.wrong.sampleMissing') }
      : !isWholePath(sample) && { sample: say('folders.wrong.pathRelative') }),
  };
}

function classificationProblems({ name, categories }: ClassificationDraft): Problems {
  const missing = say('folders.wrong.nameMissing');
  const wrong = { missing, twice: say('folders.wrong.nameTwice'), none: say('folders.wrong.noCategory') };
  return { ...(name.trim() === '' && { name: missing }), ...rowProblems('categories', categories, 'name', wrong) };
}

interface RowMessages {
  readonly missing: Message;
  readonly twice: Message;
  /** All rows are empty; left out: they may be. */
  readonly none?: Message;
}

/** What is wrong with the rows of a list: each that is not empty needs a text of its own in one column. */
function rowProblems<Row extends { readonly [Key in keyof Row]: string }>(
  list: string,
  rows: readonly Row[],
  column: keyof Row & string,
  { missing, twice, none }: RowMessages,
): Problems {
  if (none !== undefined && rows.every(isBlank)) return { [`${list}.0.${column}`]: none };
  const texts = rows.map((row) => row[column].trim());
  const found = texts.flatMap((text, index): [string, Message][] => {
    const wrong = text === '' ? !isBlank(rows[index] as Row) && missing : texts.indexOf(text) < index && twice;
    return wrong === false ? [] : [[`${list}.${index}.${column}`, wrong]];
  });
  return Object.fromEntries(found);
}

function isBlank(row: object): boolean {
  return Object.values(row).join('').trim() === '';
}

function within(name: string, problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([field, wrong]) => [`${name}.${field}`, wrong]));
}
