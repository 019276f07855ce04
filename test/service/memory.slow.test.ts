import { execFile } from 'node:child_process';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { closingMark, startRaw, temporaryDirectory } from './support.ts';

const megabyte = 1024 * 1024;
const uploader = join(import.meta.dirname, 'memory-uploader.ts');

/** Answers each request at its closing boundary, and stores nothing. */
async function startSink(): Promise<string> {
  const answer = '{"batchId":"b","extractionId":"e","files":[]}';
  const server = await startRaw((connection) => {
    let tail = '';
    connection.socket.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.subarray(-closingMark.length).toString('latin1')).slice(-closingMark.length);
      if (tail === closingMark) connection.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`);
    });
    connection.forget();
  });
  return server.url;
}

it('the memory of uploads does not depend on the size of files and batches', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'large.pdf');
  await writeFile(path, '');
  await truncate(path, 24 * megabyte);
  const url = await startSink();

  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', uploader, url, path, String(24 * megabyte)]);
  const { before, peak, sent } = JSON.parse(stdout) as { before: number; peak: number; sent: number };

  // One request of ten files, then four of them at once: 1.2 GB.
  expect(sent).toBe(51 * 24 * megabyte);
  expect((peak - before) / megabyte).toBeLessThan(60);
});
