/** What is on the disk when a program is killed while it writes. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { isTemporary } from '../../../electron/engine/disk/disk.ts';

it('replacing shows the old file or the new one, whole, however the program ends', async () => {
  const root = mkdtempSync(join(tmpdir(), 'intray-killed-'));
  try {
    const path = join(root, 'a.csv');
    writeFileSync(path, 'a'.repeat(3_000_000));
    const disk = pathToFileURL(join(import.meta.dirname, '../../../electron/engine/disk/disk.ts')).href;
    const program = `import { createFiles } from '${disk}';
      const [a, b] = [Buffer.alloc(3_000_000, 'a'), Buffer.alloc(3_000_000, 'b')];
      process.stdout.write('ready');
      for (;;) for (const content of [b, a]) await createFiles().replaceWhole(process.argv[1], [content]);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, 17));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(readFileSync(path, 'utf8')).toMatch(/^(a{3000000}|b{3000000})$/);
    expect(readdirSync(root).filter((name) => name !== 'a.csv' && !isTemporary(name))).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
