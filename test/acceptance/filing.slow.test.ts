import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesDirectory } from '../../electron/headless/input/resources.ts';
import { type Sandbox, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { createParser, documentsOf } from '../../electron/workspace/parser/parser.ts';
import { makeRoutes, type SampleRoutes } from '../../electron/workspace/service/sandbox-keeper.ts';
import { filesBelow, type IntrayEnd, makeWorkspace, startIntray, stopAll, type Workspace } from '../support/run-intray.ts';

const parser = createParser();
let sandbox: Sandbox;
let routes: SampleRoutes;
let space: Workspace;

beforeAll(async () => {
  sandbox = await startSandbox({ pagesPerMonth: 1_000, documents: documentsOf(parser) });
  routes = await makeRoutes(sandbox, samplesDirectory());
});
afterAll(async () => {
  await stopAll();
  await sandbox.close();
  parser.close();
  await space.remove();
});

/** A folder with the demo's documents, worked through. */
async function runDemo(...flags: readonly string[]): Promise<IntrayEnd> {
  space = await makeWorkspace();
  for (const name of await readdir(samplesDirectory()))
    if (extname(name) !== '.json') await copyFile(join(samplesDirectory(), name), join(space.folder, name));
  return runAgain(...flags);
}

async function runAgain(...flags: readonly string[]): Promise<IntrayEnd> {
  const { ended } = startIntray({
    args: [
      'run',
      space.folder,
      '--url',
      sandbox.url,
      '--data-dir',
      space.dataDir,
      '--settle-seconds',
      '0.5',
      '--csv',
      'off',
      ...flags,
    ],
    home: space.home,
    key: sandbox.keys[0]?.key ?? '',
  });
  return ended;
}

async function treeOf(folder: string): Promise<readonly string[]> {
  const names = (await filesBelow(folder)).filter((name) => name !== '.intray');
  // A source and its JSON are always together.
  const sources = names.filter((name) => !name.endsWith('.json'));
  expect(names.filter((name) => name.endsWith('.json')).sort()).toEqual(
    sources
      .filter((name) => names.includes(`${name}.json`))
      .map((name) => `${name}.json`)
      .sort(),
  );
  return sources.sort();
}

async function hashesOf(directory: string, names: readonly string[]): Promise<readonly string[]> {
  const hashes = names.map(async (name) =>
    createHash('sha256')
      .update(await readFile(join(directory, name)))
      .digest('hex'),
  );
  return (await Promise.all(hashes)).sort();
}

describe('The demo’s documents, filed by a template', () => {
  it('make this tree from an extraction, go back byte for byte with `intray filing undo`, and are neither sent nor filed again', async () => {
    const template = "{invoice_date:yyyy}/{invoice_date}_{vendor_name}_{invoice_number|'no number'}.pdf";
    const flags = ['--extraction', routes.extraction, '--file-as', template, '--dates', 'day-first'];
    const end = await runDemo(...flags);
    expect(end.code, end.stderr).toBe(1);
    // What needs a person stays.
    const names = await treeOf(space.folder);
    expect(names).toMatchInlineSnapshot(`
      [
        "Carta Seguros Miramar.pdf",
        "IMG_2041.jpg",
        "Processed/2026/2026-01-21_Imprimerie Vasseur SAS_2026-064.docx",
        "Processed/2026/2026-01-30_Stadtwerke Lindenau GmbH_SW-558120.pdf",
        "Processed/2026/2026-02-14_Libreria Aurora S.n.c._1442.docx",
        "Processed/2026/2026-02-20_Brightwater Consulting LLC_BW-10577.docx",
        "Processed/2026/2026-02-26_Hargreaves & Lowe LLP_HL-26-0339.docx",
        "Processed/2026/2026-02-27_Studio Ferrante & Associati S.r.l._87-2026.pdf",
        "Processed/2026/2026-03-02_Alpenblick Treuhand AG_26-0077.pdf",
        "Processed/2026/2026-03-03_Tischlerei Müller & Söhne GmbH_RE-2026-0193.pdf",
        "Processed/2026/2026-03-04_Pinecrest Office Supplies Ltd_CN-3021.pdf",
        "Processed/2026/2026-03-05_Olivares del Sur S.L._A-00231.pdf",
        "Processed/2026/2026-03-07_Bäckerei Korn e.K._004471.pdf",
        "Processed/2026/2026-03-09_Harbour & Finch Ltd_HF-2026-0417.pdf",
        "Processed/2026/2026-03-11_De Groene Werf B.V._20260311-02.pdf",
        "Processed/2026/2026-03-12_Atelier Lumière SARL_2026-118.pdf",
        "Processed/2026/2026-03-12_Taxis Bellecour SAS_312-0458.pdf",
        "Processed/2026/2026-03-13_The Lantern Inn Limited_R-88213.pdf",
        "Quittung Parkhaus (Scan).pdf",
        "Scan_20260312_0007.pdf",
        "Tankbeleg März.png",
        "scan0001.png",
        "ticket restaurant.jpg",
      ]
    `);
    const samples = (await readdir(samplesDirectory())).filter((name) => extname(name) !== '.json').sort();
    expect(await hashesOf(space.folder, names)).toEqual(await hashesOf(samplesDirectory(), samples));

    const taken = await startIntray({ args: ['filing', 'undo', '--data-dir', space.dataDir], home: space.home }).ended;
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining('go back.')]);
    const before = sandbox.control.extractions().flatMap(({ batches }) => batches).length;
    await runAgain(...flags);
    expect(await treeOf(space.folder)).toEqual(samples);
    for (const name of samples) expect(await hashesOf(space.folder, [name])).toEqual(await hashesOf(samplesDirectory(), [name]));
    await runAgain(...flags);
    expect(await treeOf(space.folder)).toEqual(samples);
    expect(sandbox.control.extractions().flatMap(({ batches }) => batches)).toHaveLength(before);
  });

  it('make this tree from a classification', async () => {
    await space.remove();
    const end = await runDemo('--classification', routes.classification, '--file-as', "{category|'Other'}/{file_name:lower}");
    expect(end.code, end.stderr).toBe(1);
    expect(await treeOf(space.folder)).toMatchInlineSnapshot(`
      [
        "IMG_2041.jpg",
        "Processed/Invoice/credit note cn-3021.pdf",
        "Processed/Invoice/factura_a-00231.pdf",
        "Processed/Invoice/facture 2026-118.pdf",
        "Processed/Invoice/factuur-20260311.pdf",
        "Processed/Invoice/fattura n. 87-2026.pdf",
        "Processed/Invoice/invoice brightwater consulting.docx",
        "Processed/Invoice/invoice-2026-0417.pdf",
        "Processed/Invoice/rechnung alpenblick treuhand.pdf",
        "Processed/Invoice/rechnung müller & söhne.pdf",
        "Processed/Letter/carta seguros miramar.pdf",
        "Processed/Letter/letter hargreaves & lowe.docx",
        "Processed/Letter/relance facture 2026-064.docx",
        "Processed/Letter/zahlungserinnerung stadtwerke.pdf",
        "Processed/Receipt/kassenbon bäckerei korn.pdf",
        "Processed/Receipt/receipt harbour inn.pdf",
        "Processed/Receipt/reçu taxi 12 mars.pdf",
        "Processed/Receipt/ricevuta libreria aurora.docx",
        "Quittung Parkhaus (Scan).pdf",
        "Scan_20260312_0007.pdf",
        "Tankbeleg März.png",
        "scan0001.png",
        "ticket restaurant.jpg",
      ]
    `);
  });
});
