import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { fileTypeFromFile } from 'file-type';
import mammoth from 'mammoth';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileTypes, makeBytes, makeFile, makeTree } from './make-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'intray-make-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function pdfText(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), stopAtErrors: true, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const content = await page.getTextContent();
  await task.destroy();
  return content.items.map((item) => ('str' in item ? item.str : '')).join('');
}

describe('made files', () => {
  it('are recognised by content and by name', async () => {
    for (const type of fileTypes) {
      await makeFile(join(root, `a.${type}`), 'Größe (1)');
      expect((await fileTypeFromFile(join(root, `a.${type}`)))?.ext).toBe(type);
    }
  });

  it('are valid: the readers of their types read them', async () => {
    expect(await pdfText(makeBytes('pdf', 'Invoice (1) of 2'))).toBe('Invoice (1) of 2');
    expect((await mammoth.extractRawText({ buffer: makeBytes('docx', 'Größe & <mehr>') })).value.trim()).toBe('Größe & <mehr>');
    expect((await loadImage(makeBytes('png', 'x'))).width).toBe(1);
    expect((await loadImage(makeBytes('jpg', 'x'))).width).toBe(1);
  });

  it('have the size that was asked for and stay valid', async () => {
    const size = 3 * 1024 * 1024 + 7;
    await makeFile(join(root, 'a.pdf'), 'large', { size });
    await makeFile(join(root, 'a.png'), 'large', { size });
    expect((await stat(join(root, 'a.pdf'))).size).toBe(size);
    expect((await stat(join(root, 'a.png'))).size).toBe(size);
    expect(await pdfText(await readFile(join(root, 'a.pdf')))).toBe('large');
    expect((await loadImage(await readFile(join(root, 'a.png')))).width).toBe(1);
    expect((await fileTypeFromFile(join(root, 'a.png')))?.mime).toBe('image/png');
  });

  it('differ in content, in nested folders', async () => {
    const paths = await makeTree(root, 300);
    const hashes = await Promise.all(
      paths.map(async (path) =>
        createHash('sha256')
          .update(await readFile(join(root, path)))
          .digest('hex'),
      ),
    );
    expect(new Set(hashes).size).toBe(300);
    expect(new Set(paths.map((path) => path.split('/').length)).size).toBeGreaterThan(2);
  });
});
