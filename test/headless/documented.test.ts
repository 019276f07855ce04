/** Each command line that the documentation, or a command's own help, shows is one that the program understands. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';
import { parsed } from './parsed.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('resources/{docs/*.md,man/*.1}', { cwd: projectRoot })];

interface Shown {
  readonly line: string;
  /** It only names a command: what the command requires may be missing. */
  readonly isName: boolean;
}

function shownIn(page: string): Shown[] {
  const text = readFileSync(join(projectRoot, page), 'utf8')
    .replaceAll('\\-', '-')
    .replaceAll(/\\\(dq/g, '"');
  const typed = [...text.matchAll(/^(?: {4}|\\& {2})(.*\bintray .*)$/gm)].map(([, line = '']) => ({ line, isName: false }));
  const named = [...text.matchAll(/`([^`\n]*\bintray [^`\n]*)`/g)].map(([, line = '']) => ({ line, isName: true }));
  return [...typed, ...named];
}

/** The words behind `intray`, up to what belongs to the shell, or explains them two spaces behind. */
function wordsOf(line: string): string[] | undefined {
  const tokens = [
    ...line
      .trim()
      .replace(/ {2,}.*/, '')
      .matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
  ].map(([bare, double, single]) => double ?? single ?? bare);
  const at = tokens.indexOf('intray');
  if (at < 0) return undefined;
  const words = tokens.slice(at + 1).map((word) => word.replaceAll(/[[\]]/g, ''));
  const end = words.findIndex((word) => /^(\||>|&&|#.*|…)$/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

/** Stands for any command. */
const isPlaceholder = (words: readonly string[]) => words.some((word) => word === 'COMMAND' || word === 'command');

it.each(pages)('%s shows only what the program understands', async (page) => {
  const failures: string[] = [];
  const shown = shownIn(page);
  for (const { line, isName } of shown) {
    const words = wordsOf(line);
    if (words === undefined || words.length === 0 || isPlaceholder(words)) continue;
    try {
      await parsed(...words);
    } catch (error) {
      const message = String(error);
      const isIncomplete = /is missing|is required|needs a value|CommanderError/.test(message);
      if (!(isIncomplete && (isName || words.includes('--help')))) failures.push(`${line}: ${message}`);
    }
  }
  expect(failures).toEqual([]);
  if (page === 'README.md' || page.endsWith('commands.md')) expect(shown.length).toBeGreaterThan(10);
});

it('would notice a command, a flag or an operand that there is not', async () => {
  for (const line of ['intray stauts', 'intray status --whi x', 'intray key set now', 'intray export --format pdf'])
    await expect(parsed(...(wordsOf(line) ?? [])), line).rejects.toThrow();
  expect(wordsOf('INTRAY_API_KEY=k sudo intray review "a b.pdf" --set total=1 | jq .')).toEqual([
    ...['review', 'a b.pdf', '--set', 'total=1'],
  ]);
});
