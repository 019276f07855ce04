/** What another user who may write to a watched folder tries, to be led out of it. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { DiskProblem, kindsOfDisk } from '../support/inside/engine.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { missingForAttack, Scene } from './attacker.ts';

const rounds = 100;
const secret = 'the secret, as long as any other file';
const harmless = 'a harmless scan that anybody may send';

/** What the disk refuses is not a victory. */
async function unlessRefused<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof DiskProblem) return undefined;
    throw problem;
  }
}

describe.each(kindsOfDisk)('a disk whose calls are made %s', (_, files) => {
  itUnlessMissing(
    missingForAttack,
    'is not led through a directory that becomes a link',
    async () => {
      const scene = new Scene();
      scene.own('scan');
      scene.own('scan/a.pdf', harmless);
      writeFileSync(join(scene.private, 'a.pdf'), secret);
      let [listed, read, written, rightly] = [0, 0, 0, 0];
      const swap = `os.rename(share + "/scan", share + "/.old")
os.symlink(private, share + "/scan")
time.sleep(0.0005)
os.unlink(share + "/scan")
os.rename(share + "/.old", share + "/scan")
time.sleep(0.0005)`;
      const { ino } = statSync(join(scene.private, 'a.pdf'));
      await scene.attack(
        swap,
        (seen) => seen >= rounds && rightly > 0,
        async () => {
          const scan = join(scene.share, 'scan');
          const entries = (await unlessRefused(files.list(scan))) ?? [];
          if (entries.some((entry) => entry.ino === ino)) listed += 1;
          const bytes = await unlessRefused(files.read(join(scan, 'a.pdf'), 0, secret.length));
          if (bytes !== undefined && Buffer.from(bytes).toString() === secret) read += 1;
          else if (bytes !== undefined) rightly += 1;
          await unlessRefused(files.createWhole(join(scan, 'a.pdf.json'), Buffer.from('{}')));
          if (readdirSync(scene.private).length > 1) written += 1;
        },
      );
      // Without handles a listing or a write may fall within one instant; to be read, a file is looked at too often.
      if (files === kindsOfDisk[2][1]) expect(read).toBe(0);
      else expect({ read, written, listed }).toEqual({ read: 0, written: 0, listed: 0 });
      expect(rightly).toBeGreaterThan(0);
    },
    60_000,
  );

  itUnlessMissing(
    missingForAttack,
    'does not append to what a table is exchanged for',
    async () => {
      const scene = new Scene();
      const table = scene.own('table.csv', 'header\n');
      const profile = join(scene.private, 'profile');
      writeFileSync(profile, secret);
      symlinkSync(profile, join(scene.share, '.link'));
      let won = 0;
      let appended = 0;
      await scene.attack(
        'exchange(share + "/table.csv", share + "/.link")\ntime.sleep(0.0003)',
        (seen) => seen >= rounds && appended > 0,
        async () => {
          const facts = await unlessRefused(files.stat(table));
          if (facts?.kind !== 'file') return;
          if ((await unlessRefused(files.writeAt(table, facts, 0, Buffer.from('row\n')))) !== undefined) appended += 1;
          if (readFileSync(profile, 'utf8') !== secret) {
            won += 1;
            writeFileSync(profile, secret);
          }
        },
      );
      expect(won).toBe(0);
      expect(appended).toBeGreaterThan(0);
    },
    60_000,
  );

  itUnlessMissing(
    missingForAttack,
    'does not send what a document is exchanged for',
    async () => {
      const scene = new Scene();
      const scan = scene.own('scan.pdf', harmless);
      writeFileSync(join(scene.private, 'key'), secret);
      symlinkSync(join(scene.private, 'key'), join(scene.share, '.link'));
      const facts = statSync(scan);
      let [won, sent] = [0, 0];
      await scene.attack(
        'exchange(share + "/scan.pdf", share + "/.link")\ntime.sleep(0.0003)',
        (seen) => seen >= rounds && sent > 0,
        async () => {
          const file = await unlessRefused(files.open(scan, facts));
          if (file === undefined) return;
          const bytes = Buffer.alloc(secret.length);
          await file.readInto(bytes, 0, bytes.length, 0);
          await file.close();
          if (bytes.toString() === secret) won += 1;
          else sent += 1;
        },
      );
      expect(won).toBe(0);
      expect(sent).toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('a folder to file away to', () => {
  itUnlessMissing(missingForAttack, 'that is a link is refused, and nothing is put where it leads', async () => {
    const scene = new Scene();
    const source = scene.own('run-me.desktop', harmless);
    const autostart = join(scene.private, 'autostart');
    mkdirSync(autostart);
    symlinkSync(autostart, join(scene.share, 'Processed'));
    for (const [, files] of kindsOfDisk) {
      const target = join(scene.share, 'Processed');
      await expect(files.makeDirectory(target)).rejects.toMatchObject({ said: { code: 'disk.link' } });
      await expect(files.moveNew(source, join(target, 'run-me.desktop'))).rejects.toMatchObject({ said: { code: 'disk.link' } });
      expect(readdirSync(autostart)).toEqual([]);
    }
  });
});
