import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../../../core/messages/message.ts';
import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import { samplesDirectory } from '../../input/resources.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { jsonLines } from '../options.ts';
import { makeDemoFolders } from './demo-folder.ts';

const options = [
  { flag: '--folder', value: say('help.terms.directory'), text: say('help.demo.folder') },
  { flag: '--keep', text: say('help.demo.keep') },
  jsonLines,
] as const;

export const command = defineCommand({
  name: 'demo',
  summary: say('help.demo.summary'),
  options,
  help: [say('help.demo.about')],
  run: ({ flags, host }) => demo(flags, host),
});

/** `intray demo`: the real engine on sample documents, against the sandbox in this process. */
export async function demo(flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  const started = Date.now();
  const chosen = flags.folder === undefined ? undefined : expandPath(flags.folder, host.paths);
  const folders = await makeDemoFolders(chosen, host.paths.directory);
  const dataDirectory = await realpath(await mkdtemp(join(tmpdir(), 'intray-demo-')));
  const [{ startSandbox }, { makeRoutes }, { createParser, documentsOf }, { workThrough }] = await Promise.all([
    import('../../../sandbox/sandbox.ts'),
    import('../../../workspace/service/sandbox-keeper.ts'),
    import('../../../workspace/parser/parser.ts'),
    import('./demo-work.ts'),
  ]);
  const parser = createParser();
  const sandbox = await startSandbox({ pagesPerMonth: 1_000, documents: documentsOf(parser) });
  try {
    const routes = await makeRoutes(sandbox, samplesDirectory());
    const begun = [say('demo.sandboxAt', { url: sandbox.url }), say('demo.workingIn', { path: folders.root })];
    host.messages.write(`${begun.map(host.wording.text).join('\n')}\n`);
    return await workThrough({ flags, host, folders, routes, sandbox, dataDirectory, started });
  } finally {
    await sandbox.close();
    parser.close();
    if (flags.keep !== true) await rm(dataDirectory, { recursive: true, force: true });
  }
}
