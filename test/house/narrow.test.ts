/** Tests that have to survive a rebuilding of the inside see only what a person sees: through `test/support/seen.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

const folders = ['acceptance', 'crash', 'hostile', 'real-writers', 'simulator', 'soak'];
/** A planted bug is one of the inside. */
const exceptions = /^simulator\/planted\//;
/** Import of the inside, or something of it that a scene's run would hand out. */
const inside = /from '[./]*\/electron\/(ledger|engine|core\/document)\/|\brun\s*\.(ledger|documents?|state)\b/;

const read = (path: string) => readFileSync(join(projectRoot, 'test', path), 'utf8');

it('The simulator and the tests of the whole program name nothing of the ledger, the engine or its documents', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, 'test', folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const tests = files.filter((path) => path.endsWith('.ts') && !exceptions.test(path));
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((path) => inside.test(read(path)))).toEqual([]);
});
