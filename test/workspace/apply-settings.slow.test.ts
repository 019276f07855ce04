/** What a window asks after a folder's route was changed, and the command line by `intray answer --apply`. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { runCommandLine } from '../../electron/headless/command-line.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { testHost } from '../headless/test-host.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
let folder: FolderSettings;
let id: number;
let classification: FolderSettings['route'];

beforeEach(async () => {
  const opened = await openWithSandbox({ sandbox: { documents: quickDocuments, delays: { queued: 0, processing: 0 } } });
  ({ test, classification } = opened);
  folder = test.folder('scans', opened.extraction);
  ({ id } = await test.ask('addFolder', { settings: folder }));
  for (const name of ['a.pdf', 'b.pdf']) await makeFile(join(folder.path, name), name);
  await areOn(opened.extraction);
});
afterEach(() => test.end());

async function areOn(route: FolderSettings['route']): Promise<void> {
  await test.until('both are delivered', async () => {
    const { documents } = await test.ask('documents', {});
    const details = await Promise.all(documents.map((each) => test.ask('document', { id: each.id })));
    return details.length === 2 && details.every((each) => each.delivery === 'done' && each.route.id === route.id);
  });
}

async function reroute(): Promise<void> {
  const [kept] = await test.ask('folders', {});
  await test.ask('updateFolder', { id, settings: { ...(kept?.settings ?? folder), route: classification } });
}

describe('Documents that went another way before', () => {
  it('are none while nothing was changed', async () => {
    expect(await test.ask('applySettings', { id })).toEqual({ documents: 0, pages: 0, done: false });
  });

  it('are counted with their pages, and sent only once the person has agreed to these numbers', async () => {
    await reroute();
    const shown = await test.ask('applySettings', { id });
    expect(shown).toMatchObject({ documents: 2, done: false });
    const { documents, pages } = shown;
    expect(await test.ask('applySettings', { id, agreed: { documents: 1, pages } })).toEqual(shown);
    expect(await test.ask('applySettings', { id, agreed: { documents, pages: pages - 1 } })).toEqual(shown);
    expect(await test.ask('applySettings', { id, agreed: { documents, pages } })).toEqual({ documents, pages, done: true });
    await areOn(classification);
    expect(await test.ask('applySettings', { id })).toEqual({ documents: 0, pages: 0, done: false });
  });

  it('are told by `intray answer --apply`, and sent with the pages that it has told', async () => {
    await reroute();
    const { pages } = await test.ask('applySettings', { id });
    const ask = async (...agreed: string[]): Promise<string> => {
      const host = testHost();
      const exit = await runCommandLine(['answer', folder.path, '--apply', ...agreed, '--data-dir', test.dataDirectory], host);
      return exit === 0 ? host.output.text : `${exit}: ${host.messages.text}`;
    };
    await test.until('the engine has the settings', async () => (await ask()).includes('2 documents'));
    expect(await ask()).toContain(`--apply ${pages}`);
    expect(await ask(String(pages - 1))).toMatch(/^2: .*more than you agree to/);
    expect(await ask('all')).toMatch(/^2: --apply takes a number/);
    expect(await test.ask('applySettings', { id })).toMatchObject({ documents: 2 });
    expect(await ask(String(pages))).toContain('They are sent');
    await areOn(classification);
    expect(await ask()).toContain('went where its settings say');
  });
});
