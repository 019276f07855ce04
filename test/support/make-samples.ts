/** Makes `resources/samples` anew: `node test/support/make-samples.ts`. The same bytes each time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from './samples/all.ts';
import { classification, extraction } from './samples/routes.ts';

const folder = join(import.meta.dirname, '..', '..', 'resources', 'samples');
mkdirSync(folder, { recursive: true });

let size = 0;
for (const sample of samples) {
  const bytes = await sample.make();
  writeFileSync(join(folder, sample.fileName), bytes);
  size += bytes.length;
}
const expected = Object.fromEntries(samples.map(({ fileName, kind, expected: values }) => [fileName, { kind, ...values }]));
for (const [name, content] of Object.entries({
  'expected.json': expected,
  'extraction.json': extraction,
  'classification.json': classification,
})) {
  writeFileSync(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`);
}
process.stdout.write(`${samples.length} documents, ${Math.round(size / 1024)} KB, in ${folder}\n`);
