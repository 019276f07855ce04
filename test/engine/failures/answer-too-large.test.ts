/** Answers that hold more than the engine can run over. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import { startInFront } from '../support/in-front.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
afterEach(() => scene.end());

describe('A result that is nested 20,000 levels deep', () => {
  it('is held for a person with its reason; the others of the batch are delivered, also after a restart', async () => {
    scene = new Timeline();
    const sandbox = await sandboxOf(scene);
    // The value of every field is the text of the document.
    const nested = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
    const url = await startInFront(scene, sandbox.url, (text) =>
      text.replaceAll(/"[^"]*hostile[^"]*"(?=[,}\]])/g, (value) => (value.includes('.pdf') ? value : nested)),
    );
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf', 'b.pdf');
    await makeFile(join(folder.path, 'hostile.pdf'), 'hostile');
    const options = { url, key: sandbox.key, folders: [folder] };
    const run = await scene.start(options);
    await scene.until('the others are delivered', () => run.delivered() === 2);
    expect(run.document('hostile.pdf').state).toEqual({
      kind: 'unresolved',
      message: reads('nested more than 32 levels deep'),
    });
    await run.end();
    const next = await scene.start(options);
    await scene.pass(60_000);
    expect(
      next
        .documents()
        .map(({ state }) => state.kind)
        .toSorted(),
    ).toEqual(['processed', 'processed', 'unresolved']);
    expect(sandbox.accepted('hostile.pdf')).toBe(1);
  });
});
