/** What a printed date can mean, as ISO dates; more than one while the order of day and month is open. */
export interface DateReading {
  readonly candidates: readonly string[];
  readonly assumed: readonly ('century' | 'day-first')[];
}

const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt', 'pl'];
const weekdayStyles = [{ weekday: 'long' }, { weekday: 'short' }] as const;
const monthStyles = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const;

interface DateWords {
  readonly monthNames: ReadonlyMap<string, number>;
  readonly ignored: ReadonlySet<string>;
}

let known: DateWords | undefined;

/** Asked of the system on first use: that takes longer than all else that a start does with values. */
function dateWords(): DateWords {
  known ??= wordsOf(languages);
  return known;
}

function wordsOf(spoken: readonly string[]): DateWords {
  const monthNames = new Map<string, number>(
    Object.entries({ sept: 9, set: 9, setiembre: 9, mrz: 3, maerz: 3, mrt: 3, janner: 1 }),
  );
  const ignored = new Set('de del of the den le dnia am r roku kl um uhr h ore feira at on el il van'.split(' '));
  for (const language of spoken) {
    // 1 January 2023 was a Sunday.
    for (const style of weekdayStyles) {
      const wordsAt = wordsIn(language, style);
      for (let day = 1; day <= 7; day += 1) for (const word of wordsAt(0, day)) ignored.add(word);
    }
    const months = monthStyles.map((style) => wordsIn(language, style));
    for (let month = 0; month < 12; month += 1) {
      const named = months.flatMap((wordsAt) => wordsAt(month, 1));
      for (const word of named) if (!monthNames.has(word)) monthNames.set(word, month + 1);
    }
  }
  return { monthNames, ignored };
}

/** Reads a printed date of at most 64 characters; undefined if it is none. Words may be of any of the languages above. */
export function readDate(printed: string): DateReading | undefined {
  const text = plain(printed);
  if (text.length > 64) return undefined;
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ]\d{1,2}:\d{2}[\d:.]*(?:z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (iso !== null) return reading([date(iso[1], iso[3], iso[4])], []);
  const { monthNames, ignored } = dateWords();
  const tokens = text
    .replace(/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?/, ' ')
    .split(/[\s,.]+|(?<=\d)[-/](?=\p{L})|(?<=\p{L})[-/](?=\d)|(?<=\p{L})-(?=\p{L})/u)
    .filter((token) => token !== '' && (!ignored.has(token) || monthNames.has(token)));
  const numbers = /^(\d{1,2})([-/ ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(tokens.join(' '));
  return numbers === null ? ofWords(tokens) : ofNumbers(numbers, text.includes('.') && numbers[2] === ' ');
}

function ofNumbers([, first = '', mark, second = '', year = '']: RegExpExecArray, dots: boolean): DateReading | undefined {
  if (mark === ' ' && !dots) return undefined;
  const century = year.length === 2 ? (['century'] as const) : [];
  const dayFirst = date(year, second, first);
  if (dots) return reading([dayFirst], [...century, 'day-first']);
  const yearFirst =
    mark === '-' && year.length === 2 && first.length === 2 && Number(first) > 12 ? date(first, second, year) : undefined;
  return reading([dayFirst, date(year, first, second), ...(Number(second) <= 12 ? [yearFirst] : [])], century);
}

function ofWords(tokens: readonly string[]): DateReading | undefined {
  const { monthNames, ignored } = dateWords();
  // The last one: `mar` is a weekday too.
  const place = tokens.findLastIndex((token) => monthNames.has(token));
  const month = monthNames.get(tokens[place] ?? '');
  const others = tokens
    .filter((token, index) => index !== place && !ignored.has(token))
    .map((token) => /^(\d{1,4})(?:st|nd|rd|th|er|e|o|a|°)?$/.exec(token)?.[1]);
  if (month === undefined || others.length !== 2) return undefined;
  const [day, year] = others[0]?.length === 4 ? [others[1], others[0]] : others;
  return reading([date(year, String(month), day)], year?.length === 2 ? ['century'] : []);
}

function reading(dates: readonly (string | undefined)[], assumed: DateReading['assumed']): DateReading | undefined {
  const candidates = [...new Set(dates.filter((candidate) => candidate !== undefined))];
  return candidates.length === 0 ? undefined : { candidates, assumed };
}

/** The ISO date; undefined if the calendar has no such day. Two digits of a year below 70 are of this century. */
function date(year = '', month = '', day = ''): string | undefined {
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`;
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined;
}

function wordsIn(language: string, style: Intl.DateTimeFormatOptions): (month: number, day: number) => readonly string[] {
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
  return (month, day) =>
    plain(format.format(Date.UTC(2023, month, day)))
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1 && !/^(de|er)$/.test(word));
}

/** Lower case without accents, with plain spaces. */
function plain(text: string): string {
  return text.slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
