import { parse } from 'csv-parse/sync';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { isTemporary } from '../support/inside/engine.ts';
import { hasResult, nameOfFile, type SeenFile, type SeenOutput, type SeenStep, verdictBefore } from '../support/seen.ts';
import { isValueOf, valueIn } from './contents.ts';
import { readJson } from './disk-referee.ts';
import { isWithin, nameOf, sha256, textOf } from './memory-disk.ts';
import { mail } from './plan.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Every delivered file has exactly one JSON and one row, with its own values, and there is nothing else. */
export function outputsRight(simulated: SimulatedWorld, files: readonly SeenFile[]): string[] {
  const delivered = deliveredOf(files);
  return [
    ...delivered.flatMap((file) => jsonRight(simulated, file)),
    ...tablesRight(simulated, delivered),
    ...replacedRight(simulated, files, delivered),
    ...nothingBeside(simulated, files),
  ];
}

/** Those whose outputs say what is at their paths. */
export function deliveredOf(files: readonly SeenFile[]): readonly SeenFile[] {
  const replaced = new Set(files.map(({ replaces }) => replaces));
  return files.filter(({ id, outputs, hash }) => outputs === 'done' && hash !== undefined && !replaced.has(id));
}

export function folderOf({ plan }: Pick<SimulatedWorld, 'plan'>, { folder }: Pick<SeenFile, 'folder'>) {
  return plan.folders.find(({ path }) => path === folder);
}

function jsonRight(simulated: SimulatedWorld, file: SeenFile): string[] {
  const { disk, seen, belongings } = simulated;
  const folder = folderOf(simulated, file);
  if (folder?.outputs.json !== true) return [];
  const name = nameOfFile(file);
  const source = disk.get(`${folder.path}/${file.path}`);
  if (source === undefined || sha256(source) !== file.hash) return [];
  const output = seen.outputs(file.id).find(({ kind }) => kind === 'json');
  if (output === undefined) return [`${name} is delivered, and the ledger knows of no JSON`];
  const { path } = output;
  if (isApart(simulated, file, output)) return [];
  // It may have been filed away with its source and removed there before Intray could record where it is.
  if (belongings.wasClaimed(path) || belongings.wasClaimed(`${folder.path}/${file.path}.json`)) return [];
  const beside = `${folder.path}/${file.path}.json`;
  // When it was written, another one may have had the first name.
  if (path.replace(/ \(\d+\)\.json$/, '.json') !== beside)
    return hasCopies(simulated, file) || hasTwoNames(simulated, `${folder.path}/${file.path}`)
      ? []
      : [`the JSON of ${name} is at ${path}`];
  const text = textOf(disk.get(path) ?? new Uint8Array());
  if (readJson(text) === undefined) return [`${name} is delivered and has no JSON`];
  const complaints: string[] = [];
  if (saysItsChecks(file) && text.includes('"outcome": "breach"') !== isBreached(simulated, file))
    complaints.push(`the JSON of ${name} says that a check is ${isBreached(simulated, file) ? 'kept' : 'broken'}`);
  if (!hasVerdict(text, file)) complaints.push(`the JSON of ${name} does not say how it was classified`);
  if (!text.includes(file.hash) || !text.includes(resultText(file))) {
    complaints.push(`the JSON of ${name} is not that of its content`);
  }
  if (file.possibleDuplicate !== text.includes('"possible_duplicate": true')) {
    complaints.push(`the JSON of ${name} is ${file.possibleDuplicate ? 'not ' : ''}marked as a possible duplicate`);
  }
  return complaints;
}

/** Whether the value of a file breaks its folder's own check, as the folder has it by now. */
export function isBreached(simulated: Pick<SimulatedWorld, 'plan' | 'seen' | 'starts'>, file: SeenFile): boolean {
  const { plan, starts } = simulated;
  const folder = folderOf(simulated, file);
  if (folder !== undefined && file.result?.kind === 'classification') return verdictOf(simulated, folder, file) === 'asks';
  if (folder?.checks === undefined || file.result?.kind !== 'extraction' || (plan.checksLater && starts === 1)) return false;
  return Number.parseInt(file.hash?.slice(0, 1) ?? '', 16) > 7;
}

/** While it is classified again, or nobody knows what came of that, its outputs say what they said before. */
function saysItsChecks({ isResultDropped, stage }: SeenFile): boolean {
  return !isResultDropped && hasResult(stage);
}

/** What is to become of a classified file in its folder, as far as its own verdict tells: the extraction's id if it goes on. */
export function verdictOf(
  { seen }: Pick<SimulatedWorld, 'seen'>,
  { next }: FolderSettings,
  { result, review }: SeenStep,
): 'stays' | 'asks' | { readonly to: string; readonly linked?: true } {
  if (next === undefined || result?.kind !== 'classification') return 'stays';
  const { status, category, confidence = 0 } = result;
  const isSettled = status === 'confirmed' || review?.isConfirmed === true;
  if (status === 'needs_review' && !isSettled) return 'stays';
  const row = next.categories[category.name ?? seen.categories(mail.id).find(({ id }) => id === category.id)?.name ?? ''];
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
function hasCopies({ belongings }: SimulatedWorld, { hash }: SeenFile): boolean {
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
function isApart({ disk, belongings }: SimulatedWorld, file: SeenFile, { path, hash }: SeenOutput): boolean {
  if (disk.get(path) !== undefined) return false;
  const isOf = (other: string) => other.endsWith('.json') && sha256(disk.get(other) ?? new Uint8Array()) === hash;
  const sourceOf = (other: string) => disk.get(other.replace(/( \(\d+\))?\.json$/, '')) ?? new Uint8Array();
  const strays = disk.paths().filter(isOf);
  return strays.length === 0
    ? belongings.wasNameClaimed(nameOf(path))
    : strays.every((other) => sha256(sourceOf(other)) !== file.hash);
}

/** Its JSON says what came of the step before, too. */
function hasVerdict(text: string, file: SeenFile): boolean {
  const verdict = verdictBefore(file);
  if (verdict?.kind !== 'classification') return true;
  // Of a dropped result the JSON says what it said; its verdict may have come back to the ledger by a copy, and be another's words.
  if (file.isResultDropped) return text.includes('"classification": {');
  // Of what a person has chosen, nobody has given a reason.
  return text.includes(JSON.stringify(verdict.reasoning ?? verdict.category.name ?? verdict.category.id));
}

/** What the service last said about it, which identifies the content. */
export function resultText(file: SeenFile): string {
  const { result, hash, isResultDropped, route } = file;
  const own = valueIn(hash ?? '');
  if (isResultDropped && isChosen(file)) return '"category": {';
  // The ledger has it no more: its value may have been corrected, and begins as the content's own.
  if (isResultDropped) return `"${own}`;
  if (result?.kind === 'classification' && result.reasoning === undefined)
    return `"${result.category.name ?? result.category.id}"`;
  const found = result?.kind === 'classification' ? result.reasoning : result?.values.value;
  const isIts = typeof found === 'string' && found.startsWith(own) && isValueOf(found, route);
  return isIts ? `"${found}"` : `no result of ${own} on ${route.id}`;
}

type Row = Readonly<Record<string, string>>;

function tablesRight(simulated: SimulatedWorld, delivered: readonly SeenFile[]): string[] {
  const { disk, belongings, seen } = simulated;
  const complaints: string[] = [];
  const rows = new Map<string, readonly Row[]>();
  const tables = seen.tables();
  for (const { path, isLeft, size, rows: known } of tables) {
    if (belongings.wasClaimed(path)) continue;
    if (isLeft) complaints.push(`${path} was left, and nobody has touched it`);
    if (size === 0) continue;
    const table = readTable(textOf(disk.get(path) ?? new Uint8Array()));
    if (table === undefined) complaints.push(`${path} is not whole`);
    else if (table.length !== known) complaints.push(`${path} has ${table.length} rows, and the ledger another number`);
    else rows.set(path, table);
  }
  for (const file of delivered) {
    const folder = folderOf(simulated, file);
    const path = seen.outputs(file.id).find(({ kind }) => kind === 'csv')?.path ?? '';
    if (folder?.outputs.csv !== 'folder' || belongings.wasClaimed(path)) continue;
    const name = nameOfFile(file);
    for (const step of file.earlier) {
      const its = tables.filter((table) => table.folder === folder.path && routeKey(table.route) === routeKey(step.route));
      const isThere = its.some((table) => rows.get(table.path)?.some((row) => row.sha256 === file.hash));
      // What somebody has edited or removed is continued in another one.
      const isClaimed = its.some((table) => belongings.wasClaimed(table.path));
      if (step.result !== undefined && !isThere && !isClaimed) complaints.push(`${name} has no row of its classification`);
    }
    const routes = [file, ...file.earlier].map(({ route }) => routeKey(route));
    for (const table of seen.tablesWith(file))
      if (!routes.includes(routeKey(table.route))) complaints.push(`${name} has a row in ${table.path}, which it has left`);
    const its = (rows.get(path) ?? []).filter((row) => row.sha256 === file.hash);
    // Copies have rows of their own; that of one whose file has gone stays as it was.
    const own = its.find((row) => row.file === file.path) ?? its[0];
    const found = own?.[file.route.kind === 'classification' ? 'reasoning' : 'value'];
    const isFlagged = (own?.checks ?? '') !== '';
    if (its.length === 0) complaints.push(`${name} is delivered and has no row`);
    else if (saysItsChecks(file) && isFlagged !== isBreached(simulated, file))
      complaints.push(`the row of ${name} says that a check is ${isFlagged ? 'broken' : 'kept'}`);
    else if (!isOwnRow(file, found ?? '')) {
      complaints.push(`the row of ${name} is another content's`);
    }
  }
  return complaints;
}

/** Each content that a path had keeps its row, which says so. */
function replacedRight(simulated: SimulatedWorld, files: readonly SeenFile[], delivered: readonly SeenFile[]): string[] {
  const { disk, belongings, seen } = simulated;
  const later = new Set(delivered.map(({ replaces }) => replaces));
  const tables = seen.tables();
  return files.flatMap((file) => {
    const { folder, hash, id, outputs, path, route } = file;
    const isElsewhere = seen.at(`${folder}/${path}`)?.file === id || path.includes('Processed/');
    if (!later.has(id) || isElsewhere || outputs !== 'done' || folderOf(simulated, file)?.outputs.csv !== 'folder') return [];
    const its = tables.filter((table) => table.folder === folder && routeKey(table.route) === routeKey(route));
    if (its.some((table) => belongings.wasClaimed(table.path))) return [];
    const rows = its.flatMap((table) => readTable(textOf(disk.get(table.path) ?? new Uint8Array())) ?? []);
    const own = rows.filter((row) => row.sha256 === hash && row.file === path);
    if (own.length === 0) return [`${nameOfFile(file)} was replaced, and its row has vanished`];
    return own.some(({ status }) => status === 'replaced')
      ? []
      : [`the row of ${nameOfFile(file)} does not say that it was replaced`];
  });
}

/** What was found of it says whose it is; of a category that a person has chosen, nobody has given a reason. */
export function isOwnRow(file: SeenFile, found: string): boolean {
  const isOwn = found.startsWith(valueIn(file.hash ?? '')) && isValueOf(found, file.route);
  if (!isChosen(file)) return isOwn;
  // Of a result that the ledger has no more, nobody knows whether another run has given a reason since.
  return found === '' || (file.isResultDropped && isOwn);
}

/** A person has chosen its category, or may have: what was confirmed is all that is kept of a result that was dropped. */
function isChosen({ isResultDropped, result, review, route }: SeenFile): boolean {
  if (route.kind !== 'classification') return false;
  if (isResultDropped) return review?.isConfirmed === true;
  return result?.kind !== 'classification' || result.reasoning === undefined;
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
function isWatched({ seen }: SimulatedWorld, path: string): boolean {
  return seen.folders.find((each) => isWithin(path, each.path))?.isUnreachable === false;
}

/**
 * Somebody renamed it with its source, and another content took the source's place before Intray could see what it was: perhaps it
 * was torn by a dying machine, so not even its hash tells whose it is.
 */
function isOfAnother({ belongings, disk, seen }: SimulatedWorld, path: string): boolean {
  const beside = path.replace(/( \(\d+\))?\.json$/, '');
  const source = disk.get(beside);
  // Another content has come to the first name before a scan saw either: the file counts as a copy, and has a JSON of its own.
  const file = seen.at(beside)?.file;
  const isCopys = file !== undefined && seen.outputs(file).some((output) => output.kind === 'json' && output.path !== path);
  const isOf = (bytes: Uint8Array) => textOf(disk.get(path) ?? bytes).includes(sha256(bytes));
  return belongings.wasTakenAlong(path) && (source === undefined || isCopys || !isOf(source));
}

/** Outputs that nobody knows of. */
function nothingBeside(simulated: SimulatedWorld, files: readonly SeenFile[]): string[] {
  const { clock, disk, seen, belongings, plan } = simulated;
  const tables = new Set([...seen.tables(), ...seen.sheets()].map(({ path }) => path));
  const inside = disk.paths().filter((path) => plan.folders.some((folder) => isWithin(path, folder.path)));
  // A move that a death interrupted has made one, and another volume was there when it was to be gone on with.
  const isSecondName = (path: string) =>
    disk.timesAway > 0 &&
    inside.some((other) => disk.file(other)?.ino === disk.file(path)?.ino && seen.outputAt(other) !== undefined);
  // It was moved with its directory, and the file that it belongs to is there no more.
  const isAlone = (file: SeenFile) => seen.at(`${file.folder}/${file.path}`)?.file !== file.id || hasCopies(simulated, file);
  const isParted = (file: SeenFile) =>
    seen.outputs(file.id).some((output) => output.kind === 'json' && isApart(simulated, file, output));
  const alone = files.filter((file) => isAlone(file) || isParted(file)).flatMap(({ id }) => seen.outputs(id));
  const left = new Set(alone.map(({ hash }) => hash));
  return inside.flatMap((path) => {
    // One of this moment is being written, such as a marker.
    const isLeft = isWatched(simulated, path) && disk.file(path)?.changedAt !== clock.elapsed;
    if (isTemporary(nameOf(path))) return isLeft ? [`${path} was left behind`] : [];
    if (belongings.wasClaimed(path) || belongings.sources.has(path)) return [];
    if (/\.(csv|xlsx)$/.test(path) && !tables.has(path)) return [`the ledger does not know ${path}`];
    if (!path.endsWith('.json') || seen.outputAt(path) !== undefined || isSecondName(path)) return [];
    if (left.has(sha256(disk.get(path) ?? new Uint8Array())) || isOfAnother(simulated, path)) return [];
    return [`the ledger does not know ${path}`];
  });
}
