/** What the machine has lost of a JSON is written again by the engine: when a person asks, at once, also after a try that failed. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, it } from 'vitest';
import { sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

const scene = new Timeline();
afterEach(() => scene.end());

/** A machine that has died and lost the JSON of a delivered document; Intray runs again. */
async function afterDeath() {
  const sandbox = await sandboxOf(scene);
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const begin = (boot: string) => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], boot: () => boot });
  const first = await begin('first');
  await scene.until('it is delivered', () => first.delivered() === 1);
  first.kill();
  const json = join(folder.path, 'a.pdf.json');
  rmSync(json);
  return { json, run: await begin('second') };
}

it('is tried again when a person has Intray look now', async () => {
  const { json, run } = await afterDeath();
  let refused = 0;
  run.refuse = (operation, path) => {
    if (operation !== 'createWhole' || path !== json) return undefined;
    refused += 1;
    return 'denied';
  };
  await scene.until('the disk has refused it', () => refused === 1);
  run.refuse = () => undefined;
  run.engine.lookNow();
  await scene.until('it is there again', () => existsSync(json), { within: 10_000 });
});

it('is tried again soon after an error that nothing expects', async () => {
  const { json, run } = await afterDeath();
  let failed = 0;
  run.refuse = (operation, path) => {
    if (operation !== 'createWhole' || path !== json || failed > 0) return undefined;
    failed += 1;
    throw new Error('nothing expects this');
  };
  await scene.until('it has failed', () => failed === 1);
  await scene.until('it is there again', () => existsSync(json), { within: 35_000 });
});
