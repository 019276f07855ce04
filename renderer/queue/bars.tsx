import { Download, Printer, Search, Table2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocale } from 'use-intl';
import { delimiterFor } from '../../electron/core/config/table-profile.ts';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import type { Status } from '../../electron/core/contract/status.ts';
import { waitingFor } from '../../electron/core/contract/tray-state.ts';
import { type Standing, type StandingCounts, standingNames, sumOf } from '../../electron/core/document/standing.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Input } from '../components/field.tsx';
import { saveAs } from '../host/download.ts';
import { go } from '../navigation.ts';
import { useFormats, useText, useWords } from '../words/words.tsx';
import { type QueueLocation, shownOf } from './filters.ts';
import { plainValue, separated, shownIn } from './plain-table.ts';
import styles from './screen.module.css';
import { useColumnNames } from './use-columns.tsx';
import { type DocumentActions, documentActions } from './use-document-actions.tsx';
import { type List, maxSelection } from './use-list.ts';

interface FilterBarProps {
  readonly location: QueueLocation;
  /** Of the documents in the folder with the text that is searched. */
  readonly counts: StandingCounts | undefined;
  readonly status: Status | undefined;
}

/** Filters by standing, with their counts: together these are all documents. */
export function FilterBar({ location, counts, status }: FilterBarProps) {
  const words = useWords('queue');
  const formats = useFormats();
  const shown = shownOf(location);
  const text = useText();
  const folders = status?.folders.filter(({ id }) => location.folderId === undefined || id === location.folderId) ?? [];
  const waitsFor = counts?.waiting && status ? waitingFor({ ...status, folders }) : undefined;
  const named = (name: Standing | undefined): string => {
    if (name === 'waiting' && waitsFor !== undefined) return text(waitsFor);
    return words(name === undefined ? 'all' : `standings.${name}`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
    <div role="group" className={styles.filters} aria-label={words('filters')}>
      {[undefined, ...standingNames].map((name) => (
        <button
          key={name ?? ''}
          type="button"
          className={styles.filter}
          aria-pressed={shown === name}
          onClick={() => go({ ...location, documentId: undefined, show: name ?? '' })}
        >
          {named(name)}
          <span className="hint numbers">
            {counts !== undefined && formats.number(name === undefined ? sumOf(counts) : counts[name])}
          </span>
        </button>
      ))}
    </div>
  );
}

interface SelectionBarProps {
  readonly list: List;
  readonly actions: DocumentActions;
  readonly total: number;
  /** The columns of values that are shown. */
  readonly columns: readonly string[];
}

/** Actions on all selected documents. */
export function SelectionBar({ list, actions, total, columns }: SelectionBarProps) {
  const words = useWords('queue');
  const formats = useFormats();
  const count = list.selection.size;
  const selected = list.selected();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
    <div role="group" className="row wrap grow gap-2" aria-label={words('selection.count', { count })}>
      <IconButton size="small" label={words('selection.clear')} icon={<X />} onClick={list.clear} />
      <strong>{words('selection.count', { count })}</strong>
      {documentActions.map(([action, isFor, Icon]) => {
        const rows = selected.filter(isFor);
        return (
          rows.length > 0 && (
            <Button key={action} size="small" icon={<Icon />} onClick={() => actions[action](rows)}>
              {words('selection.act', { action: words(`actions.${action}`), count: rows.length })}
            </Button>
          )
        );
      })}
      <TableButtons rows={selected} columns={columns} copy={actions.copy} />
      {count < Math.min(total, maxSelection) && (
        <Button size="small" kind="quiet" onClick={list.selectAll}>
          {words('selection.all', { count: formats.number(Math.min(total, maxSelection)) })}
        </Button>
      )}
      {count === maxSelection && total > maxSelection && (
        <span className="hint">{words('selection.tooMany', { count: formats.number(maxSelection) })}</span>
      )}
    </div>
  );
}

interface TableButtonsProps extends Pick<DocumentActions, 'copy'>, Pick<SelectionBarProps, 'columns'> {
  readonly rows: readonly DocumentSummary[];
}

/** The selection as a table, with the columns that are shown: for a spreadsheet, as a file, and on paper. */
function TableButtons({ rows, columns, copy }: TableButtonsProps) {
  const words = useWords('queue');
  const locale = useLocale();
  const formats = useFormats();
  const nameOf = useColumnNames();
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (!isPrinted) return;
    window.print();
    setPrinted(false);
  }, [isPrinted]);
  const linesOf = (valueIn: (row: DocumentSummary, column: string) => string) => [
    [words('columns.name'), words('columns.state'), ...columns.map(nameOf)],
    ...rows.map((row) => [row.path, words(`standings.${row.standing}`), ...columns.map((column) => valueIn(row, column))]),
  ];
  const save = (): void => {
    const text = separated(linesOf(plainValue), delimiterFor(locale));
    saveAs('documents.csv', new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <>
      <Button size="small" icon={<Table2 />} onClick={() => void copy(separated(linesOf(plainValue), '\t'))}>
        {words('table.copy')}
      </Button>
      <Button size="small" icon={<Download />} onClick={save}>
        {words('table.export')}
      </Button>
      <Button size="small" icon={<Printer />} onClick={() => setPrinted(true)}>
        {words('table.print')}
      </Button>
      {isPrinted && createPortal(<Printed lines={linesOf((row, column) => shownIn(row, column, formats))} />, document.body)}
    </>
  );
}

/** What is printed instead of the window: headings, and a row for each document. */
function Printed({ lines }: { readonly lines: readonly (readonly string[])[] }) {
  return (
    <table className="printed">
      <tbody>
        {lines.map((cells, index) => (
          <tr key={index === 0 ? '' : cells[0]}>
            {cells.map((cell, place) => (
              <td key={lines[0]?.[place]}>{isolated(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const debounceMs = 200;

/** Searches names and values, shortly after the last letter. */
export function SearchField({ location }: { readonly location: QueueLocation }) {
  const words = useWords('queue');
  const [typed, setTyped] = useState(location.text ?? '');
  // Follow changes of the address from elsewhere: Back, or "Show all documents".
  useEffect(() => setTyped(location.text ?? ''), [location.text]);
  const now = useEffectEvent(() => location);
  useEffect(() => {
    const { documentId: openBefore, text: before = '' } = now();
    if (typed === before) return;
    const timer = setTimeout(() => {
      const { documentId, ...rest } = now();
      // A new search closes the document that was open beside it, never one opened since the last letter.
      const open = documentId === openBefore ? {} : { documentId };
      go({ ...rest, ...open, text: typed.trim() === '' ? '' : typed }, 'replace');
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={styles.search}>
      <Search />
      <Input
        type="search"
        aria-label={words('search')}
        placeholder={words('search')}
        value={typed}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
