import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../resources/tools/build.ts';

type Verdict = 'allowed' | 'refused';

/** Each line: a file, a module it imports, and whether the linter lets it. */
const imports: readonly (readonly [file: string, module: string, verdict: Verdict])[] = [
  ['electron/core/a.ts', './result.ts', 'allowed'],
  ['electron/core/a.ts', 'zod', 'allowed'],
  ['electron/core/a.ts', 'node:path', 'refused'],
  ['electron/core/a.ts', 'electron', 'refused'],
  ['electron/core/a.ts', 'undici', 'refused'],
  ['electron/core/a.ts', '../ledger/ledger.ts', 'refused'],
  ['electron/core/a.ts', '../service/service.ts', 'refused'],
  ['electron/core/a.ts', '../settings/settings.ts', 'refused'],
  ['electron/core/a.ts', '../engine/engine.ts', 'refused'],
  ['electron/core/a.ts', '../sandbox/sandbox.ts', 'refused'],
  ['electron/core/deeper/a.ts', '../result.ts', 'allowed'],
  ['electron/core/deeper/a.ts', '../../engine/engine.ts', 'refused'],

  ['electron/ledger/a.ts', '../core/document.ts', 'allowed'],
  ['electron/ledger/a.ts', 'node:sqlite', 'allowed'],
  ['electron/ledger/a.ts', '../service/service.ts', 'refused'],
  ['electron/ledger/a.ts', '../settings/settings.ts', 'refused'],
  ['electron/ledger/a.ts', '../engine/engine.ts', 'refused'],
  ['electron/ledger/a.ts', 'electron', 'refused'],

  ['electron/view/a.ts', '../core/document.ts', 'allowed'],
  ['electron/view/a.ts', '../ledger/ledger.ts', 'allowed'],
  ['electron/view/a.ts', '../engine/engine.ts', 'refused'],
  ['electron/view/a.ts', '../service/service.ts', 'refused'],
  ['electron/view/a.ts', '../workspace/workspace.ts', 'refused'],
  ['electron/core/a.ts', '../view/view.ts', 'refused'],
  ['electron/ledger/a.ts', '../view/view.ts', 'refused'],
  ['electron/engine/a.ts', '../view/view.ts', 'refused'],
  ['electron/workspace/a.ts', '../view/view.ts', 'allowed'],

  ['electron/service/a.ts', '../core/failure.ts', 'allowed'],
  ['electron/service/a.ts', 'undici', 'allowed'],
  ['electron/service/a.ts', '../ledger/ledger.ts', 'refused'],
  ['electron/service/a.ts', '../settings/settings.ts', 'refused'],
  ['electron/service/a.ts', '../engine/engine.ts', 'refused'],

  ['electron/settings/a.ts', '../core/settings.ts', 'allowed'],
  ['electron/settings/a.ts', 'keytar', 'allowed'],
  ['electron/settings/a.ts', 'electron-store', 'refused'],
  ['electron/settings/a.ts', '../ledger/ledger.ts', 'refused'],
  ['electron/settings/a.ts', '../service/service.ts', 'refused'],
  ['electron/settings/a.ts', '../engine/engine.ts', 'refused'],

  ['electron/sandbox/a.ts', '../core/service-shapes.ts', 'allowed'],
  ['electron/sandbox/a.ts', 'fastify', 'allowed'],
  ['electron/sandbox/a.ts', '../service/service.ts', 'refused'],
  ['electron/sandbox/a.ts', '../ledger/ledger.ts', 'refused'],
  ['electron/sandbox/a.ts', '../engine/engine.ts', 'refused'],
  ['electron/sandbox/a.ts', '../workspace/workspace.ts', 'refused'],
  ['electron/sandbox/deeper/a.ts', '../../service/service.ts', 'refused'],

  ['electron/engine/a.ts', '../core/document.ts', 'allowed'],
  ['electron/engine/a.ts', '../ledger/ledger.ts', 'allowed'],
  ['electron/engine/a.ts', '../service/service.ts', 'allowed'],
  ['electron/engine/a.ts', '../settings/settings.ts', 'allowed'],
  ['electron/engine/a.ts', '../sandbox/sandbox.ts', 'refused'],
  ['electron/engine/a.ts', '../workspace/workspace.ts', 'refused'],
  ['electron/engine/a.ts', '../web/web.ts', 'refused'],
  ['electron/engine/a.ts', '../desktop/window.ts', 'refused'],
  ['electron/engine/a.ts', '../headless.ts', 'refused'],
  ['electron/engine/a.ts', 'electron', 'refused'],
  ['electron/engine/a.ts', 'undici', 'refused'],
  ['electron/engine/a.ts', 'fastify', 'refused'],
  ['electron/engine/a.ts', 'keytar', 'refused'],
  ['electron/engine/a.ts', 'node:timers/promises', 'refused'],
  ['electron/engine/a.ts', 'node:https', 'refused'],
  ['electron/engine/system.ts', 'node:timers/promises', 'allowed'],

  ['electron/workspace/a.ts', '../core/result.ts', 'allowed'],
  ['electron/workspace/a.ts', '../engine/engine.ts', 'allowed'],
  ['electron/workspace/a.ts', '../sandbox/sandbox.ts', 'allowed'],
  ['electron/workspace/a.ts', '../settings/store.ts', 'allowed'],
  ['electron/workspace/a.ts', 'undici', 'allowed'],
  ['electron/workspace/a.ts', '../web/web.ts', 'refused'],
  ['electron/workspace/a.ts', '../desktop/window.ts', 'refused'],
  ['electron/workspace/a.ts', '../headless/run.ts', 'refused'],
  ['electron/workspace/a.ts', 'electron', 'refused'],
  ['electron/workspace/a.ts', 'electron-store', 'refused'],
  ['electron/workspace/a.ts', 'fastify', 'refused'],
  ['electron/workspace/handlers/a.ts', '../../headless/run.ts', 'refused'],

  ['electron/web/a.ts', '../engine/engine.ts', 'allowed'],
  ['electron/web/a.ts', '../workspace/workspace.ts', 'allowed'],
  ['electron/web/a.ts', 'fastify', 'allowed'],
  ['electron/web/a.ts', '../desktop/window.ts', 'refused'],
  ['electron/web/a.ts', 'electron', 'refused'],

  ['electron/desktop/a.ts', '../engine/engine.ts', 'allowed'],
  ['electron/desktop/a.ts', '../workspace/workspace.ts', 'allowed'],
  ['electron/desktop/a.ts', 'electron', 'allowed'],
  ['electron/desktop/a.ts', 'electron-store', 'allowed'],
  ['electron/desktop/a.ts', '../web/web.ts', 'refused'],

  ['electron/headless.ts', './engine/engine.ts', 'allowed'],
  ['electron/headless.ts', './sandbox/sandbox.ts', 'allowed'],
  ['electron/headless.ts', './web/web.ts', 'allowed'],
  ['electron/headless.ts', './desktop/window.ts', 'refused'],
  ['electron/headless.ts', 'electron', 'refused'],

  ['electron/main.ts', './desktop/window.ts', 'allowed'],
  ['electron/main.ts', './sandbox/sandbox.ts', 'allowed'],
  ['electron/main.ts', 'electron', 'allowed'],
  ['electron/main.ts', 'electron-store', 'refused'],
  ['electron/main.ts', './headless.ts', 'refused'],

  ['electron/packed.ts', './main.ts', 'allowed'],
  ['electron/packed.ts', './headless.ts', 'allowed'],
  ['electron/packed.ts', 'electron', 'refused'],

  ['electron/preload.ts', './core/bridge.ts', 'allowed'],
  ['electron/preload.ts', 'electron', 'allowed'],
  ['electron/preload.ts', './desktop/window.ts', 'refused'],
  ['electron/preload.ts', 'node:fs', 'refused'],

  ['renderer/a.ts', '../electron/core/contract/contract.ts', 'allowed'],
  ['renderer/a.ts', 'react', 'allowed'],
  ['renderer/a.ts', '../electron/engine/engine.ts', 'refused'],
  ['renderer/deeper/a.ts', '../../electron/ledger/ledger.ts', 'refused'],
  ['renderer/a.ts', 'electron', 'refused'],
  ['renderer/a.ts', 'node:fs', 'refused'],

  ['electron/engine/a.ts', 'node:fs', 'refused'],
  ['electron/engine/deliver/a.ts', 'node:fs/promises', 'refused'],
  ['electron/engine/disk/a.ts', 'node:fs', 'allowed'],
  ['electron/engine/a.ts', '../../renderer/page.tsx', 'refused'],
  ['electron/engine/a.ts', '../../resources/tools/build.ts', 'refused'],
];

/** Each line: what a file of the engine or the core says (`NAME` is made unique), and whether the linter lets it. */
const statements: readonly (readonly [file: string, code: string, verdict: Verdict])[] = [
  ['electron/engine/a.ts', 'export const NAME = Date.now();', 'refused'],
  ['electron/engine/a.ts', 'export const NAME = new Date();', 'refused'],
  ['electron/engine/a.ts', 'export const NAME = new Date(0);', 'allowed'],
  ['electron/engine/a.ts', 'export const NAME = Math.random();', 'refused'],
  ['electron/engine/a.ts', 'export const NAME = Math.max(1, 2);', 'allowed'],
  ['electron/engine/a.ts', 'export const NAME = performance.now();', 'refused'],
  ['electron/engine/a.ts', 'setTimeout(() => undefined, 1);', 'refused'],
  ['electron/engine/a.ts', 'setInterval(() => undefined, 1);', 'refused'],
  ['electron/engine/a.ts', 'globalThis.setTimeout(() => undefined, 1);', 'refused'],
  ['electron/engine/a.ts', "export const NAME = fetch('http://127.0.0.1');", 'refused'],
  ['electron/engine/a.ts', "import { createHash as NAME } from 'node:crypto';", 'allowed'],
  ['electron/engine/a.ts', "import { randomUUID as NAME } from 'node:crypto';", 'refused'],
  ['electron/core/a.ts', 'export const NAME = Date.now();', 'refused'],
  ['electron/core/a.ts', 'export const NAME = Math.random();', 'refused'],
  ['electron/engine/system.ts', 'export const NAME = Date.now();', 'allowed'],
  ['electron/engine/system.ts', 'setTimeout(() => undefined, 1);', 'allowed'],
  ['electron/service/a.ts', 'export const NAME = Date.now();', 'allowed'],
];

const cases = [
  ...imports.flatMap(([file, module, verdict]) => [
    { file, verdict, code: `import { part as NAME } from '${module}';` },
    { file, verdict, code: `import type { Part as NAME } from '${module}';` },
    { file, verdict, code: `export const NAME = import('${module}');` },
  ]),
  ...statements.map(([file, code, verdict]) => ({ file, verdict, code })),
].map((one, index) => ({ ...one, code: one.code.replace('NAME', `name${index}`) }));

describe('The linter', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-layers-'));
  const files = Map.groupBy(cases, (one) => one.file);
  let refusals: ReadonlySet<string>;

  beforeAll(() => {
    for (const name of ['biome.json', '.biome', '.gitignore'])
      cpSync(join(projectRoot, name), join(directory, name), { recursive: true });
    for (const [file, inside] of files) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), inside.map((one) => `${one.code}\n`).join(''));
    }
    refusals = lint(directory);
  }, 60_000);

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.for([...files])('holds %s to its layer', ([file, inside]) => {
    const wanted = inside.map(({ code, verdict }) => `${verdict}: ${code}`);
    const seen = inside.map(({ code }, index) => `${refusals.has(`${file}:${index + 1}`) ? 'refused' : 'allowed'}: ${code}`);
    expect(seen).toEqual(wanted);
  });
});

/** What the layers' rules refuse in a directory, as `file:line`. */
function lint(directory: string): ReadonlySet<string> {
  const biome = join(projectRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const run = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none'], {
    cwd: directory,
    encoding: 'utf8',
  });
  const { diagnostics } = reportSchema.parse(JSON.parse(run.stdout));
  expect(diagnostics.filter(({ category }) => category === 'parse')).toEqual([]);
  return new Set(
    diagnostics
      .filter(({ category }) => layerRules.includes(category))
      .map(({ location }) => `${location.path.replaceAll('\\', '/')}:${location.start.line}`),
  );
}

const layerRules = ['lint/style/noRestrictedImports', 'lint/style/noRestrictedGlobals', 'plugin'];

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }) }),
  ),
});
