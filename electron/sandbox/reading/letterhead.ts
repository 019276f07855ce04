import { amountsIn } from './amounts.ts';
import { datesIn } from './dates.ts';
import type { PageText } from './page-text.ts';
import { isLabel } from './page-text.ts';
import { fold, wordsOf } from './words.ts';

/** Legal forms at the end of a company's name. */
const legalForm =
  /(?:^|[\s,])(?:GmbH(?: & Co\.? ?KGa?A?)?|mbH|AG|KG|OHG|GbR|e\.? ?K\.|e\.? ?V\.|eG|UG(?: \(haftungsbeschränkt\))?|SE|Ltd\.?|Limited|LLP|LLC|PLC|plc|Inc\.?|Corp\.?|Co\.|S\.?A\.?R\.?L\.?|SAS|SASU|EURL|S\.?A\.?|SNC|S\.?L\.?U?\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|S\.?n\.?c\.?|S\.?a\.?s\.?|B\.?V\.?|N\.?V\.?|V\.?O\.?F\.?|Sàrl|Sagl|Oy|AB|ApS|A\/S|AS|Lda\.?|Sp\. z o\.o\.)(?=$|[\s,.;)])/u;
const greeting =
  /^(?:dear|sehr geehrte|liebe|madame|monsieur|bonjour|estimad|gentile|egregi|geachte|beste|hello|hi |to whom|cher|chère)/iu;
const street =
  /\b(?:street|st\.|road|rd\.|lane|avenue|square|quay|strasse|str\.|weg|platz|allee|gasse|rue|calle|plaza|avenida|via|viale|piazza|corso|laan|straat|plein|gracht|kade)\b|(?:strasse|straße|str\.|weg|platz|allee|gasse|straat|laan|gracht|kade|plein)\s*\d/iu;
const postCode = /(?:^|[\s,])\d{4,5}\s\p{Lu}\p{L}|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|,\s[A-Z]{2}\s\d{5}|^(?:Tel|Phone|Tél)\b/u;
const recipient = new Set([
  'customer',
  'delivery address',
  'customer name',
  'address customer',
  'delivery',
  'address delivery',
  'customer invoice',
  'address invoice',
]);

interface Name {
  readonly text: string;
  readonly score: number;
}

/**
 * The sender according to the letterhead: a company's name at the top of the first page, supported by its legal form, by the
 * document's web and e-mail addresses, or by appearing again elsewhere. Undefined if nothing stands out.
 */
export function senderOf(page: PageText): string | undefined {
  const first = page.lines.filter((line) => line.page === (page.lines[0]?.page ?? 1));
  const hosts = hostsIn(first.map((line) => line.text).join('\n'));
  const names: Name[] = [];
  const addressed = recipientCells(page);
  first.forEach((line, index) => {
    line.cells.forEach((cell, cellIndex) => {
      if (addressed.has(cell) || isLabel(page.passageOf(index, cellIndex))) return;
      for (const [part, text] of partsOf(cell.text).entries()) {
        if (!isName(text)) continue;
        const height = index === 0 ? 0.38 : index <= 2 ? 0.3 : index <= 6 ? 0.2 : index >= first.length - 4 ? 0.12 : 0;
        const form = legalForm.test(text) ? 0.32 : 0;
        const home = hosts.some((host) => isHome(text, host)) ? 0.3 : 0;
        const again = first.filter((other) => other.text.includes(text)).length > 1 ? 0.12 : 0;
        const isCapital = /^[\p{Lu}\d]/u.test(text) && part === 0 ? 0.08 : 0;
        const isAddressed =
          index <= 2 &&
          first
            .slice(index + 1, index + 4)
            .some((next) => next.cells.some((below) => street.test(below.text) || postCode.test(below.text)))
            ? 0.08
            : 0;
        names.push({ text, score: height + form + home + again + isCapital + isAddressed });
      }
    });
  });
  const best = names.reduce<Name | undefined>((top, name) => (!top || name.score > top.score ? name : top), undefined);
  return best && best.score >= 0.5 ? best.text : undefined;
}

/** A return address above the recipient, or a footer: name, street and city in one line. */
function partsOf(text: string): string[] {
  return text
    .split(/\s*[·•|]\s*|\s[–—-]\s|,\s+(?=.*\d)/u)
    .map((part) => part.replace(/[\s,;]+$/u, '').trim())
    .filter((part) => part !== '');
}

function isName(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > 8 || text.length > 60 || !/\p{L}{2}/u.test(text)) return false;
  if (/[@:!?]|www\.|https?:|\d{4,}/u.test(text) || greeting.test(text) || (street.test(text) && !legalForm.test(text)))
    return false;
  return datesIn(text).length === 0 && !amountsIn(text).some((amount) => amount.isMoney) && !/^\d/u.test(text);
}

/** The cells of the block under a label such as "Bill to", which name the customer. */
function recipientCells(page: PageText): ReadonlySet<unknown> {
  const cells = new Set<unknown>();
  page.lines.forEach((line, index) => {
    line.cells.forEach((cell, cellIndex) => {
      const run = page.passageOf(index, cellIndex)?.runs[0];
      if (run?.position !== 'start' || !recipient.has(run.meaning)) return;
      cells.add(cell);
      const beside = line.cells[cellIndex + 1];
      if (beside && /:$/u.test(cell.text)) cells.add(beside);
      for (const below of page.lines.slice(index + 1, index + 4)) {
        for (const candidate of below.cells)
          if (below.page === line.page && below.y - line.y < 60 && Math.abs(candidate.x - cell.x) < 8) cells.add(candidate);
      }
    });
  });
  return cells;
}

function hostsIn(text: string): string[] {
  return [...text.matchAll(/(?:@|www\.|https?:\/\/)(?<host>[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/gu)].map((match) =>
    compact(match.groups?.host ?? ''),
  );
}

/** `hafen-hotel.example` belongs to the Hafen Hotel. */
function isHome(name: string, host: string): boolean {
  const words = wordsOf(name).filter((word) => word.text.length >= 4);
  const [first] = words;
  return first !== undefined && (host.includes(compact(name).slice(0, 12)) || host.includes(first.text.replaceAll('ß', 'ss')));
}

function compact(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}
