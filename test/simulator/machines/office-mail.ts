import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { type SeenFile, stepOn } from '../../support/seen.ts';
import { makeContent } from '../contents.ts';
import { type MemoryDisk, sha256 } from '../memory-disk.ts';
import { invoices, mail, receipts } from '../plan.ts';
import { diceFor } from '../random.ts';
import type { Trace } from '../trace.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { Machine } from './machine.ts';
import { paidKey, type SharedService } from './shared-service.ts';

interface Grounds {
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly trace: Trace;
  readonly service: SharedService;
}

/** Mixed mail that all machines of an office watch: it is classified, and goes on into an extraction; people set categories. */
export interface OfficeMail {
  readonly folder: FolderSettings;
  /** Plans what is scanned, and what people do, within so many milliseconds. */
  begin(machines: readonly Machine[], withinMs: number): void;
  /** In what the machines differ that each of them should know by now, in words. */
  disagreement(machines: readonly Machine[]): string | undefined;
  /** Contents that all machines say are delivered. */
  delivered(machines: readonly Machine[]): ReadonlySet<string>;
}

const path = '/office/mail';

/** Only some offices have any. */
export function drawMail(seed: number, { clock, disk, service, trace }: Grounds): OfficeMail | undefined {
  const dice = diceFor(seed, 'mail');
  if (!dice.chance(0.4)) return undefined;
  disk.makeDirectory(path);
  const into = ({ id }: { readonly id: string }) => ({ extraction: id, linked: false });
  const folder = folderSettingsSchema.parse({
    ...{ path, route: mail, existing: 'send', settleSeconds: 1, batchSize: dice.whole(1, 5) },
    next: { categories: { Letters: into(receipts), Others: dice.pick(['leave', into(invoices)] as const) }, otherwise: 'leave' },
  });

  const scan = (machines: readonly Machine[], number: number) => {
    const before = [...disk.paths()].filter((each) => each.startsWith(`${path}/`) && each.endsWith('.pdf'));
    const original = before.length > 0 && dice.chance(0.2) ? disk.get(dice.pick(before)) : undefined;
    const bytes = original?.slice() ?? makeContent(dice, 'plain');
    disk.put(`${path}/mail${number}.pdf`, bytes);
    trace.add(`${path}/mail${number}.pdf is there (${sha256(bytes).slice(0, 8)})`);
    for (const machine of machines) if (dice.chance(0.7)) clock.after(dice.whole(0, 500), () => machine.hint(path), machines);
  };

  /** Somebody at a machine sets the category of a document, or has it classified again, whether it has gone on or not. */
  const judge = (machine: Machine) => {
    const { engine, frozenUntil, seen } = machine;
    const classified = seen.files(path).filter((file) => stepOn(file, mail)?.result !== undefined);
    const categories = seen.categories(mail.id);
    if (engine === undefined || frozenUntil > clock.elapsed || classified.length === 0 || categories.length === 0) return;
    const { id, path: name } = dice.pick(classified);
    // Its process may die meanwhile.
    const ended = () => {};
    if (dice.chance(0.3)) {
      machine.say(`somebody has ${name} classified again`);
      engine.redo(id, 'somebody', true).then(({ ok }) => machine.say(`${name} ${ok ? 'is' : 'is not'} classified again`), ended);
      return;
    }
    const category = dice.pick(categories);
    machine.say(`somebody puts ${name} into ${category.name}`);
    engine
      .overrideCategory(id, category.id, 'somebody', true)
      .then(({ ok }) => machine.say(`${name} ${ok ? 'is' : 'is not'} in ${category.name}`), ended);
  };

  const isInDoubt = ({ hash = '' }: SeenFile) =>
    [mail, invoices, receipts].some(
      (route) => service.doubts.has(paidKey(route, hash)) || service.isLeftBehind(paidKey(route, hash)),
    );

  return {
    folder,
    begin(machines, withinMs) {
      for (let number = dice.whole(2, 12); number > 0; number -= 1)
        clock.after(dice.whole(0, withinMs / 2), () => scan(machines, number), machines);
      for (let deed = dice.whole(1, 10); deed > 0; deed -= 1) {
        const machine = dice.pick(machines);
        clock.after(dice.whole(10_000, withinMs), () => judge(machine), machines);
      }
    },
    disagreement(machines) {
      const known = new Map<string, string>();
      for (const machine of machines) {
        for (const file of machine.seen.files(path)) {
          if (file.isGone || isInDoubt(file)) continue;
          const verdict = stepOn(file, mail);
          const said = JSON.stringify([file.route, verdict?.result, verdict?.review]);
          const before = known.get(file.path);
          if (before !== undefined && before !== said)
            return `${machine.plan.name} has ${file.path} as ${said}, another one as ${before}`;
          known.set(file.path, said);
        }
      }
      return undefined;
    },
    delivered(machines) {
      const all = machines.map(
        ({ seen }) => new Set(seen.files(path).flatMap(({ outputs, hash }) => (outputs === 'done' ? (hash ?? []) : []))),
      );
      const [first = new Set<string>(), ...others] = all;
      return new Set([...first].filter((hash) => others.every((own) => own.has(hash))));
    },
  };
}
