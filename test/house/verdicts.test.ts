/** `test/verdicts.md` says of each test of the inside what becomes of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

const tests = join(projectRoot, 'test');
const inside = /\/electron\/(ledger|engine|core\/document)\/|\brun\w*\s*\.(ledger|documents?|state)\b|\.ledger\b/;
const line = /^- `(?<file>[^`]+)` (?<verdict>scenario|decision|part|impossible|feature|done)(: (?<where>.+))?$/;

const verdicts = readFileSync(join(tests, 'verdicts.md'), 'utf8')
  .split('\n')
  .filter((text) => text.startsWith('- `'))
  .map((text): Readonly<Record<string, string | undefined>> => ({ text, ...line.exec(text)?.groups }));

it('Each test that names the inside has one verdict', () => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((path) => /\.test\.tsx?$/.test(path));
  const ofInside = files.filter((path) => !path.startsWith('house/') && inside.test(readFileSync(join(tests, path), 'utf8')));
  expect(verdicts.filter(({ verdict }) => verdict === undefined)).toEqual([]);
  const listed = verdicts.map(({ file }) => file);
  expect(new Set(listed).size).toBe(listed.length);
  expect(ofInside.filter((path) => !listed.includes(path))).toEqual([]);
});

it('One that has gone says where its scenario is, or why nothing is left to be tested', () => {
  const gone = verdicts.filter(({ file = '' }) => !existsSync(join(tests, file)));
  const isSaid = ({ verdict, where = '' }: (typeof verdicts)[number]) =>
    verdict === 'done'
      ? [...where.matchAll(/`([^`]+\.test\.ts)`/g)].some(([, path = '']) => existsSync(join(tests, path)))
      : (verdict === 'impossible' || verdict === 'feature') && where !== '';
  expect(gone.filter((each) => !isSaid(each))).toEqual([]);
});
