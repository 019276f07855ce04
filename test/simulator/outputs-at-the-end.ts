import { parse } from 'csv-parse/sync';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { type Document, directoryOf, fileNameOf } from '../../electron/core/document/document.ts';
import type { OutputRecord } from '../../electron/core/document/records.ts';
import { hasResult, presentState } from '../../electron/core/document/states.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { isTemporary } from '../../electron/engine/disk/temporary.ts';
import { isValueOf, valueIn } from './contents.ts';
import { readJson } from './disk-referee.ts';
import { isWithin, nameOf, sha256, textOf } from './memory-disk.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Every delivered document has exactly one JSON and one row, with its own values, and there is nothing else. */
export function outputsRight(simulated: SimulatedWorld, documents: readonly Document[]): string[] {
  const delivered = deliveredOf(documents);
  return [
    ...delivered.flatMap((document) => jsonRight(simulated, document)),
    ...tablesRight(simulated, delivered),
    ...nothingBeside(simulated, documents),
  ];
}

/** The JSON files of which the machine has lost something that is still to be written again. */
export function lostJson(simulated: SimulatedWorld, documents: readonly Document[]): string[] {
  const { disk, ledger } = simulated;
  const isLost = ({ unsynced }: OutputRecord) => unsynced !== undefined && unsynced !== disk.boot();
  const lost = deliveredOf(documents).filter(({ id }) => ledger.outputs.of(id).some(isLost));
  return lost.flatMap((document) => jsonRight(simulated, document));
}

/** Those whose outputs say what is at their paths. */
export function deliveredOf(documents: readonly Document[]): readonly Document[] {
  const replaced = new Set(documents.map(({ replaces }) => replaces));
  return documents.filter(({ id, delivery, hash }) => delivery.kind === 'done' && hash !== undefined && !replaced.has(id));
}

export function folderOf({ ledger, plan }: Pick<SimulatedWorld, 'ledger' | 'plan'>, { folderId }: Document) {
  const path = ledger.folders.get(folderId)?.path;
  return plan.folders.find((folder) => folder.path === path);
}

function jsonRight(simulated: SimulatedWorld, document: Document): string[] {
  const { disk, ledger, belongings } = simulated;
  const folder = folderOf(simulated, document);
  if (folder?.outputs.json !== true) return [];
  const name = `${document.path} (#${document.id})`;
  const source = disk.get(`${folder.path}/${document.path}`);
  if (source === undefined || sha256(source) !== document.hash) return [];
  const record = ledger.outputs.of(document.id).find(({ kind }) => kind === 'json');
  if (record === undefined) return [`${name} is delivered, and the ledger knows of no JSON`];
  const { path } = record;
  if (isApart(simulated, document, record)) return [];
  // It may have been filed away with its source and removed there before Intray could record where it is.
  if (belongings.wasClaimed(path) || belongings.wasClaimed(`${folder.path}/${document.path}.json`)) return [];
  const beside = `${folder.path}/${document.path}.json`;
  // When it was written, another one may have had the first name.
  if (path.replace(/ \(\d+\)\.json$/, '.json') !== beside)
    return hasCopies(simulated, document) || hasTwoNames(simulated, `${folder.path}/${document.path}`)
      ? []
      : [`the JSON of ${name} is at ${path}`];
  const text = textOf(disk.get(path) ?? new Uint8Array());
  if (readJson(text) === undefined) return [`${name} is delivered and has no JSON`];
  const complaints: string[] = [];
  if (saysItsChecks(document) && text.includes('"outcome": "breach"') !== isBreached(simulated, document))
    complaints.push(`the JSON of ${name} says that a check is ${isBreached(simulated, document) ? 'kept' : 'broken'}`);
  if (!hasVerdict(text, document)) complaints.push(`the JSON of ${name} does not say how it was classified`);
  if (!text.includes(document.hash) || !text.includes(resultText(document))) {
    complaints.push(`the JSON of ${name} is not that of its content`);
  }
  if (document.possibleDuplicate !== text.includes('"possible_duplicate": true')) {
    complaints.push(`the JSON of ${name} is ${document.possibleDuplicate ? 'not ' : ''}marked as a possible duplicate`);
  }
  return complaints;
}

/** Whether the value of a document breaks its folder's own check, as the folder has it by now. */
export function isBreached(simulated: Pick<SimulatedWorld, 'ledger' | 'plan' | 'starts'>, document: Document): boolean {
  const { plan, starts } = simulated;
  const folder = plan.folders.find(({ path }) => path === simulated.ledger.folders.get(document.folderId)?.path);
  if (folder !== undefined && document.result?.kind === 'classification') return verdictOf(folder, document) === 'asks';
  if (folder?.checks === undefined || document.result?.kind !== 'extraction' || (plan.checksLater && starts === 1)) return false;
  return Number.parseInt(document.hash?.slice(0, 1) ?? '', 16) > 7;
}

/** While it is classified again, or nobody knows what came of that, its outputs say what they said before. */
function saysItsChecks({ droppedAt, state }: Document): boolean {
  return droppedAt === undefined && hasResult(presentState(state).kind);
}

/** What is to become of a classified document in its folder, as far as its own verdict tells: the extraction's id if it goes on. */
export function verdictOf(
  { next }: FolderSettings,
  { result, review }: Document,
): 'stays' | 'asks' | { readonly to: string; readonly linked?: true } {
  if (next === undefined || result?.kind !== 'classification') return 'stays';
  const { status, categoryName = '', confidence = 0 } = result;
  const isSettled = status === 'confirmed' || (review?.confirmations.length ?? 0) > 0;
  if (status === 'needs_review' && !isSettled) return 'stays';
  const row = next.categories[categoryName];
  const isSure = isSettled || confidence >= (next.below ?? 0);
  if (row === undefined) return isSettled ? 'stays' : next.otherwise === 'leave' ? 'stays' : 'asks';
  if (!isSure && next.otherwise === 'leave') return 'stays';
  const isTaken = typeof row === 'object' && !row.linked;
  // Of a category that is left nobody has said that the service does not pass it on.
  if (!isSure && typeof next.otherwise === 'object') return isTaken ? { to: next.otherwise.extraction } : 'asks';
  if (!isSure) return 'asks';
  if (isTaken) return { to: row.extraction };
  return typeof row === 'object' ? { to: row.extraction, linked: true } : 'stays';
}

/** Several files have its content: of those that came when its own had gone, nobody can tell which one that is. */
function hasCopies({ belongings }: SimulatedWorld, { hash }: Document): boolean {
  const contents = [...[...belongings.sources.values()].map(({ bytes }) => bytes), ...belongings.filedAway.values()];
  return contents.filter((bytes) => sha256(bytes) === hash).length > 1;
}

/** So it is with one that had both its names, because its move was interrupted, when somebody renamed the first. */
function hasTwoNames({ disk }: SimulatedWorld, path: string): boolean {
  const ino = disk.file(path)?.ino;
  return disk.paths().some((other) => other !== path && disk.file(other)?.ino === ino);
}

/**
 * Somebody has moved its JSON with its directory, and its source elsewhere, or brought that back to where it was: they were not
 * seen together, so nobody can tell that it is not a JSON that was removed. So it is with one that somebody changed there.
 */
function isApart({ disk, belongings }: SimulatedWorld, document: Document, { path, hash }: OutputRecord): boolean {
  if (disk.get(path) !== undefined) return false;
  const isOf = (other: string) => other.endsWith('.json') && sha256(disk.get(other) ?? new Uint8Array()) === hash;
  const sourceOf = (other: string) => disk.get(other.replace(/( \(\d+\))?\.json$/, '')) ?? new Uint8Array();
  const strays = disk.paths().filter(isOf);
  return strays.length === 0
    ? belongings.wasNameClaimed(nameOf(path))
    : strays.every((other) => sha256(sourceOf(other)) !== document.hash);
}

/** Its JSON says what came of the step before, too. */
function hasVerdict(text: string, { earlierSteps, droppedAt }: Document): boolean {
  const verdict = earlierSteps?.at(-1)?.result;
  if (verdict?.kind !== 'classification') return true;
  // Of a dropped result the JSON says what it said; its verdict may have come back to the ledger by a copy, and be another's words.
  if (droppedAt !== undefined) return text.includes('"classification": {');
  // Of what a person has chosen, nobody has given a reason.
  return text.includes(JSON.stringify(verdict.reasoning ?? verdict.categoryName ?? verdict.categoryId));
}

/** What the service last said about it, which identifies the content. */
export function resultText(document: Document): string {
  const { result, hash, droppedAt } = document;
  const own = valueIn(hash ?? '');
  if (droppedAt !== undefined && isChosen(document)) return '"category": {';
  // The ledger has it no more: its value may have been corrected, and begins as the content's own.
  if (droppedAt !== undefined) return `"${own}`;
  if (result?.kind === 'classification' && result.reasoning === undefined) return `"${result.categoryName ?? result.categoryId}"`;
  const found = result?.kind === 'classification' ? result.reasoning : result?.extractedData.value;
  const isIts = typeof found === 'string' && found.startsWith(own) && isValueOf(found, document.route);
  return isIts ? `"${found}"` : `no result of ${own} on ${document.route.id}`;
}

type Row = Readonly<Record<string, string>>;

function tablesRight(simulated: SimulatedWorld, delivered: readonly Document[]): string[] {
  const { ledger, disk, belongings } = simulated;
  const complaints: string[] = [];
  const rows = new Map<string, readonly Row[]>();
  for (const record of ledger.folders.all().flatMap(({ id }) => ledger.csv.all(id))) {
    if (belongings.wasClaimed(record.path)) continue;
    if (record.state === 'left') complaints.push(`${record.path} was left, and nobody has touched it`);
    if (record.facts.size === 0) continue;
    const table = readTable(textOf(disk.get(record.path) ?? new Uint8Array()));
    if (table === undefined) complaints.push(`${record.path} is not whole`);
    else if (table.length !== [...ledger.csv.rows(record.id)].length)
      complaints.push(`${record.path} has ${table.length} rows, and the ledger another number`);
    else rows.set(record.path, table);
  }
  for (const document of delivered) {
    const folder = folderOf(simulated, document);
    const path = ledger.outputs.of(document.id).find(({ kind }) => kind === 'csv')?.path ?? '';
    if (folder?.outputs.csv !== 'folder' || belongings.wasClaimed(path)) continue;
    const name = `${document.path} (#${document.id})`;
    for (const step of document.earlierSteps ?? []) {
      const tables = ledger.csv.all(document.folderId).filter((table) => routeKey(table.route) === routeKey(step.route));
      const isThere = tables.some((table) => rows.get(table.path)?.some((row) => row.sha256 === document.hash));
      // What somebody has edited or removed is continued in another one.
      const isClaimed = tables.some((table) => belongings.wasClaimed(table.path));
      if (step.result !== undefined && !isThere && !isClaimed) complaints.push(`${name} has no row of its classification`);
    }
    const routes = [document, ...(document.earlierSteps ?? [])].map(({ route }) => routeKey(route));
    for (const table of ledger.csv.withRowOf(document.folderId, document.id))
      if (!routes.includes(routeKey(table.route))) complaints.push(`${name} has a row in ${table.path}, which it has left`);
    const its = (rows.get(path) ?? []).filter((row) => row.sha256 === document.hash);
    // Copies have rows of their own; that of one whose file has gone stays as it was.
    const own = its.find(({ file }) => file === document.path) ?? its[0];
    const found = own?.[document.route.kind === 'classification' ? 'reasoning' : 'value'];
    const isFlagged = (own?.checks ?? '') !== '';
    if (its.length === 0) complaints.push(`${name} is delivered and has no row`);
    else if (saysItsChecks(document) && isFlagged !== isBreached(simulated, document))
      complaints.push(`the row of ${name} says that a check is ${isFlagged ? 'broken' : 'kept'}`);
    else if (!isOwnRow(document, found ?? '')) {
      complaints.push(`the row of ${name} is another content's`);
    }
  }
  return complaints;
}

/** What was found of it says whose it is; of a category that a person has chosen, nobody has given a reason. */
function isOwnRow(document: Document, found: string): boolean {
  const isOwn = found.startsWith(valueIn(document.hash ?? '')) && isValueOf(found, document.route);
  if (!isChosen(document)) return isOwn;
  // Of a result that the ledger has no more, nobody knows whether another run has given a reason since.
  return found === '' || (document.droppedAt !== undefined && isOwn);
}

/** A person has chosen its category, or may have: what was confirmed is all that is kept of a result that was dropped. */
function isChosen({ route, result, review, droppedAt }: Document): boolean {
  if (route.kind !== 'classification') return false;
  const { reasoning } = result?.kind === 'classification' ? result : {};
  return droppedAt === undefined ? reasoning === undefined : (review?.confirmations.length ?? 0) > 0;
}

/** Undefined unless it consists of complete rows. */
function readTable(text: string): readonly Row[] | undefined {
  if (!text.endsWith('\r\n')) return undefined;
  try {
    return parse(text, { columns: true, bom: true, delimiter: text.slice(0, 6).includes(';') ? ';' : ',' });
  } catch {
    return undefined;
  }
}

/** In a folder that is another volume now, and empty, nobody clears up until the volume is back. */
function isWatched({ ledger }: SimulatedWorld, path: string): boolean {
  const folder = ledger.folders.all().find((each) => isWithin(path, each.path));
  return folder !== undefined && ledger.meta.read('folder-health', folder.id)?.kind !== 'unreachable';
}

/**
 * Somebody renamed it with its source, and another content took the source's place before Intray could see what it was: perhaps it
 * was torn by a dying machine, so not even its hash tells whose it is.
 */
function isOfAnother({ belongings, disk }: SimulatedWorld, path: string): boolean {
  const source = disk.get(path.replace(/( \(\d+\))?\.json$/, ''));
  return belongings.wasTakenAlong(path) && (source === undefined || !textOf(disk.get(path) ?? source).includes(sha256(source)));
}

/** Outputs that nobody knows of. */
function nothingBeside(simulated: SimulatedWorld, documents: readonly Document[]): string[] {
  const { disk, ledger, belongings, plan } = simulated;
  const folders = ledger.folders.all();
  const tables = new Set(folders.flatMap(({ id }) => [...ledger.csv.all(id), ...ledger.sheets.all(id)].map(({ path }) => path)));
  const inside = disk.paths().filter((path) => plan.folders.some((folder) => isWithin(path, folder.path)));
  // A move that a death interrupted has made one, and another volume was there when it was to be gone on with.
  const isSecondName = (path: string) =>
    disk.timesAway > 0 &&
    inside.some((other) => disk.file(other)?.ino === disk.file(path)?.ino && ledger.outputs.atPath(other) !== undefined);
  // It was moved with its directory, and the document that it belongs to has no file any more.
  const hasFile = ({ id, folderId, path }: Document) =>
    ledger.files.get(folderId, directoryOf(path), fileNameOf(path))?.documentId === id;
  const isAlone = (document: Document) => !hasFile(document) || hasCopies(simulated, document);
  const apart = documents.filter((document) =>
    ledger.outputs.of(document.id).some((record) => record.kind === 'json' && isApart(simulated, document, record)),
  );
  const alone = [...documents.filter(isAlone), ...apart].flatMap(({ id }) => ledger.outputs.of(id));
  const left = new Set(alone.map(({ hash }) => hash));
  return inside.flatMap((path) => {
    if (isTemporary(nameOf(path))) return isWatched(simulated, path) ? [`${path} was left behind`] : [];
    if (belongings.wasClaimed(path) || belongings.sources.has(path)) return [];
    if (/\.(csv|xlsx)$/.test(path) && !tables.has(path)) return [`the ledger does not know ${path}`];
    if (!path.endsWith('.json') || ledger.outputs.atPath(path) !== undefined || isSecondName(path)) return [];
    if (left.has(sha256(disk.get(path) ?? new Uint8Array())) || isOfAnother(simulated, path)) return [];
    return [`the ledger does not know ${path}`];
  });
}
