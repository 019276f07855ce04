import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOldLogs } from '../../electron/settings/log.ts';

it('Log files older than the chosen number of days are removed; the current one stays', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-logs-'));
  const logs = join(directory, 'logs');
  mkdirSync(logs);
  const now = Date.UTC(2026, 5, 30);
  const days = { 'intray.log': 90, 'intray.1.log': 6, 'intray.2.log': 8, 'desktop.1.log': 8, 'mine.log': 90 };
  for (const [name, age] of Object.entries(days)) {
    writeFileSync(join(logs, name), '');
    utimesSync(join(logs, name), (now - age * 86_400_000) / 1000, (now - age * 86_400_000) / 1000);
  }
  removeOldLogs(directory, 7, now);
  expect(Object.keys(days).filter((name) => existsSync(join(logs, name)))).toEqual(['intray.log', 'intray.1.log', 'mine.log']);
  removeOldLogs(join(directory, 'nothing'), 7, now);
  rmSync(directory, { recursive: true });
});
