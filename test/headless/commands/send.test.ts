import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { Scene } from '../../support/scene.ts';
import { intray } from '../intray.ts';
import { testHost } from '../test-host.ts';

describe('intray send', () => {
  it('copies files into a watched folder, each under a free name, and says what it did not copy', async ({ onTestFinished }) => {
    const scene = new Scene();
    onTestFinished(() => scene.end());
    const [dataDir, scans, other] = [scene.directory('data'), scene.directory('scans'), scene.directory('other')];
    const ledger = openLedger(ledgerPath(dataDir));
    const { id } = ledger.folders.ensure(scans);
    ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route: { kind: 'extraction', id: 'e' } }), id);
    ledger.close();
    for (const name of ['a.pdf', 'b.txt']) writeFileSync(join(other, name), name);
    writeFileSync(join(scans, 'a.pdf'), 'was there');

    const host = testHost({ directory: other });
    expect(await intray(['send', 'a.pdf', 'b.txt'], { to: scans, dataDir }, host)).toBe(1);
    expect(readFileSync(join(scans, 'a (2).pdf'), 'utf8')).toBe('a.pdf');
    expect(existsSync(join(scans, 'b.txt'))).toBe(false);
    expect(host.output.text).toContain(`a.pdf → ${join(scans, 'a (2).pdf')}`);
    expect(host.output.text).toMatch(/b\.txt: .*only PDF, PNG, JPG and DOCX/);
    expect(host.output.text).toContain('Intray sees to it when it runs next.');

    const machine = testHost({ directory: other });
    expect(await intray(['send', 'a.pdf'], { to: scans, dataDir, json: true }, machine)).toBe(0);
    expect(JSON.parse(machine.output.text)).toEqual({
      event: 'send',
      path: join(other, 'a.pdf'),
      accepted: true,
      to: join(scans, 'a (3).pdf'),
    });
    const noted = openLedger(ledgerPath(dataDir));
    expect(['a (2).pdf', 'a (3).pdf', 'a.pdf'].map((name) => noted.arrivals.takeWanted(id, name))).toEqual([true, true, false]);
    noted.close();
    await expect(intray(['send', 'a.pdf'], { to: other, dataDir }, testHost({ directory: other }))).rejects.toThrow(
      /Intray has never watched/,
    );
  });
});
