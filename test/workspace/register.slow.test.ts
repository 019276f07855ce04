/** A window sets the register of a workspace, sees its machines, and leaves it again, over a real PostgreSQL. */
import { hostname } from 'node:os';
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

  itWithPostgres('has what a window shows at one machine said by the windows of another', async ({ onTestFinished }) => {
    const owner = readAddress(cluster.address('owner'));
    if (owner.ok) await createRegister(owner.value, 'intray');
    const service = await startStrictService();
    const extraction = service.addExtraction();
    const desks = [await openTestWorkspace(), await openTestWorkspace()] as const;
    onTestFinished(async () => {
      for (const desk of desks) await desk.end();
      await service.close();
    });
    for (const desk of desks) {
      await desk.ask('connect', { url: service.url, key: service.key });
      expect((await desk.ask('status', {})).openElsewhere).toBeUndefined();
      await desk.ask('setRegister', { address: cluster.address('intray') });
      const settings = desk.folder('scans', { kind: 'extraction', id: extraction }, { existing: 'send' });
      await desk.ask('addFolder', { settings });
      await desk.scene.put(settings, 'a.pdf', 'b.pdf');
      await desk.until('both are delivered', async () => (await desk.ask('status', {})).balance.delivered === 2 || undefined);
    }
    const [one, other] = desks;
    const idOf = async (desk: typeof one, path: string) =>
      (await desk.ask('documents', {})).documents.find((document) => document.path === path)?.id ?? 0;
    const open = async (desk: typeof one) => (await desk.ask('status', {})).openElsewhere;
    await one.until('it is a member', async () => (await open(one)) !== undefined || undefined);
    const [shown, there] = [await idOf(one, 'a.pdf'), await idOf(other, 'a.pdf')];
    other.notices.length = 0;
    const at = Date.now();
    expect(await one.ask('showForReview', { id: shown, window: 'a', open: true })).toEqual({});
    const said = await other.until('it is said', async () => {
      const all = await open(other);
      return all?.length === 0 ? undefined : all;
    });
    expect(said).toEqual([{ documentId: there, machine: hostname(), since: expect.any(Number) }]);
    expect(Math.abs((said[0]?.since ?? 0) - at)).toBeLessThan(30_000);
    expect(other.notices.some(({ status }) => status)).toBe(true);
    expect(await open(one)).toEqual([]);
    await one.ask('showForReview', { id: shown, window: 'a', open: false });
    await other.until('it is closed', async () => (await open(other))?.length === 0 || undefined);
    // One whose engine has ended has nothing open any more.
    await one.ask('showForReview', { id: shown, window: 'a', open: true });
    await other.until('it is said', async () => (await open(other))?.length === 1 || undefined);
    await one.close();
    await other.until('it is closed', async () => (await open(other))?.length === 0 || undefined);
    expect(await other.ask('showForReview', { id: there, window: 'b', open: true })).toEqual({});
  });
});
