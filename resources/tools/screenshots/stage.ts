/** An office that has used Intray for four weeks: a real workspace with the sandbox, and the sample documents. */
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { DocumentSummary } from '../../../electron/core/contract/documents.ts';
import { makeFile } from '../../../test/support/make-files.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../test/support/workspace.ts';
import { projectRoot } from '../build.ts';
import { type StageClock, takeOverClock } from './stage-clock.ts';

const samples = join(projectRoot, 'resources', 'samples');
const day = 24 * 60 * 60 * 1_000;

/** The moment of the pictures. */
export const pictureTime = Date.parse('2026-03-12T10:31:20Z');

/** The same in every run, and no name of this machine: it is seen in the pictures. */
const office = join(tmpdir(), 'office');

const names = ['Invoices', 'Receipts', 'Mail'] as const;
type FolderName = (typeof names)[number];

/** What lay in the folders on an ordinary day, over and over; every copy is made another content. */
const ordinary: Readonly<Record<FolderName, readonly string[]>> = {
  Invoices: [
    'invoice-2026-0417.pdf',
    'Rechnung Müller & Söhne.pdf',
    'factura_A-00231.pdf',
    'factuur-20260311.pdf',
    'Fattura n. 87-2026.pdf',
    'Facture 2026-118.pdf',
    'Quittung Parkhaus (Scan).pdf',
  ],
  Receipts: ['receipt harbour inn.pdf', 'Kassenbon Bäckerei Korn.pdf', 'Reçu taxi 12 mars.pdf'],
  Mail: ['Zahlungserinnerung Stadtwerke.pdf', 'Carta Seguros Miramar.pdf', 'Rechnung Alpenblick Treuhand.pdf'],
};

/** What came on the day of the pictures, under its own name. */
const today: Readonly<Record<FolderName, readonly string[]>> = {
  Invoices: [
    'Rechnung Müller & Söhne.pdf',
    'invoice-2026-0417.pdf',
    'factura_A-00231.pdf',
    'Fattura n. 87-2026.pdf',
    'factuur-20260311.pdf',
    'Facture 2026-118.pdf',
    'Credit note CN-3021.pdf',
    'Scan_20260312_0007.pdf',
    'Invoice Brightwater Consulting.docx',
    // It names no tax.
    'Carta Seguros Miramar.pdf',
  ],
  Receipts: [
    'receipt harbour inn.pdf',
    'Kassenbon Bäckerei Korn.pdf',
    'Reçu taxi 12 mars.pdf',
    'Quittung Parkhaus (Scan).pdf',
    'Ricevuta Libreria Aurora.docx',
    'Tankbeleg März.png',
    'ticket restaurant.jpg',
    'IMG_2041.jpg',
  ],
  Mail: [
    'Zahlungserinnerung Stadtwerke.pdf',
    'Letter Hargreaves & Lowe.docx',
    'Relance facture 2026-064.docx',
    'Rechnung Alpenblick Treuhand.pdf',
    'scan0001.png',
  ],
};

export interface Stage {
  readonly test: TestWorkspace;
  readonly scans: string;
  /** The first document whose path contains that. */
  find(text: string): Promise<DocumentSummary>;
  end(): Promise<void>;
}

/** A workspace in which nothing was chosen yet. */
export async function newcomersStage(): Promise<Pick<Stage, 'test' | 'scans' | 'end'>> {
  takeOverClock(pictureTime).stop(pictureTime);
  return openOffice();
}

/** @param say progress, for people */
export async function openStage(say: (text: string) => void): Promise<Stage> {
  const clock = takeOverClock(pictureTime - 28 * day);
  const { test, scans, end } = await openOffice();
  await test.ask('useSandbox', {});
  const routes = await test.ask('routes', {});
  for (const name of names) {
    const kind = name === 'Mail' ? 'classification' : 'extraction';
    const route = routes.find((each) => each.route.kind === kind)?.route;
    if (route === undefined) throw new Error(`The sandbox has no ${kind}.`);
    await test.ask('addFolder', { settings: settingsOf(join(scans, name), route) });
  }
  await test.until('every folder is watched', async () => {
    const { folders } = await test.ask('status', {});
    return folders.length === names.length && folders.every(({ health }) => health.kind === 'watching');
  });
  let found = 0;
  for (let number = -27; number < 0; number += 1) {
    const at = pictureTime + number * day;
    if ([0, 6].includes(new Date(at).getUTCDay())) continue;
    say(`an ordinary day, ${new Date(at).toISOString().slice(0, 10)}`);
    found += await ordinaryDay(test, clock, scans, at, found);
  }
  say('the day of the pictures');
  await dayOfPictures(test, clock, scans, found);
  return {
    test,
    scans,
    end,
    async find(text) {
      const { documents } = await test.ask('documents', { text });
      const found = documents.find(({ path }) => path.includes(text));
      if (found === undefined) throw new Error(`There is no document ${text}.`);
      return found;
    },
  };
}

async function openOffice(): Promise<Pick<Stage, 'test' | 'scans' | 'end'>> {
  const scans = join(office, 'Scans');
  rmSync(office, { recursive: true, force: true });
  for (const name of names) mkdirSync(join(scans, name), { recursive: true });
  const version = (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;
  const test = await openTestWorkspace({
    dataDirectory: join(office, 'Intray'),
    home: office,
    by: 'mara',
    about: {
      host: 'headless',
      version,
      can: { startAtLogin: false, notifications: false },
    },
    open: () => undefined,
    sandbox: {
      delays: { queued: 0, processing: [100, 600] },
      seed: 7,
      faults: ['stuck:Fattura*', 'fail:Ricevuta*'],
    },
  });
  return {
    test,
    scans,
    async end() {
      await test.end();
      rmSync(office, { recursive: true, force: true });
    },
  };
}

function settingsOf(path: string, route: FolderSettings['route']): FolderSettings {
  return folderSettingsSchema.parse({ path, route, settleSeconds: 0.3 });
}

/**
 * Two to eight documents; whoever sits there confirms what is asked.
 * @param before how many had come
 * @returns how many came
 */
async function ordinaryDay(test: TestWorkspace, clock: StageClock, scans: string, at: number, before: number): Promise<number> {
  clock.set(at);
  const stamp = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const number = Math.floor(at / day);
  let count = 0;
  for (const [name, least] of [
    ['Invoices', 1],
    ['Receipts', 0],
    ['Mail', 1],
  ] as const) {
    for (let index = 0; index < least + ((number * 7 + name.length) % 3); index += 1) {
      const all = ordinary[name];
      const source = all[(number + index) % all.length] ?? '';
      const extension = extname(source);
      count += 1;
      const target = join(scans, name, `Scan_${stamp}_${String(count).padStart(4, '0')}${extension}`);
      copyFileSync(join(samples, source), target);
      // A comment behind the end is no part of the page, and makes it another content.
      appendFileSync(target, `% ${stamp} ${count}\n`);
    }
  }
  test.workspace.tryAgain();
  await quiet(test, before + count);
  const { documents } = await test.ask('documents', { standings: ['needs-you', 'failed'], limit: 200 });
  for (const { id } of documents) await test.ask('confirm', { id, corrections: {} });
  await quiet(test, before + count);
  return count;
}

async function dayOfPictures(test: TestWorkspace, clock: StageClock, scans: string, before: number): Promise<void> {
  let found = before;
  const land = async (minutesBefore: number, files: number, put: () => unknown): Promise<void> => {
    clock.set(pictureTime - minutesBefore * 60_000);
    await put();
    found += files;
    test.workspace.tryAgain();
    // One document stays at the service.
    await quiet(test, found, 1);
  };
  const copyAll = (name: FolderName) => () => {
    for (const source of today[name]) copyFileSync(join(samples, source), join(scans, name, source));
  };
  const yearEnd = join(scans, 'Mail', 'Jahresabschluss 2025.pdf');
  await land(141, today.Mail.length, copyAll('Mail'));
  await land(139, 1, () => makeFile(yearEnd, 'larger than the service takes', { size: 27 * 1024 * 1024 }));
  await land(58, today.Receipts.length, copyAll('Receipts'));
  await land(12, today.Invoices.length, copyAll('Invoices'));
  const copy = join(scans, 'Invoices', 'invoice-2026-0417 (copy).pdf');
  await land(4, 1, () => copyFileSync(join(samples, 'invoice-2026-0417.pdf'), copy));
  // A scanner is still at it: the end of the file is not there yet.
  clock.stop(pictureTime - 20_000);
  const growing = join(scans, 'Receipts', 'Scan_20260312_0012.pdf');
  copyFileSync(join(samples, 'receipt harbour inn.pdf'), growing);
  truncateSync(growing, 1_500);
  await test.ask('lookNow', {});
  await test.until('the file that grows is seen', async () =>
    (await test.ask('documents', {})).documents.some(({ state }) => state === 'settling'),
  );
  clock.stop(pictureTime);
}

/** Waits until all that was put there was found, everything is written, and no more than so many are on their way. */
async function quiet(test: TestWorkspace, found: number, moving = 0): Promise<void> {
  await test.until(`${found} documents have come through`, async () => {
    const { balance } = await test.ask('status', {});
    return balance.found === found && balance.moving <= moving;
  });
}
