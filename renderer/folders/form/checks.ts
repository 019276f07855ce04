import { controlOf } from '../../../electron/core/config/folder-settings.ts';
import { parseTemplate } from '../../../electron/core/filing/template.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { checkProblems } from './check-draft.ts';
import {
  type ClassificationDraft,
  type Draft,
  type ExtractionDraft,
  type Step,
  type TypedCategory,
  templateOf,
} from './draft.ts';
import { nextProblems } from './next-draft.ts';
import { tableProblems } from './table-draft.ts';
import { numberOf, type Problems } from './typed-text.ts';

/** What is wrong with a step of the form, before anything is sent. Pure. */
export function problemsOf(step: Step, draft: Draft): Problems {
  switch (step) {
    case 'folder':
      return pathProblems(draft.path);
    case 'route':
      return routeProblems(draft);
    case 'results':
      return resultProblems(draft);
    default:
      return assertNever(step);
  }
}

function pathProblems(path: string): Problems {
  if (path.trim() === '') return { path: 'pathMissing' };
  return isWholePath(path) ? {} : { path: 'pathRelative' };
}

/** Absolute on any system, or relative to the home directory. */
export function isWholePath(path: string): boolean {
  return /^(\/|~(?=$|[\\/])|[a-z]:[\\/]|\\\\)/i.test(path.trim());
}

function routeProblems(draft: Draft): Problems {
  switch (draft.choice) {
    case '':
      return { choice: 'routeMissing' };
    case 'find-extraction':
      return draft.extractionId.trim() === '' ? { extractionId: 'idMissing' } : {};
    case 'find-classification':
      return {
        ...(draft.classificationId.trim() === '' && { classificationId: 'idMissing' as const }),
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
    if (id.trim() === '') found[`categories.${index}.id`] = 'idMissing';
    else if (isTaken(categories, index, (each) => each.id)) found[`categories.${index}.id`] = 'idTwice';
    if (name.trim() === '') found[`categories.${index}.name`] = 'nameMissing';
  }
  return found;
}

function extractionProblems({ name, fields, sample }: ExtractionDraft): Problems {
  const found: Record<string, Problems[string]> = {};
  if (name.trim() === '') found.name = 'nameMissing';
  for (const [index, { key, description, example }] of fields.entries()) {
    if (key.trim() === '' && (description.trim() !== '' || example.trim() !== '')) found[`fields.${index}.key`] = 'keyMissing';
    if (key.trim() !== '' && isTaken(fields, index, (each) => each.key)) found[`fields.${index}.key`] = 'keyTwice';
  }
  if (fields.every(({ key, description, example }) => `${key}${description}${example}`.trim() === ''))
    found['fields.0.key'] = 'noField';
  if (sample.trim() === '') found.sample = 'sampleMissing';
  else if (!isWholePath(sample)) found.sample = 'pathRelative';
  return found;
}

function classificationProblems({ name, categories }: ClassificationDraft): Problems {
  const found: Record<string, Problems[string]> = {};
  if (name.trim() === '') found.name = 'nameMissing';
  for (const [index, category] of categories.entries()) {
    const isNamed = category.name.trim() !== '';
    if (!isNamed && `${category.description}${category.keywords}${category.linked}`.trim() !== '')
      found[`categories.${index}.name`] = 'nameMissing';
    if (isNamed && isTaken(categories, index, (each) => each.name)) found[`categories.${index}.name`] = 'nameTwice';
  }
  if (categories.every(({ name: own, description, keywords }) => `${own}${description}${keywords}`.trim() === ''))
    found['categories.0.name'] = 'noCategory';
  return found;
}

export const budgetFields = ['budgetDay', 'budgetMonth'] as const;

function isPages(text: string): boolean {
  const pages = numberOf(text);
  return text.trim() === '' || (Number.isInteger(pages) && pages >= 1 && pages <= 10_000_000);
}

function resultProblems(draft: Draft): Problems {
  const settle = numberOf(draft.settle);
  const batch = numberOf(draft.batchSize);
  return {
    ...(!(settle >= 0.1 && settle <= 3_600) && { settle: 'settleRange' as const }),
    ...(draft.batchSize.trim() !== '' &&
      !(Number.isInteger(batch) && batch >= 1 && batch <= 30) && { batchSize: 'batchRange' as const }),
    ...Object.fromEntries(budgetFields.filter((name) => !isPages(draft[name])).map((name) => [name, 'pagesRange' as const])),
    ...(draft.move && moveProblem(draft.moveTo)),
    ...(parseTemplate(templateOf(draft) ?? '{file_name}').ok ? {} : { fileAs: 'template' as const }),
    ...checkProblems(draft.checks),
    ...tableProblems(draft),
    ...(draft.choice.includes('extraction') ? {} : nextProblems(draft.next)),
  };
}

/** It must be a subfolder of the watched folder: neither absolute nor leading out of it. */
function moveProblem(to: string): Problems {
  if (to.trim() === '') return { moveTo: 'moveMissing' };
  const parts = to
    .trim()
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.');
  const leaves = /^\s*([\\/]|[a-z]:)/i.test(to) || parts.length === 0 || parts.includes('..');
  return leaves ? { moveTo: 'moveOutside' } : {};
}

/** Whether an earlier row has the same text. */
function isTaken<Row>(rows: readonly Row[], index: number, text: (row: Row) => string): boolean {
  const own = text(rows[index] as Row).trim();
  return rows.findIndex((row) => text(row).trim() === own) < index;
}

function within(name: string, problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([field, wrong]) => [`${name}.${field}`, wrong]));
}

/** Where the form shows a member of `FolderSettings`, as the host names it (`settings.route.id`). */
export function locationOfField(field: string | undefined): { readonly step: Step; readonly field: string } | undefined {
  const shown = field === undefined ? undefined : controlOf(field.replace(/^settings\./, ''))?.field;
  return shown === undefined ? undefined : { step: shown[0], field: shown[1] };
}
