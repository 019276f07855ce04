import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe-core finds on a page as it stands (WCAG 2.2 A and AA, and best practice), a line each; empty if all is well. Put in
 * through the debugger, which the page’s policy does not concern.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(source, 'utf8'));
  const found = await page.evaluate(async () => {
    // A button that is just becoming enabled has too little contrast for a moment.
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = globalThis as unknown as { axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> } };
    return axe.run(document, { resultTypes: ['violations'] });
  });
  return found.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 5)
        .join(', ')}`,
  );
}
