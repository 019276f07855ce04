/** A run of text on a page; a page is a sequence of them. */
export interface Piece {
  readonly text: string;
  /** The line ends after it. */
  readonly endsLine: boolean;
}

/** A part of one piece: UTF-16 offsets, `to` exclusive. */
interface Span {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** One occurrence of a value; it can span several pieces. */
export type Occurrence = readonly Span[];

/** A value that occurs more often than this is too common to mark. */
const maxOccurrences = 12;

/** A page's text, normalised for searching, with the origin of each letter in the pieces. */
export interface PageText {
  readonly text: string;
  readonly origins: readonly { readonly piece: number; readonly at: number }[];
}

/** Joins a page's pieces, ignoring case, variants of the same letter and the amount of white space. */
export function pageText(pieces: readonly Piece[]): PageText {
  let text = '';
  const origins: { piece: number; at: number }[] = [];
  const add = (letters: string, piece: number, at: number): void => {
    for (const letter of letters) {
      const isSpace = /\s/u.test(letter);
      if (isSpace && (text === '' || text.endsWith(' '))) continue;
      const added = isSpace ? ' ' : letter;
      text += added;
      for (let unit = 0; unit < added.length; unit += 1) origins.push({ piece, at });
    }
  };
  pieces.forEach((piece, index) => {
    let at = 0;
    for (const letter of piece.text) {
      add(normalised(letter), index, at);
      at += letter.length;
    }
    if (piece.endsLine) add(' ', index, piece.text.length);
  });
  return { text, origins };
}

/**
 * Finds a value on a page, as it is or in another common spelling (of a date, an amount); a value of several lines is also
 * searched line by line. Finds nothing if the value is too short or too common to be marked.
 */
export function findValue(page: PageText, value: string): readonly Occurrence[] {
  for (const spelling of spellingsOf(value)) {
    const found = occurrencesOf(page, spelling);
    if (found.length > 0) return found.length > maxOccurrences ? [] : found;
  }
  const lines = value.split(/\r?\n/u).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.flatMap((line) => findValue(page, line).slice(0, 1)) : [];
}

function occurrencesOf(page: PageText, value: string): Occurrence[] {
  const search = pageText([{ text: value.trim(), endsLine: false }]).text;
  if (search.length < 2) return [];
  const found: Occurrence[] = [];
  for (let at = page.text.indexOf(search); at >= 0; at = page.text.indexOf(search, at + 1)) {
    if (isStandalone(page.text, at, at + search.length)) found.push(spansOf(page, at, at + search.length));
  }
  return found;
}

/** Whether a match is a word or number of its own: "12" is found neither in "2012" nor in "12,50". */
function isStandalone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 2);
  const joined = /[\p{L}\p{N}]/u;
  if (joined.test(text.slice(from, from + 1)) && joined.test(before.slice(-1))) return false;
  if (joined.test(text.slice(to - 1, to)) && joined.test(after.slice(0, 1))) return false;
  const digits = /\d/u;
  if (digits.test(text.slice(from, from + 1)) && /\d[.,]$/u.test(before)) return false;
  return !(digits.test(text.slice(to - 1, to)) && /^[.,]\d/u.test(after));
}

function spansOf({ origins }: PageText, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (const { piece, at } of origins.slice(from, to)) {
    const last = spans.at(-1);
    if (last?.piece === piece) spans[spans.length - 1] = { ...last, to: Math.max(last.to, at + 1) };
    else spans.push({ piece, from: at, to: at + 1 });
  }
  return spans;
}

/** A letter's form for comparison; compatibility variants (ligatures, full-width) are treated as equal. */
function normalised(letter: string): string {
  return letter
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‐‑‒–—−]/gu, '-')
    .replaceAll(/[’‘`´]/gu, "'");
}

/** The ways a page may spell a value: first as it is, then dates and amounts as people write them. */
function spellingsOf(value: string): readonly string[] {
  const plain = value.trim();
  return [...new Set([plain, ...datesOf(plain), ...amountsOf(plain)])];
}

function datesOf(value: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/u.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  const short = { day: String(Number(day)), month: String(Number(month)) };
  const numeric = ['.', '/', '-'].flatMap((mark) => [
    [day, month, year].join(mark),
    [short.day, short.month, year].join(mark),
    [month, day, year].join(mark),
    [short.month, short.day, year].join(mark),
  ]);
  return [...numeric, `${day}.${month}.${year.slice(2)}`, ...namedMonths(Number(year), Number(month), short.day)];
}

/** "9 March 2026", "March 9, 2026", "9. März 2026", in the languages of the window and of its neighbours. */
function namedMonths(year: number, month: number, day: string): string[] {
  return ['en', 'de', 'fr', 'it', 'es', 'nl'].flatMap((language) => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, 15));
    return [
      `${day} ${name} ${year}`,
      `${day}. ${name} ${year}`,
      `${name} ${day}, ${year}`,
      `${day} de ${name} de ${year}`,
      `${day} ${name.slice(0, 3)} ${year}`,
    ];
  });
}

/** "5464.37" also as "5,464.37", "5.464,37", "5 464,37", "5'464.37". */
function amountsOf(value: string): string[] {
  const read = /^(-?)(\d+)(?:\.(\d{1,2}))?$/u.exec(value);
  if (read === null) return [];
  const [, sign = '', whole = '', fraction] = read;
  if (fraction === undefined && whole.length < 4) return [];
  const forms: (readonly [string, string])[] = [
    ['', '.'],
    ['', ','],
    [',', '.'],
    ['.', ','],
    [' ', ','],
    ["'", '.'],
  ];
  return forms.map(([group, point]) => {
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, group);
    return `${sign}${grouped}${fraction === undefined ? '' : `${point}${fraction}`}`;
  });
}
