import { copyFile, mkdir, mkdtemp, open, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../../core/config/folder-settings.ts';
import type { Document } from '../../../core/document/document.ts';
import { csvsOf } from '../../../core/document/table.ts';
import { say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import { asDiskProblem } from '../../../engine/disk/directories.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { createServiceClient } from '../../../service/client.ts';
import { makeDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { codeOf } from '../../../workspace/health/machine-check.ts';
import { createParser, documentsOf } from '../../../workspace/parser/parser.ts';
import { makeRoutes, type SampleRoutes, sampleNames } from '../../../workspace/service/sandbox-keeper.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';
import { samplesDirectory } from '../../input/resources.ts';
import { columns, wrapped } from '../../output/columns.ts';
import { inform, jsonLine, summaryEvent } from '../../output/events.ts';
import { stateMessage } from '../../output/state-messages.ts';
import { asSentences, attentionItem, fieldsOf, itemsForMachines, listAttention } from '../../output/summary.ts';
import { printable } from '../../output/terminal-wording.ts';
import { keepAtWork } from '../run/work.ts';

/** Made by the demo itself: it exceeds the service's 25 MB, and the sample documents should stay small. */
export const tooLargeName = 'Too large.pdf';

type DemoFolders = Awaited<ReturnType<typeof makeDemoFolders>>;

/** Creates the demo's folder, which stays after it, and copies the sample documents into it twice: once for each kind of route. */
export async function makeDemoFolders(chosen: string | undefined, currentDirectory: string) {
  const root = await realpath(
    chosen === undefined ? await makeNextFree(join(currentDirectory, 'demo')) : await makeChosen(chosen),
  );
  const folders = { root, extracted: join(root, 'extracted'), classified: join(root, 'classified') };
  const samples = await sampleNames(samplesDirectory());
  for (const folder of [folders.extracted, folders.classified]) {
    await mkdir(folder);
    for (const name of samples) await copyFile(join(samplesDirectory(), name), join(folder, name));
  }
  await makeTooLarge(join(folders.extracted, tooLargeName));
  return folders;
}

/** `demo`, `demo-2`, `demo-3`: an earlier demo is left as it is. */
async function makeNextFree(wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await mkdir(path);
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw cannotMake(path, error);
    }
  }
}

async function makeChosen(path: string): Promise<string> {
  try {
    makeDirectory(path);
    if ((await readdir(path)).length === 0) return path;
  } catch (error) {
    throw ['EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')
      ? new Refusal(say('demo.isFile', { path }))
      : cannotMake(path, error);
  }
  throw new Refusal(say('demo.notEmpty', { path }));
}

function cannotMake(path: string, error: unknown): Refusal {
  return new Refusal(messageOf(asDiskProblem(error, path, 'write')), { cause: error });
}

/** Starts and ends as a PDF does, is 1 MB over the limit, and takes hardly any space where the disk allows sparse files. */
async function makeTooLarge(path: string): Promise<void> {
  const end = Buffer.from('\n%%EOF\n');
  const file = await open(path, 'wx');
  try {
    await file.write('%PDF-1.7\n', 0);
    await file.write(end, 0, end.length, maxFileBytes + 1024 * 1024 - end.length);
  } finally {
    await file.close();
  }
}

/** `intray demo`: the real engine on sample documents, against the sandbox in this process. */
export async function demo(flags: { readonly folder?: string; readonly json?: boolean }, host: Host): Promise<0 | 1> {
  const started = Date.now();
  const chosen = flags.folder === undefined ? undefined : expandPath(flags.folder, host.paths);
  const folders = await makeDemoFolders(chosen, host.paths.directory);
  const dataDirectory = await realpath(await mkdtemp(join(tmpdir(), 'intray-demo-')));
  const parser = createParser();
  const sandbox = await startSandbox({ pagesPerMonth: 1_000, documents: documentsOf(parser) });
  try {
    const routes = await makeRoutes(sandbox, samplesDirectory());
    inform(host, say('demo.sandboxAt', { url: sandbox.url }), say('demo.workingIn', { path: folders.root }));
    const report = await workThrough(sandbox, dataDirectory, folderSettings(folders, routes), flags.json === true, host);
    const lines = demoLines(
      { ...report, folders, tookMs: Date.now() - started },
      host.output.terminal?.columns ?? 120,
      host.wording,
    );
    (flags.json === true ? host.messages : host.output).write(`${lines.join('\n')}\n`);
    return report.endedEarly ? 1 : 0;
  } finally {
    await sandbox.close();
    parser.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Works through the documents as `intray run` does. @returns the outcome of each document, and of the demo */
async function workThrough(
  { url, keys }: Sandbox,
  dataDirectory: string,
  watched: readonly FolderSettings[],
  json: boolean,
  host: Host,
) {
  const key = () => keys[0]?.key ?? '';
  const redaction = createRedaction();
  redaction.hide(key());
  const wanted = {
    mode: 'run',
    url,
    key,
    folders: watched,
    limits: {},
    connect: () => createServiceClient({ url, key }),
  } as const;
  return keepAtWork(
    { wanted, json, dataDirectory, redaction, unmarked: true },
    host,
    ({ engine, ending, session: { ledger } }) => {
      const { balance, folders } = engine.status();
      const ids = folders.map(({ id }) => id);
      const [extracted = [], classified = []] = ids.map((id) => demoOutcomes(ledger, id));
      const endedEarly = ending.kind !== 'done';
      const attention = listAttention(ledger, ids, itemsForMachines);
      if (json) host.output.write(jsonLine(summaryEvent({ exit: endedEarly ? 1 : 0, ending, balance, attention, leftOut: [] })));
      return {
        ...{ routeNames: folders.map(({ routeName }) => routeName), extracted, classified, endedEarly },
        tables: ids.flatMap((id) => csvsOf(ledger.tables.all(id)).map(({ path }) => path)),
        program: programName(host.environment, process.argv[1] ?? ''),
      };
    },
  );
}

function folderSettings(folders: DemoFolders, routes: SampleRoutes): FolderSettings[] {
  return (['extraction', 'classification'] as const).map((kind) =>
    folderSettingsSchema.parse({
      existing: 'send',
      settleSeconds: 0.5,
      path: kind === 'extraction' ? folders.extracted : folders.classified,
      route: { kind, id: routes[kind] },
    }),
  );
}

/** By name, from the ledger. */
function demoOutcomes(ledger: LedgerReader, folderId: number): DemoOutcome[] {
  const folder = ledger.folders.get(folderId)?.path ?? '';
  const { documents } = ledger.documents.page({ folderId, limit: 1_000 });
  return documents
    .map((document) => describeOutcome(document, folder, fieldsOf(ledger, document)))
    .sort((a, b) => a.document.localeCompare(b.document, 'en'));
}

const unfinished = new Set(['needs_review', 'failed', 'rejected', 'unresolved', 'held', 'blocked']);

export type DemoOutcome = ReturnType<typeof describeOutcome>;

/** `found`: some of its values, or its category with the confidence; `reasons`: why it needs a person. Pure. */
export function describeOutcome(document: Document, folder: string, fields: readonly string[]) {
  const { state, reasons } = attentionItem(document, folder, fields);
  const found = foundIn(document);
  return {
    document: document.path,
    state,
    ...(found !== '' && { found }),
    ...(unfinished.has(state) && { reasons }),
  };
}

function foundIn({ result }: Document): string {
  if (result === undefined) return '';
  if (result.kind === 'classification') {
    const { categoryName, confidence } = result;
    return categoryName === undefined ? '' : confidence === undefined ? categoryName : `${categoryName} (${confidence})`;
  }
  const value = (field: string) => String(result.extractedData[field] ?? '').trim();
  // The most telling of the sample extraction's fields.
  const parts = [value('vendor_name'), value('invoice_number'), `${value('total_amount')} ${value('currency')}`.trim()];
  return parts.filter((part) => part !== '').join(' · ');
}

/** What the demo reports when it has ended. */
export interface DemoReport {
  readonly folders: DemoFolders;
  /** Of the extraction and of the classification; an id where the service gives no name. */
  readonly routeNames: readonly string[];
  readonly extracted: readonly DemoOutcome[];
  readonly classified: readonly DemoOutcome[];
  /** Absolute paths of the tables. */
  readonly tables: readonly string[];
  /** Not all documents were worked through. */
  readonly endedEarly: boolean;
  readonly tookMs: number;
  /** How the program was started: as `intray`, or through npm. */
  readonly program: string;
}

/** Pure. `width`: columns of the terminal. */
export function demoLines(report: DemoReport, width: number, wording: Wording): string[] {
  const { folders, extracted, classified } = report;
  const { text } = wording;
  return [
    text(say('demo.extracted', { name: report.routeNames[0] ?? '' })),
    ...outcomeTable(extracted, 'found', width, wording),
    '',
    text(say('demo.classified')),
    ...outcomeTable(classified, 'category', width, wording),
    '',
    text(say('demo.took', { count: extracted.length + classified.length, tookMs: report.tookMs })),
    '',
    text(say('demo.resultsIn', { path: folders.root })),
    `  ${text(say('demo.jsonFiles', { path: 'extracted/invoice-2026-0417.pdf.json' }))}`,
    `  ${text(say('demo.tables'))}`,
    ...report.tables.map((path) => `    ${printable(relative(folders.root, path))}`),
    '',
    ...wrapped(text(say('demo.review', { maximumSize: maxFileBytes })), width),
    '',
    ...(report.endedEarly ? [text(say('demo.endedEarly')), ''] : []),
    text(say('demo.next')),
    `  ${report.program} key set --url https://…`,
    `  ${report.program} run ${text(say('help.terms.folder'))} --extraction ID --url https://…`,
    text(say('demo.nextSandbox', { command: `${report.program} sandbox` })),
  ];
}

function outcomeTable(outcomes: readonly DemoOutcome[], third: 'found' | 'category', width: number, { text }: Wording): string[] {
  const nothing = third === 'category' ? text(say('demo.column.none')) : '';
  const head = (['document', 'state', third] as const).map((name) => text(say(`demo.column.${name}`)));
  const rows = outcomes.map(({ document, state, found, reasons }) => [
    ...['', document, text(stateMessage(state))],
    cellOf(found, reasons && text(asSentences(reasons)), nothing),
  ]);
  return columns([['', ...head], ...rows], { width });
}

function cellOf(found: string | undefined, reason: string | undefined, nothing: string): string {
  if (found === undefined || reason === undefined) return found ?? reason ?? nothing;
  return `${found} (${reason.replace(/\.$/, '')})`;
}

/** How the person would start the program again. Pure. */
export function programName(environment: Readonly<Record<string, string | undefined>>, script: string): string {
  if (environment.npm_lifecycle_event !== undefined) return 'npm run -s intray --';
  return isAbsolute(script) && script.endsWith('.js') ? `node ${script}` : 'intray';
}
