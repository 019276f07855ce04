import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findElectron } from '../../electron/desktop/start.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { projectRoot } from '../support/build.ts';
import { isSet, itUnlessMissing } from '../support/programs.ts';

const executable = findElectron(process.env.ELECTRON_OVERRIDE_DIST_PATH);
const missing = executable === undefined ? "Electron's binary" : undefined;

/** Its binary is fetched from outside, so only a workflow that did so asks for it (INTRAY_REQUIRE_ELECTRON). */
const required = (): boolean => isSet('INTRAY_REQUIRE_ELECTRON');

describe('The desktop program, in the real Electron', () => {
  itUnlessMissing(
    missing,
    'opens its window, shows the page, and gives it the bridge and nothing else',
    async () => {
      const data = mkdtempSync(join(tmpdir(), 'intray-electron-'));
      const program = await _electron.launch({
        ...(executable === undefined ? {} : { executablePath: executable }),
        args: [projectRoot, `--user-data-dir=${data}`],
      });
      try {
        const page = await program.firstWindow();
        await page.getByText(`Version ${packageJson.version}`).waitFor();
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Intray');
        expect(await page.evaluate(() => Object.keys(Reflect.get(window, 'intray')).sort())).toEqual(['onNotice', 'request']);
        expect(
          await page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in window)),
        ).toEqual([]);
      } finally {
        await program.close();
        rmSync(data, { recursive: true, force: true });
      }
    },
    120_000,
    required,
  );
});
