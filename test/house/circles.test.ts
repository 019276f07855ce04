/** What two files need of each other belongs in one of them, or in a third: then each can be read, and changed, by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

type Imports = ReadonlyMap<string, readonly string[]>;

/** Types too, and what is imported only once it is needed. */
const importing = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

function importsIn(folder: string): Imports {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(projectRoot, file), 'utf8');
      return [file, [...text.matchAll(importing)].map(([, path = '']) => new URL(path, `file:///${file}`).pathname.slice(1))];
    }),
  );
}

/** Files that import each other round in a circle, in their order; none if no file does. */
function circleIn(imports: Imports): readonly string[] {
  const left = new Map(imports);
  const next = (file: string) => left.get(file)?.find((path) => left.has(path));
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    for (const file of [...left.keys()]) if (next(file) === undefined) left.delete(file);
  }
  const way: string[] = [];
  let [file] = left.keys();
  while (file !== undefined && !way.includes(file)) {
    way.push(file);
    file = next(file);
  }
  return file === undefined ? [] : way.slice(way.indexOf(file));
}

it('No files of the program import each other in a circle, not even for a type', () => {
  const imports = new Map([...importsIn('electron'), ...importsIn('renderer')]);
  expect(imports.get('electron/packed.ts')).toContain('electron/headless.ts');
  expect(circleIn(imports)).toEqual([]);
});

it('A circle is found, whatever leads to it or hangs on it', () => {
  const imports = { a: ['b'], b: ['d', 'c'], c: ['e', 'b'], d: [], e: ['d'] };
  expect(circleIn(new Map(Object.entries(imports)))).toEqual(['b', 'c']);
});
