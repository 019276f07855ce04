/** Results that are too deep or too wide for an engine that runs over them, beside good ones. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFile } from '../../support/make-files.ts';
import { startInFront } from '../support/in-front.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

const scene = new Timeline();
afterEach(() => scene.end());

const count = 12;
const good = 3;

/** What stands in place of the value of the hostile document of this number. */
function hostileValue(index: number): string {
  const depth = 33 + ((index * 271) % 3_000);
  if (index % 12 === 0) return `[${Array(100_001).fill('0')}]`;
  return index % 2 === 0 ? `${'['.repeat(depth)}1${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

describe('A watch that gets hostile results', () => {
  it('delivers every good document, and names every bad one with its reason', async () => {
    const sandbox = await sandboxOf(scene);
    // The value of every field is the text of the document.
    const url = await startInFront(scene, sandbox.url, (text) =>
      text.replaceAll(/"hostile-(\d+)"(?=[,}\]])/g, (_, index: string) => hostileValue(Number(index))),
    );
    const folder = scene.folder('scans', sandbox.extraction, { askAbove: 0, batchSize: 5 });
    for (let index = 0; index < count; index += 1) await makeFile(join(folder.path, `bad-${index}.pdf`), `hostile-${index}`);
    for (let index = 0; index < good; index += 1) await makeFile(join(folder.path, `good-${index}.pdf`), `fine ${index}`);
    const run = await scene.start({ url, key: sandbox.key, folders: [folder] });
    const held = () => run.documents().filter(({ state }) => state.kind === 'unresolved');
    await scene.until('the bad ones are held', () => held().length === count);
    await scene.until('the good ones are delivered', () => run.delivered() === good);
    expect(held().every(({ path }) => path.startsWith('bad-'))).toBe(true);
    expect(held().map(({ state }) => (state.kind === 'unresolved' ? state.message.code : state.kind))).toEqual(
      Array(count).fill('outcome.tooMuch'),
    );
    expect(run.engine.status().faults).toEqual([]);
  });
});
