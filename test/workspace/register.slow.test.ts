import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister } from '../../electron/register/administration.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../support/postgres.ts';
import { startStrictService } from '../support/strict/strict-service.ts';
import { openTestWorkspace } from '../support/workspace.ts';

let cluster: Cluster;

describe('The register in the window', () => {
  beforeAll(async () => {
    if (hasPostgres) cluster = await Cluster.start();
  });
  afterAll(() => cluster?.end());

  itWithPostgres('is tried before it is kept, shows the machines, and can be left', async ({ onTestFinished }) => {
    const service = await startStrictService();
    const extraction = service.addExtraction();
    const test = await openTestWorkspace();
    onTestFinished(async () => {
      await test.end();
      await service.close();
    });
    await test.ask('connect', { url: service.url, key: service.key });
    const settings = test.folder('scans', { kind: 'extraction', id: extraction }, { existing: 'send', inbox: 'office' });
    expect(await test.refused('addFolder', { settings })).toMatchObject({ field: 'settings.inbox' });

    const address = cluster.address('intray');
    for (const [wrong, code] of [
      ['mysql://db.example.com/intray', 'configuration.member.breaks'],
      ['postgres://desk:hunter2@127.0.0.1/intray', 'configuration.member.breaks'],
      [address, 'register.notCreated'],
    ] as const)
      expect(await test.refused('setRegister', { address: wrong })).toMatchObject({ field: 'address', message: { code } });
    expect(await test.ask('register', {})).toEqual({ passwordIn: 'none', isMember: false, machines: [] });

    const owner = readAddress(cluster.address('owner'));
    if (owner.ok) await createRegister(owner.value, 'intray');
    expect(await test.ask('setRegister', { address, password: 'hunter2' })).toEqual({ keptIn: 'keychain' });
    expect([...test.keychain.kept.values()]).toContain('hunter2');
    expect(test.store.read()).not.toContain('hunter2');
    await test.ask('addFolder', { settings });
    await test.scene.put(settings, 'a.pdf', 'b.pdf');
    await test.until('both are delivered', async () => (await test.ask('status', {})).balance.delivered === 2 || undefined);
    const seen = await test.until('it is seen', async () => {
      const view = await test.ask('register', {});
      return view.machines.length === 1 ? view : undefined;
    });
    expect(seen).toMatchObject({ address, from: 'settings', passwordIn: 'keychain', isMember: true });
    expect(seen.machines[0]).toMatchObject({ alive: true, isThis: true });
    const { checks } = await test.ask('doctor', {});
    expect(checks.filter(({ area }) => area === 'register').map(({ status }) => status)).toEqual(['ok', 'ok']);

    await test.ask('leaveRegister', {});
    expect(await test.ask('register', {})).toMatchObject({ isMember: false, machines: [] });
    expect((await test.ask('folders', {}))[0]?.settings.inbox).toBeUndefined();
    await test.scene.put(settings, 'c.pdf');
    await test.until('it works alone', async () => (await test.ask('status', {})).balance.delivered === 3 || undefined);
    expect([...service.uploads.values()]).toEqual([1, 1, 1]);
  });
});
