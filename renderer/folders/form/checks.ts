import { say } from '../../../electron/core/messages/message.ts';
import { assertNever } from '../../../electron/core/result.ts';
import type { ClassificationDraft, Draft, ExtractionDraft, Step, TypedCategory } from './draft.ts';
import { settingsOf } from './settings-of.ts';
import type { Problems } from './typed-text.ts';

/** What is wrong with a step of the form, before anything is sent. Pure. */
export function problemsOf(step: Step, draft: Draft): Problems {
  switch (step) {
    case 'folder':
      return pathProblems(draft.path);
    case 'route':
      return routeProblems(draft);
    case 'results': {
      const settings = settingsOf(draft);
      return settings.ok ? {} : settings.error;
    }
    default:
      return assertNever(step);
  }
}

function pathProblems(path: string): Problems {
  if (path.trim() === '') return { path: say('folders.wrong.pathMissing') };
  return isWholePath(path) ? {} : { path: say('folders.wrong.pathRelative') };
}

/** Absolute on any system, or relative to the home directory. */
export function isWholePath(path: string): boolean {
  return /^(\/|~(?=$|[\\/])|[a-z]:[\\/]|\\\\)/i.test(path.trim());
}

function routeProblems(draft: Draft): Problems {
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
  const found: Record<string, Problems[string]> = {};
  for (const [index, { id, name }] of categories.entries()) {
    if (id.trim() === '' && name.trim() === '') continue;
    if (id.trim() === '') found[`categories.${index}.id`] = say('folders.wrong.idMissing');
    else if (isTaken(categories, index, (each) => each.id)) found[`categories.${index}.id`] = say('folders.wrong.idTwice');
    if (name.trim() === '') found[`categories.${index}.name`] = say('folders.wrong.nameMissing');
  }
  return found;
}

function extractionProblems({ name, fields, sample }: ExtractionDraft): Problems {
  const found: Record<string, Problems[string]> = {};
  if (name.trim() === '') found.name = say('folders.wrong.nameMissing');
  for (const [index, { key, description, example }] of fields.entries()) {
    if (key.trim() === '' && (description.trim() !== '' || example.trim() !== ''))
      found[`fields.${index}.key`] = say('folders.wrong.keyMissing');
    if (key.trim() !== '' && isTaken(fields, index, (each) => each.key))
      found[`fields.${index}.key`] = say('folders.wrong.keyTwice');
  }
  if (fields.every(({ key, description, example }) => `${key}${description}${example}`.trim() === ''))
    found['fields.0.key'] = say('folders.wrong.noField');
  if (sample.trim() === '') found.sample = say('folders.wrong.sampleMissing');
  else if (!isWholePath(sample)) found.sample = say('folders.wrong.pathRelative');
  return found;
}

function classificationProblems({ name, categories }: ClassificationDraft): Problems {
  const found: Record<string, Problems[string]> = {};
  if (name.trim() === '') found.name = say('folders.wrong.nameMissing');
  for (const [index, category] of categories.entries()) {
    const isNamed = category.name.trim() !== '';
    if (!isNamed && `${category.description}${category.keywords}${category.linked}`.trim() !== '')
      found[`categories.${index}.name`] = say('folders.wrong.nameMissing');
    if (isNamed && isTaken(categories, index, (each) => each.name))
      found[`categories.${index}.name`] = say('folders.wrong.nameTwice');
  }
  if (categories.every(({ name: own, description, keywords }) => `${own}${description}${keywords}`.trim() === ''))
    found['categories.0.name'] = say('folders.wrong.noCategory');
  return found;
}

/** Whether an earlier row has the same text. */
function isTaken<Row>(rows: readonly Row[], index: number, text: (row: Row) => string): boolean {
  const own = text(rows[index] as Row).trim();
  return rows.findIndex((row) => text(row).trim() === own) < index;
}

function within(name: string, problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([field, wrong]) => [`${name}.${field}`, wrong]));
}
