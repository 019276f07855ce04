/** The ways a page may spell a value: first as it is, then dates and amounts as people write them. */
export function spellingsOf(value: string): readonly string[] {
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
