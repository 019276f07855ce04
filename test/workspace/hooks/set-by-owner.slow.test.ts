/** Whoever sets a hook chooses what runs on the machine: the owner does, in the settings file, and no window can. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requests } from '../../../electron/core/contract/contract.ts';
import { fastClock } from '../../support/fast-clock.ts';
import { openWithSandbox, type TestWorkspace } from '../../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

const stored = () => JSON.parse(test.store.read() ?? '{}') as Record<string, unknown>;

describe('a hook', () => {
  it('that the owner has set in the settings file hears of documents, by a folder’s own path', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const folder = test.folder('scans', opened.extraction);
    const heard = join(test.root, 'heard.json');
    const script = `process.stdin.pipe(require('node:fs').createWriteStream(${JSON.stringify(heard)}, { flags: 'a' }))`;
    const hooks = { folders: { '~/scans': { onDelivered: { program: [process.execPath, '-e', script] } } } };
    test.store.edit(JSON.stringify({ ...stored(), hooks }));
    await test.ask('addFolder', { settings: { ...folder, existing: 'send' } });
    await test.scene.put(folder, 'a;"b\nc.pdf');
    await test.until('it is told', () => existsSync(heard) && readFileSync(heard, 'utf8').endsWith('\n'));
    const [line = ''] = readFileSync(heard, 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ event: 'onDelivered', document: { file: 'a;"b\nc.pdf' } });
  });

  it('cannot be set, changed or removed by a window', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const folder = test.folder('scans', opened.extraction);
    const hooks = { onDelivered: { program: ['owner'] }, folders: { '~/scans': { onFailed: { program: ['owner'] } } } };
    test.store.edit(JSON.stringify({ ...stored(), hooks }));
    const other = { onDelivered: { program: ['attacker'] } };
    const { id } = await test.ask('addFolder', { settings: folder });
    for (const [name, input] of [
      ['setPreferences', { changes: { hooks: other } }],
      ['addFolder', { settings: { ...folder, hooks: other } }],
      ['updateFolder', { id, settings: { ...folder, hooks: other } }],
      ['planFolder', { plan: crypto.randomUUID(), settings: { ...folder, hooks: other } }],
    ] as const)
      expect(await test.refused(name, input)).toMatchObject({ kind: 'invalid-input' });
    await test.ask('updateFolder', { id, settings: { ...folder, settleSeconds: 1 } });
    await test.ask('setPreferences', { changes: { logDays: 7 } });
    await test.ask('setPaused', { paused: true, folderId: id });
    expect(stored().hooks).toMatchObject(hooks);
    await test.ask('removeFolder', { id });
    await test.ask('restoreFolder', { id });
    expect(stored().hooks).toMatchObject(hooks);
    test = await test.again();
    expect(stored().hooks).toMatchObject(hooks);
    expect(JSON.stringify([await test.ask('preferences', {}), await test.ask('folders', {})])).not.toMatch(/hooks|owner/);
  });

  it('is shown in the window without what is nobody’s business there; what it has not taken can be told again', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const folder = test.folder('scans', opened.extraction);
    const hooks = {
      onDelivered: { program: [process.execPath, '-e', 'process.exit(7)', 'password'] },
      onFailed: { url: 'https://hooks.example/token-1', secret: { environment: 'HOOK_SECRET' } },
    };
    test.store.edit(JSON.stringify({ ...stored(), hooks }));
    await test.ask('addFolder', { settings: { ...folder, existing: 'send' } });
    await test.scene.put(folder, 'a.pdf');
    const refused = await test.until('it was refused', async () => {
      const { events } = await test.ask('hooks', {});
      return events.find(({ attempts }) => attempts > 0);
    });
    expect(refused).toMatchObject({ name: 'onDelivered', path: 'a.pdf', isGivenUp: false, message: { code: 'hooks.exitCode' } });
    const { set } = await test.ask('hooks', {});
    expect(set).toEqual([
      { name: 'onDelivered', kind: 'program', target: basename(process.execPath) },
      { name: 'onFailed', kind: 'webhook', target: 'hooks.example' },
    ]);
    expect(await test.ask('tellAgain', { ids: [refused.id] })).toEqual({ count: 1 });
    expect(await test.ask('tellAgain', { ids: ['evt_unknown'] })).toEqual({ count: 0 });
    await test.until('it was told again', async () => {
      const { events } = await test.ask('hooks', {});
      return events.some(({ attempts }) => attempts > refused.attempts);
    });
  });
});

it('no request of a window has a member for a hook, nor one that takes any member', () => {
  const schemas = Object.entries(requests).map(
    ([name, { input }]) => [name, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })] as const,
  );
  for (const [name, schema] of schemas) {
    const members = [...membersOf(schema)].filter((member) => /hook|program|secret|environment|^on[A-Z]/.test(member));
    expect([name, members]).toEqual([name, []]);
    const inputs = (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly { readonly additionalProperties?: unknown }[];
    expect([name, inputs.map(({ additionalProperties }) => additionalProperties)]).toEqual([name, inputs.map(() => false)]);
  }
  // The look itself sees what it looks for.
  expect([...membersOf({ properties: { a: { properties: { onDelivered: {} } } } })]).toContain('onDelivered');
});

/** The names of all members, however deep. */
function* membersOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null)
    yield* Object.keys(schema.properties);
  for (const part of Object.values(schema)) yield* membersOf(part);
}
