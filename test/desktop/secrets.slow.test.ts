import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';
import { itWith } from '../support/programs.ts';
import { makeWorkspace } from '../support/run-intray.ts';
import { secretServicePrograms, startSecretService } from '../support/secret-service.ts';
import { startStrictService } from '../support/strict/strict-service.ts';
import { ask } from './drivers/ask.ts';
import type { StandIn } from './drivers/driver.ts';
import { startStandIn } from './drivers/stand-in.ts';

const sample = join(projectRoot, 'resources', 'samples', 'Invoice Brightwater Consulting.docx');

describe('The key of the desktop program (stand-in)', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  itWith(
    secretServicePrograms,
    'lies in the keychain and nowhere else, and is there after a new start',
    async () => {
      const space = await makeWorkspace();
      ends.push(space.remove);
      const secrets = await startSecretService(space.home);
      ends.push(secrets.end);
      const service = await startStrictService();
      ends.push(service.close);
      const extraction = service.addExtraction();
      const start = async (): Promise<StandIn> => {
        const desktop = await startStandIn({
          dataDirectory: space.dataDir,
          home: space.home,
          environment: { ...secrets.environment },
        });
        ends.push(desktop.kill);
        return desktop;
      };

      const desktop = await start();
      expect(await ask(desktop, 'connect', { url: service.url, key: 'a wrong key' })).toMatchObject({
        kind: 'bad',
        field: 'key',
      });
      expect(await ask(desktop, 'connect', { url: service.url, key: service.key })).toEqual({ kind: 'good', keptIn: 'keychain' });
      const route = { kind: 'extraction', id: extraction } as const;
      await ask(desktop, 'addFolder', { settings: { path: space.folder, route, settleSeconds: 0.2, existing: 'send' } });
      copyFileSync(sample, join(space.folder, 'first.docx'));
      await expect.poll(() => existsSync(join(space.folder, 'first.docx.json')), { timeout: 45_000 }).toBe(true);
      await ask(desktop, 'diagnostics');
      const told = await desktop.crossed(service.key);
      expect(told.all).toBeGreaterThan(5);
      expect(told.holding).toBe(0);
      await desktop.hands.quit().catch(() => undefined);
      expect((await desktop.ended).code).toBe(0);

      const again = await start();
      await again.until('it watches', ({ tray }) => tray.menu[0]?.label === 'Watching');
      expect(await ask(again, 'preferences')).toMatchObject({ service: { url: service.url, key: 'keychain' } });
      copyFileSync(sample, join(space.folder, 'second.docx'));
      await expect.poll(() => existsSync(join(space.folder, 'second.docx.json')), { timeout: 45_000 }).toBe(true);
      expect((await again.crossed(service.key)).holding).toBe(0);
      expect([...filesHolding(space.root, service.key)].filter((file) => !file.includes('keyrings'))).toEqual([]);
      expect(desktop.output() + again.output()).not.toContain(service.key);
    },
    180_000,
  );
});

function* filesHolding(directory: string, text: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesHolding(path, text);
    else if (entry.isFile() && readFileSync(path).includes(text)) yield path;
  }
}
