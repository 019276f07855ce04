import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileSet, linkInto } from '../kit/files.ts';
import { startIntray } from '../kit/intray.ts';
import { startSink } from '../kit/sink.ts';
const count = Number(process.argv[2] ?? 1000); const batch = process.argv[3] ?? '10'; const runs = Number(process.argv[4] ?? 3);
const profile = process.argv[5];
const sink = await startSink();
const set = await fileSet(count, 100_000);
for (let i = 0; i < runs; i += 1) {
  const space = mkdtempSync('/tmp/prof/whole-');
  const folder = join(space, 'scans');
  linkInto(set, folder);
  const intray = startIntray({
    args: ['run', folder, '--url', sink.url, '--extraction', 'bench', '--data-dir', join(space, 'data'), '--settle-seconds', '0.1', '--batch-size', batch, '--requests-per-second', '1000'],
    scratch: space, flags: profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [],
  });
  const end = await intray.ended;
  const { lastByteAt } = await sink.totals();
  console.log(end.code, ((lastByteAt - intray.startedAt) / 1000).toFixed(2), 's to last byte', (end.milliseconds / 1000).toFixed(2), 's whole, cpu', end.cpuSeconds, 'MB', Math.round((end.peakBytes ?? 0) / 1048576));
  await sink.reset?.();
  rmSync(space, { recursive: true });
}
await sink.stop();
process.exit();
