import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { dateHere, systemTimeZone } from '../../core/calendar.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Document, directoryOf, fileNameOf, foundPath } from '../../core/document/document.ts';
import { asksPerson } from '../../core/document/standing.ts';
import { endingOf, filingValues, waitsForReview } from '../../core/filing/filing-values.ts';
import { type Filled, fillTemplate, parseTemplate } from '../../core/filing/template.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { absolutePath, type Folder, isIn } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { filedName, nameLimits } from './delivery-target.ts';

/** Where the source of a delivered document belongs. */
export type Place =
  /** Where it is. `unfiled`: because its values do not say where else. */
  | { readonly kind: 'here'; readonly unfiled?: Message }
  /** `directory`: absolute. `name`: before it gets a number, if that is taken; `exact`: it may have none. */
  | { readonly kind: 'there'; readonly directory: string; readonly name: string; readonly exact?: true };

/** What a place is found from; another process may be writing the ledger. */
interface PlaceWorld {
  readonly files: Pick<World['files'], 'realPath'>;
  readonly ledger: FilingLedger;
}

type FilingLedger = Pick<LedgerReader, 'routes'>;

/** @throws DiskProblem if the directory of the settings cannot be used */
export async function placeOf({ files, ledger }: PlaceWorld, folder: Folder, document: Document): Promise<Place> {
  const { fileAway: setting } = folder.settings;
  if (document.undone !== undefined) {
    if (document.undone.to === undefined) return { kind: 'here' };
    const back = absolutePath(folder, document.undone.to);
    return { kind: 'there', directory: dirname(back), name: basename(back), exact: true };
  }
  if (setting.kind === 'leave') return { kind: 'here' };
  if (mayGoOn(folder.settings, document)) return { kind: 'here' };
  const target = targetDirectory(folder, isAbsolute(setting.to) ? await files.realPath(setting.to) : setting.to);
  if (target.kind === 'refused') throw new DiskProblem('other', folder.path, 'write', { said: target.message });
  const source = absolutePath(folder, document.path);
  if (setting.as === undefined) {
    if (isIn(target.path, source)) return { kind: 'here' };
    return { kind: 'there', directory: join(target.path, directoryOf(document.path)), name: fileNameOf(document.path) };
  }
  const filled = filledFor(ledger, folder.settings, document);
  if (filled === 'waits') return { kind: 'here' };
  if (filled.kind === 'stays') return { kind: 'here', unfiled: filled.message };
  const path = join(target.path, filled.path);
  return { kind: 'there', directory: dirname(path), name: basename(path) };
}

/**
 * Where the folder's template puts a document, below the subfolder; `waits`: for a person, or for a result.
 * @param settings with a template
 */
export function filledFor(
  ledger: FilingLedger,
  { fileAway, dates, next }: Pick<FolderSettings, 'fileAway' | 'dates' | 'next'>,
  document: Document,
): Filled | 'waits' {
  const template = parseTemplate(fileAway.kind === 'move' ? (fileAway.as ?? '') : '');
  // The settings were read by the same parser.
  if (fileAway.kind !== 'move' || !template.ok) return 'waits';
  if (document.result === undefined || waitsForReview(document, fileAway.when) || mayGoOn({ next }, document)) return 'waits';
  const info = ledger.routes.info(document.origin, document.route);
  const values = filingValues({
    document,
    fields: info?.fields ?? [],
    reading: defined({ dates, descriptions: info?.descriptions }),
    foundPath: foundPath(document),
    foundDate: dateHere(document.foundAt, systemTimeZone()).day,
  });
  return fillTemplate(template.value, values, endingOf(fileNameOf(document.path)));
}

/** A document that goes on once a person has looked at its verdict, or waits for its values, does so from where it is. */
function mayGoOn({ next }: Pick<FolderSettings, 'next'>, document: Document): boolean {
  if (document.passedOn !== undefined) return true;
  return next !== undefined && document.result?.kind === 'classification' && asksPerson(document);
}

/** Whether a source is there already, under this name or with a number, because the name was taken. */
export function isAt(folder: Folder, path: string, { directory, name, exact }: Extract<Place, { kind: 'there' }>): boolean {
  const source = absolutePath(folder, path);
  if (dirname(source) !== directory || exact === true) return source === join(directory, name);
  const number = / \((\d+)\)(?:\.[^.]*)?$/.exec(basename(source))?.[1];
  const attempts = [1, ...(number === undefined ? [] : [Number(number)])];
  return nameLimits.some((limit) => attempts.some((attempt) => filedName(name, attempt, limit) === basename(source)));
}

type Target = { readonly kind: 'directory'; readonly path: string } | { readonly kind: 'refused'; readonly message: Message };

/** An absolute path may lie anywhere on the same drive; a relative one must stay in the folder. */
export function targetDirectory(folder: Pick<Folder, 'path'>, to: string): Target {
  const path = resolve(folder.path, to);
  if (path === resolve(folder.path)) return { kind: 'refused', message: say('delivery.fileAway.sameFolder', { directory: to }) };
  if (!isAbsolute(to) && !isIn(folder.path, path)) {
    return { kind: 'refused', message: say('delivery.fileAway.outside', { directory: to }) };
  }
  if (isAbsolute(relative(folder.path, path))) {
    return { kind: 'refused', message: say('delivery.fileAway.otherDrive', { directory: to }) };
  }
  return { kind: 'directory', path };
}
