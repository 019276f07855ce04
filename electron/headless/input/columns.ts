import { parse } from 'csv-parse/sync';
import { headingTwice, type TableColumn } from '../../core/config/table-profile.ts';
import { say } from '../../core/messages/message.ts';
import { Refusal } from './refusal.ts';

/**
 * The columns of `--columns`, in their order, each with its heading: `file,invoice_date=Date`. One with a comma stands in double
 * quotes.
 * @throws Refusal
 */
export function columnsIn(text: string): readonly TableColumn[] {
  const [row = []]: string[][] = parse(text, { relax_quotes: true, trim: true });
  const columns = row.map((column) => {
    const [name = '', ...heading] = column.split('=');
    return { name: name.trim(), heading: heading.join('=').trim() || name.trim() };
  });
  if (columns.length === 0 || columns.some(({ name }) => name === '')) throw new Refusal(say('commandLine.flags.columns'));
  const twice = headingTwice(columns);
  if (twice !== undefined) throw new Refusal(say('commandLine.flags.headingTwice', { heading: twice }));
  return columns;
}
