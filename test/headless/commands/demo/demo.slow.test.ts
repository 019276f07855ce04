import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDemoFolders, tooLargeName } from '../../../../electron/headless/commands/demo/demo-work.ts';
import { samplesDirectory } from '../../../../electron/headless/input/resources.ts';
import { makeWorkspace, runIntray, stopAll, type Workspace } from '../../../support/run-intray.ts';

describe('the folder of the demo', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'intray-demo-')));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('takes the next free name, and leaves an earlier one as it is', async () => {
    await writeFile(join(directory, 'demo'), 'not even a folder');
    await mkdir(join(directory, 'demo-2'));
    const { root } = await makeDemoFolders(undefined, directory);
    expect(root).toBe(join(directory, 'demo-3'));
    expect(await readFile(join(directory, 'demo'), 'utf8')).toBe('not even a folder');
    expect(await readdir(join(directory, 'demo-2'))).toEqual([]);
  });

  it('contains every sample document for each kind of route, and one that is too large', async () => {
    const { extracted, classified } = await makeDemoFolders(join(directory, 'mine'), directory);
    const samples = (await readdir(samplesDirectory())).filter((name) => !name.endsWith('.json')).sort();
    expect((await readdir(classified)).sort()).toEqual(samples);
    expect((await readdir(extracted)).sort()).toEqual([...samples, tooLargeName].sort());
    const large = await readFile(join(extracted, tooLargeName));
    expect(large.length).toBeGreaterThan(25 * 1024 * 1024);
    expect(large.subarray(0, 5).toString()).toBe('%PDF-');
    expect(large.subarray(-6).toString()).toBe('%%EOF\n');
  });

  it('must be new or empty', async () => {
    await mkdir(join(directory, 'empty'));
    expect((await makeDemoFolders(join(directory, 'empty'), directory)).root).toBe(join(directory, 'empty'));
    await expect(makeDemoFolders(join(directory, 'empty'), directory)).rejects.toThrow(/is not empty/);
    await writeFile(join(directory, 'file'), '');
    await expect(makeDemoFolders(join(directory, 'file'), directory)).rejects.toThrow(/is a file/);
    await expect(makeDemoFolders(join(directory, 'file', 'below'), directory)).rejects.toThrow(/is a file/);
  });
});

describe('intray demo', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await makeWorkspace();
  });
  afterEach(async () => {
    await stopAll();
    await space.remove();
  });

  it('finds what is printed on the samples, flags the pictures, and leaves everything to be looked at', async () => {
    const end = await runIntray({ args: ['demo'], home: space.home });
    expect(end.code, end.stdout + end.stderr).toBe(0);
    const folder = join(space.home, 'demo', 'extracted');
    const expectations = JSON.parse(await readFile(join(samplesDirectory(), 'expected.json'), 'utf8')) as Record<
      string,
      { kind: string; values?: Record<string, string | null>; review?: true; unreadable?: true }
    >;
    const table = (await readdir(folder)).find((name) => name.endsWith('.csv')) ?? '';
    const csv = await readFile(join(folder, table), 'utf8');
    const delimiter = csv.includes('file;') ? ';' : ',';
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true, delimiter });
    for (const [name, { kind, values, review, unreadable }] of Object.entries(expectations)) {
      expect(end.stdout, name).toContain(name.split(' ')[0]);
      if (unreadable === true) {
        await expect(stat(join(folder, `${name}.json`))).rejects.toThrow();
        continue;
      }
      const result = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
      const row = rows.find((each) => each.file === name);
      expect(row?.status, name).toBe(result.status);
      if (review === true) expect(result.status, name).toBe('needs_review');
      for (const [field, value] of Object.entries(values ?? {})) {
        expect(result.extracted_data[field] ?? '', `${name}: ${field}`).toBe(value ?? '');
        expect(row?.[field], `${name}: ${field} in the table`).toBe(value ?? '');
      }
      if (values === undefined) continue;
      const classified = JSON.parse(await readFile(join(space.home, 'demo', 'classified', `${name}.json`), 'utf8'));
      expect(classified.category.name.toLowerCase(), name).toBe(kind);
    }
    expect(end.stdout).toContain(join(space.home, 'demo'));
    expect(end.stderr).not.toMatch(/Warning|Error/);
    // The ledger and log were in the temporary directory, and are gone.
    expect((await readdir(space.home)).sort()).toEqual(['demo']);
  });
});
