import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const watcher = `data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; process.once('exit', () => console.error(net.getDefaultAutoSelectFamilyAttemptTimeout()));",
)}`;

it('The program leaves each address of a host longer than a slow line takes', async () => {
  const program = join(import.meta.dirname, '../../electron/headless.ts');
  const env = { ...process.env, NODE_OPTIONS: `--import ${watcher}` };
  const { stderr } = await promisify(execFile)(process.execPath, [program, '--version'], { env });
  expect(Number(stderr.trim())).toBe(2_000);
});
