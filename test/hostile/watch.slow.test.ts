/** What another user who may write to a watched folder tries on the built program. */
import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openProgram, type Program } from '../acceptance/program.ts';
import { startInFront } from '../engine/support/in-front.ts';
import { makeBytes, makeFile } from '../support/make-files.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { type Intray, jsonLines } from '../support/run-intray.ts';
import type { StrictOptions, StrictRequest } from '../support/strict/strict-service.ts';
import { missingForAttack, nobody, Scene } from './attacker.ts';

const rounds = 100;
/** Decoys of the size of what they stand for, so that a batch of them takes a while. */
const decoys = 100;
const size = 500_000;

interface Stage extends Program {
  readonly scene: Scene;
  readonly intray: Intray;
  /** Puts a document of the owner's into the share, and waits for its result. */
  stillDelivers(name: string): Promise<void>;
  /** How many uploads had one of these contents. */
  sent(contents: readonly Uint8Array[]): number;
}

/** `intray watch` on a share, as a user who has private files beside it. */
async function watchShare(settings: object = {}, options: StrictOptions = {}): Promise<Stage> {
  const scene = new Scene();
  const program = await openProgram((work) => onTestFinished(work), options);
  const { service, space, extraction } = program;
  const config = join(space.root, 'config.json');
  const route = { kind: 'extraction', id: extraction };
  const folder = { path: scene.share, route, settleSeconds: 0.2, existing: 'send', changed: 'send', askAbove: 0, ...settings };
  writeFileSync(config, JSON.stringify({ url: service.url, folders: [folder] }));
  const intray = program.start(['watch', '--config', config, '--data-dir', space.dataDir, '--json']);
  const lines = () => jsonLines(intray.stdout().slice(0, intray.stdout().lastIndexOf('\n') + 1));
  await intray.until('it watches', () => lines().some(({ event, health }) => event === 'folder' && health === 'watching'));
  return {
    ...{ ...program, scene, intray },
    async stillDelivers(name) {
      writeFileSync(join(scene.share, name), makeBytes('pdf', name));
      const isDone = () => lines().some(({ path, delivered }) => String(path).endsWith(name) && delivered === true);
      await intray.until(`${name} is delivered`, isDone);
    },
    sent(contents) {
      const hashes = new Set(contents.map((content) => createHash('sha256').update(content).digest('hex')));
      return service.received.filter(({ sha256 }) => hashes.has(sha256)).length;
    },
  };
}

describe('intray watch, on a folder that others may write to', () => {
  itUnlessMissing(missingForAttack, 'sends and touches nothing behind directories that become links', async () => {
    const { scene, intray, service, sent, stillDelivers } = await watchShare({ fileAway: { kind: 'move' } });
    const secrets = Array.from({ length: rounds }, (_, index) => makeBytes('pdf', `secret ${index}`));
    for (const [index, secret] of secrets.entries()) {
      mkdirSync(join(scene.private, `${index}`));
      writeFileSync(join(scene.private, `${index}`, 'secret.pdf'), secret, { mode: 0o600 });
    }
    const swap = `scan, target = share + "/scan%d" % turn, private + "/%d" % (turn % ${rounds})
os.mkdir(scan)
time.sleep(random.random() * 0.02)
os.rename(scan, share + "/.old%d" % turn)
os.symlink(target, scan)
time.sleep(0.005)`;
    await scene.attack(
      swap,
      (seen) => seen >= rounds,
      () => pause(10),
    );
    await stillDelivers('mine.pdf');
    const touched = secrets.filter((_, index) => readdirSync(join(scene.private, `${index}`)).join() !== 'secret.pdf');
    expect({ sent: sent(secrets), touched: touched.length }).toEqual({ sent: 0, touched: 0 });
    expect(service.received).toHaveLength(1);
    expect(intray.stdout()).not.toContain('secret.pdf');
  });

  itUnlessMissing(missingForAttack, 'writes no row into what its table is exchanged for', async () => {
    const { scene, stillDelivers } = await watchShare({ batchSize: 1 });
    const profile = join(scene.private, 'profile');
    // Larger than any table here, so that it could be cut to where a row belongs.
    const original = 'export PATH\n'.repeat(20_000);
    writeFileSync(profile, original, { mode: 0o600 });
    symlinkSync(profile, join(scene.share, '.link'));
    await stillDelivers('first.pdf');
    // Where a table was seen to be a link, the next one has a number.
    const swap = `table = max((name for name in os.listdir(share) if name.endswith(".csv")), key=lambda name: (len(name), name))
for _ in range(50):
  exchange(share + "/" + table, share + "/.link")
  time.sleep(0.00005)
  exchange(share + "/" + table, share + "/.link")
  time.sleep(0.0002)`;
    let put = 0;
    let won = 0;
    await scene.attack(
      swap,
      (seen) => seen >= rounds,
      async () => {
        put += 1;
        writeFileSync(join(scene.share, `row ${put}.pdf`), makeBytes('pdf', `row ${put}`));
        await pause(15);
        if (readFileSync(profile, 'utf8') === original) return;
        won += 1;
        writeFileSync(profile, original);
      },
    );
    await stillDelivers('last.pdf');
    expect(won).toBe(0);
    expect(readFileSync(profile, 'utf8')).toBe(original);
    expect(put).toBeGreaterThan(20);
  });

  itUnlessMissing(missingForAttack, 'sends no file that a document is exchanged for while it is on its way', async () => {
    const onRequest = ({ endpoint }: StrictRequest) => {
      if (endpoint === 'uploadFiles') writeFileSync(join(share, '.now'), '');
      return undefined;
    };
    const { scene, intray, sent, service, stillDelivers } = await watchShare({ batchSize: 10 }, { onRequest });
    const { share } = scene;
    const text = 'the key, and no decoy 000';
    await makeFile(join(scene.private, 'key.pdf'), text, { size });
    const secret = readFileSync(join(scene.private, 'key.pdf'));
    for (let index = 0; index < decoys; index += 1) {
      const name = `decoy${index}.pdf`;
      await makeFile(join(share, name), `just a decoy of number ${index}`, { size });
      chownSync(join(share, name), nobody, nobody);
      symlinkSync(join(scene.private, 'key.pdf'), join(share, `.${name}`));
    }
    // As soon as an upload has begun, every name leads to the key; and back before it ends, if it takes long enough.
    const swap = `while not os.path.exists(share + "/.now"): time.sleep(0.0002)
os.unlink(share + "/.now")
def all():
  for each in range(${decoys}): exchange(share + "/decoy%d.pdf" % each, share + "/.decoy%d.pdf" % each)
all()
time.sleep(random.random() * 0.015)
all()`;
    const received = () => service.received.length;
    await scene.attack(
      swap,
      (seen) => seen >= rounds / 2 || received() >= decoys,
      () => pause(50),
    );
    await stillDelivers('mine.pdf');
    await intray.until('the decoys have been sent', () => received() >= decoys + 1);
    expect(sent([secret])).toBe(0);
  });

  itUnlessMissing(missingForAttack, 'files nothing away to where a link leads', async () => {
    const { scene, intray, space, run } = await watchShare({ fileAway: { kind: 'move', to: 'Processed' } });
    symlinkSync(scene.private, join(scene.share, 'Processed'));
    writeFileSync(join(scene.share, 'run-me.pdf'), makeBytes('pdf', 'run me'));
    const why = () => run(['status', '--why', join(scene.share, 'run-me.pdf'), '--data-dir', space.dataDir]);
    const isMoved = () => readdirSync(scene.private).length > 0;
    await intray.until('it is said why', async () => isMoved() || (await why()).stdout.includes('Processed” is a link'));
    expect(readdirSync(scene.private)).toEqual([]);
    expect(readdirSync(scene.share)).toContain('run-me.pdf');
  });
});

/** Results of documents that no engine can run over, in place of theirs; as text, because they are too deep to be written. */
const hostile: Readonly<Record<string, string>> = {
  'nested.pdf': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'huge.pdf': `"${'x'.repeat(50_000_000)}"`,
  'formula.pdf': '"ACME;=1+41"',
};

/** What the service says of a hostile document's first field. */
function spoilt(text: string): string {
  const [name, value] = Object.entries(hostile).find(([each]) => text.includes(`"${each}"`)) ?? [];
  return name === undefined ? text : text.replace(/("extracted_data":\{"[^"]+":)"[^"]*"/, (_, before) => `${before}${value}`);
}

describe('intray watch, on a service that answers as it likes', () => {
  it('delivers what it can, names the rest, and starts again', async () => {
    const { service, space, extraction, start, run } = await openProgram((work) => onTestFinished(work));
    const url = await startInFront({ atEnd: (work) => onTestFinished(work) }, service.url, spoilt);
    const config = join(space.root, 'config.json');
    const route = { kind: 'extraction', id: extraction };
    const folder = { path: space.folder, route, settleSeconds: 0.2, existing: 'send', batchSize: 1 };
    writeFileSync(config, JSON.stringify({ url, folders: [folder] }));
    const where = ['--data-dir', space.dataDir, '--json'];
    const put = (name: string) => writeFileSync(join(space.folder, name), makeBytes('pdf', name));
    for (const name of [...Object.keys(hostile), 'good.pdf']) put(name);
    for (const good of ['good.pdf', 'later.pdf']) {
      put(good);
      const intray = start(['watch', '--config', config, ...where]);
      const said = (name: string, word: string) =>
        intray
          .stdout()
          .split('\n')
          .some((line) => line.includes(`"${name}"`) && line.includes(word));
      await intray.until(`${good} is delivered`, () => said(good, '"delivered":true'));
      for (const bad of ['nested.pdf', 'huge.pdf'])
        if (good === 'good.pdf') await intray.until(`${bad} is held`, () => said(bad, '"state":"unresolved"'));
      intray.signal('SIGTERM');
      expect((await intray.ended).code).toBe(0);
    }
    const why = await run(['status', '--why', join(space.folder, 'nested.pdf'), '--data-dir', space.dataDir]);
    expect(why.stdout).toContain('nested more than 32 levels deep');
    const table = readdirSync(space.folder).find((name) => name.endsWith('.csv')) ?? '';
    expect(readFileSync(join(space.folder, table), 'utf8')).toContain("ACME;'=1+41");
    for (const name of readdirSync(space.folder)) expect(statSync(join(space.folder, name)).size, name).toBeLessThan(100_000);
  });
});
