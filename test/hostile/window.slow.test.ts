/** What a person with a session, who also may write to a root of the window, tries on the built program: to get out of it. */
import { createHash } from 'node:crypto';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { RequestName, RequestOutput } from '../../electron/core/contract/contract.ts';
import { openProgram } from '../acceptance/program.ts';
import { makeBytes } from '../support/make-files.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { jsonLines } from '../support/run-intray.ts';
import type { StrictService } from '../support/strict/strict-service.ts';
import { askAt, redeemAt, secretIn } from '../web/web-host.ts';
import { missingForAttack, Scene } from './attacker.ts';

const rounds = 200;
const secret = makeBytes('pdf', 'a secret of the same length');
const harmless = makeBytes('pdf', 'harmless and of that length');

interface Window {
  readonly scene: Scene;
  readonly service: StrictService;
  readonly extraction: string;
  /** Undefined where it is refused. */
  ask<Name extends RequestName>(name: Name, input: unknown): Promise<RequestOutput<Name> | undefined>;
  see(path: string): ReturnType<typeof askAt>;
}

/** `intray watch --window`, connected to a service, with the share as a root. `scan/a.pdf` is in the share, and in the private directory. */
async function serveShare(): Promise<Window> {
  const scene = new Scene();
  scene.own('scan');
  scene.own('scan/a.pdf', harmless);
  writeFileSync(join(scene.private, 'a.pdf'), secret, { mode: 0o600 });
  writeFileSync(join(scene.private, 'private.txt'), 'private', { mode: 0o600 });
  symlinkSync(scene.private, join(scene.share, '.link'));
  const { service, space, extraction, start } = await openProgram((work) => onTestFinished(work));
  const intray = start(['watch', '--window', '0', '--json', '--data-dir', space.dataDir, '--root', scene.share], { key: null });
  await intray.until('it serves', () => intray.stdout().includes('\n'));
  const [serving] = jsonLines(intray.stdout());
  const { port, origin } = new URL(String(serving?.url));
  const session = secretIn(await redeemAt(origin, String(serving?.link)));
  const window: Window = {
    ...{ scene, service, extraction },
    async ask(name, input) {
      const { body } = await askAt(Number(port), {
        ...{ method: 'POST', path: '/api/request', session, body: JSON.stringify({ name, input }) },
        headers: { origin, 'content-type': 'application/json' },
      });
      const answer = JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
      return answer.ok === true ? answer.value : undefined;
    },
    see: (path) => askAt(Number(port), { path, session }),
  };
  expect(await window.ask('connect', { url: service.url, key: service.key })).toMatchObject({ kind: 'good' });
  return window;
}

/** The directory is a link for an instant, again and again. */
const swap = `for _ in range(20):
  exchange(share + "/scan", share + "/.link")
  time.sleep(random.random() * 0.0005)`;

describe('A window that is served to browsers', () => {
  itUnlessMissing(missingForAttack, 'is not led out of its roots by a directory that becomes a link', async () => {
    const { scene, service, extraction, ask } = await serveShare();
    const route = { kind: 'extraction', id: extraction };
    const scan = join(scene.share, 'scan');
    const tried = { listed: 0, made: 0, watched: 0, sent: 0 };
    const won = { listed: 0, made: 0, watched: 0, sent: 0 };
    let turn = 0;
    const isEnough = () => turn >= rounds && Object.values(tried).every((times) => times >= 5);
    const work = async () => {
      turn += 1;
      const listing = await ask('listDirectories', { path: scan, files: true });
      if (listing !== undefined) tried.listed += 1;
      if (listing?.entries.some(({ name }) => name === 'private.txt')) won.listed += 1;
      if ((await ask('makeDirectory', { parent: scan, name: `made ${turn}` })) !== undefined) tried.made += 1;
      if (existsSync(join(scene.private, `made ${turn}`))) won.made += 1;
      if (turn % 5 !== 0) return;
      const sample = { fields: [{ key: 'number', description: '', example: '' }], sample: join(scan, 'a.pdf') };
      if ((await ask('createExtraction', { name: `New ${turn}`, ...sample })) !== undefined) tried.sent += 1;
      const added = await ask('addFolder', { settings: { path: scan, route, existing: 'skip' } });
      if (added === undefined) return;
      tried.watched += 1;
      const [folder] = (await ask('folders', {})) ?? [];
      if (folder?.settings.path !== scan) won.watched += 1;
      await ask('removeFolder', { id: added.id });
    };
    await scene.attack(swap, isEnough, work);
    const sha256 = createHash('sha256').update(secret).digest('hex');
    won.sent = service.received.filter((file) => file.sha256 === sha256).length;
    expect(won).toEqual({ listed: 0, made: 0, watched: 0, sent: 0 });
  });

  itUnlessMissing(missingForAttack, 'shows no private file in place of a document', async () => {
    const { scene, extraction, ask, see } = await serveShare();
    const route = { kind: 'extraction', id: extraction };
    await ask('addFolder', { settings: { path: scene.share, route, existing: 'send', settleSeconds: 0.1 } });
    const delivered = async () => (await ask('documents', {}))?.documents.find(({ delivery }) => delivery === 'done');
    await expect.poll(delivered, { timeout: 60_000 }).toBeDefined();
    const id = (await delivered())?.id;
    await ask('setPaused', { paused: true });
    let [won, shown] = [0, 0];
    await scene.attack(
      swap,
      (seen) => seen >= rounds && shown > 0,
      async () => {
        for (let each = 0; each < 10; each += 1) {
          const { status, body } = await see(`/preview/${id}`);
          if (status !== 200) continue;
          if (body === secret.toString('latin1')) won += 1;
          else shown += 1;
        }
      },
    );
    expect(won).toBe(0);
    expect(shown).toBeGreaterThan(0);
  });
});
