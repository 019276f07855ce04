/**
 * `npm run lint` and `npm run build` run this: nothing passes with an entry of the catalogue that no source uses, or with
 * a translation that is broken or forgotten. That an entry is missing, the type checker says.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Language, languages } from '../../electron/core/languages/languages.ts';
import { projectRoot } from './build.ts';
import { findMessageUses, isUsed } from './message-uses.ts';

type Words = { readonly [Key: string]: string | Words };

/** Words that are the same in another language, names and units: an entry of nothing else may read as in English. */
const sharedWords: Readonly<Record<Exclude<Language, 'en'>, ReadonlySet<string>>> = {
  de: new Set([
    ...['Intray', 'API', 'CSV', 'JSON', 'SHA', 'B', 'GB', 'KB', 'MB', 'h', 'min', 'ms', 's', 'Alt', 'Esc', 'Tab', 'Z'],
    ...['Details', 'Median', 'Name', 'Offline', 'Sandbox', 'Start', 'Status', 'System', 'Version', 'in', 'ok', 'optional'],
  ]),
  fr: new Set([
    ...['Intray', 'CSV', 'JSON', 'SHA', 'h', 'min', 'ms', 's', 'Alt', 'Ctrl', 'Tab', 'Z'],
    ...['Actions', 'Classification', 'Description', 'Documents', 'Extraction', 'Notifications', 'Page', 'Service', 'Services'],
    ...['CLASSIFICATION', 'Document', 'Type', 'Version', 'classification', 'document', 'documents', 'extraction', 'ok'],
    ...['options', 'page', 'pages', 'service'],
  ]),
};

/** Words of English that neither German nor French has. */
const englishWords = /\b(the|and|of|is|are|not|with|this|that|your|you|were|has|have|been|cannot|its|from|which|it)\b/i;

/** One word for each thing: what must not be said, and what is said instead. */
const terms: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bat rest\b/i, 'paused'],
    [/\blook now\b/i, 'check now'],
    [/\bthis machine\b/i, 'this computer'],
    [/\bin progress\b/i, 'on its way'],
  ],
  de: [
    [/\bangehalten\b|\banhalten\b/i, 'pausieren'],
    [/beobacht/i, 'überwachen'],
    [/\bKennung/, 'ID'],
    [/\bRechner/, 'Computer'],
    [/\bProbe(dienst|betrieb)/, 'Sandbox'],
    [/\bbrauch(t|en) Sie\b/, 'wartet auf Sie'],
  ],
  fr: [
    [/\bsuspend(re|u|us)\b/i, 'mettre en pause'],
    [/\bsandbox\b/i, 'bac à sable'],
  ],
};

/** French sets a non-breaking space before these marks, and inside its quotation marks. */
const frenchSpacing = /[ \w][;?!»]| :|«(?!\u00a0)/u;

/** Everything that is wrong, a line each. */
export function checkMessages(): string[] {
  const english = flatten(languages.en);
  return [
    ...unusedEntries([...english.keys()]),
    ...Object.entries(languages).flatMap(([language, words]) => checkLanguage(language as Language, flatten(words), english)),
  ];
}

function unusedEntries(codes: readonly string[]): string[] {
  const paths = globSync(['electron/**/*.ts', 'renderer/**/*.{ts,tsx}'], { cwd: projectRoot }).filter(
    (path) => !path.startsWith(join('electron', 'core', 'languages')),
  );
  const sources = paths.map((path) => ({ path, code: readFileSync(join(projectRoot, path), 'utf8') }));
  const uses = findMessageUses(sources, Object.keys(languages.en));
  return codes.filter((code) => !isOwnName(code) && !isUsed(code, uses)).map((code) => `en: ${code} is used nowhere`);
}

/** What is wrong with the entries of one language, beside those of English. */
export function checkLanguage(
  language: Language,
  entries: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
): string[] {
  return [...entries].flatMap(([code, text]) =>
    isOwnName(code) ? [] : checkEntry(language, text, english.get(code) ?? '').map((fault) => `${language}: ${code} ${fault}`),
  );
}

function checkEntry(language: Language, text: string, english: string): string[] {
  const read = readEntry(text);
  if (read instanceof Error) return [`cannot be read: ${read.message}`];
  const words = read.literals.join(' ');
  if (language === 'en') return wrongTerms(language, words);
  const wanted = readEntry(english);
  const own = [...words.matchAll(/\p{L}+/gu)].map(([word]) => word);
  const isSame = text === english && own.some((word) => !sharedWords[language].has(word));
  return [
    ...(wanted instanceof Error || same(read.names, wanted.names)
      ? []
      : [`takes other values (${[...read.names].join(', ')}) than in English (${[...wanted.names].join(', ')})`]),
    ...wrongTerms(language, words),
    ...(isSame ? ['is as it is in English'] : []),
    ...(englishWords.test(words) && !isSame ? [`has English in it: ${englishWords.exec(words)?.[0]}`] : []),
    ...(language === 'fr' && read.literals.some((literal) => frenchSpacing.test(literal)) ? ['lacks a non-breaking space'] : []),
  ];
}

function wrongTerms(language: Language, words: string): string[] {
  return terms[language].flatMap(([wrong, right]) =>
    wrong.test(words) ? [`says "${wrong.exec(words)?.[0]}" for "${right}"`] : [],
  );
}

interface Entry {
  /** The names of its values and of its tags. */
  readonly names: ReadonlySet<string>;
  /** What stands there literally, in plurals and choices too. */
  readonly literals: readonly string[];
}

/** An entry in ICU message syntax, read; or why it cannot be. */
function readEntry(text: string): Entry | Error {
  const names = new Set<string>();
  const literals: string[] = [];
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal) literals.push(element.value);
      else if (element.type !== TYPE.pound) names.add(element.value);
      if (element.type === TYPE.tag) walk(element.children);
      if (element.type === TYPE.select || element.type === TYPE.plural)
        for (const option of Object.values(element.options)) walk(option.value);
    }
  };
  try {
    walk(parse(text));
    return { names, literals };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What a language calls itself is read as a member (`languages.ts`), and differs by nature. */
function isOwnName(code: string): boolean {
  return code.startsWith('language.');
}

function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

/** Every entry by its code: `queue.show.all`. */
export function flatten(words: Words, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...flatten(value, `${path}${key}.`)],
    ),
  );
}

if (import.meta.main) {
  const faults = checkMessages();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
